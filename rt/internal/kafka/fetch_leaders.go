package kafka

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/twmb/franz-go/pkg/kerr"
)

// find looks up the leaders of partitions that have none, or whose leader sent them away.
func (f *Fetcher) find(ctx context.Context) error {
	names := map[string]bool{}
	for tp, p := range f.parts {
		if p.lost != nil && time.Now().Before(f.retryAt) {
			continue
		}
		if _, _, ok := f.c.leader(tp); p.lost != nil || !ok {
			names[tp.Topic] = true
		}
	}
	if len(names) == 0 {
		return nil
	}
	if err := f.c.refresh(ctx, "Fetch of", slices.Collect(maps.Keys(names))); err != nil {
		if ClassOf(err) != Retriable {
			return err
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		f.again() // the brokers are away: go on asking, as long as the caller does
		return nil
	}
	f.retryAt = time.Time{}
	led := map[TP]int32{} // leader epochs of positions that a new leader takes over
	for tp, p := range f.parts {
		if !names[tp.Topic] {
			continue
		}
		t, part, ok := f.c.leader(tp)
		if !ok {
			return &Error{"Fetch of", tp.String(), Fatal, "restart the application: the topic's partitions have changed",
				fmt.Errorf("the topic has %d partitions", len(t.Partitions))}
		}
		if p.lost = nil; part.Leader < 0 {
			p.lost = kerr.LeaderNotAvailable
			f.again()
		} else if p.LeaderEpoch >= 0 && p.LeaderEpoch < part.LeaderEpoch {
			led[tp] = p.LeaderEpoch
		}
	}
	return f.verify(ctx, led)
}

// verify asks new leaders whether they have what was read from the old ones. If not, records that were processed are
// gone, and others will take their offsets.
func (f *Fetcher) verify(ctx context.Context, led map[TP]int32) error {
	ends, err := f.c.EndOfEpoch(ctx, led)
	if err != nil && ctx.Err() != nil {
		return ctx.Err()
	}
	if err != nil && ClassOf(err) != Retriable {
		return err
	}
	for tp, epoch := range led {
		end, p := ends[tp], f.parts[tp]
		switch {
		case err != nil: // not before it is known
			p.lost = err
			f.again()
		case end.Offset >= 0 && end.Offset < p.Offset:
			return &Error{"Fetch of", tp.String(), Fatal, "records that were processed are lost (unclean leader election?): reset the application, or restore the topic",
				fmt.Errorf("the log's leader epoch %d ends at offset %d, and was read up to %d", epoch, end.Offset, p.Offset)}
		}
	}
	return nil
}

func (f *Fetcher) again() {
	f.tries++
	f.retryAt = time.Now().Add(backoff(f.tries))
	if f.tries == 10 {
		f.c.log.Warn("kafka: partitions without a leader that answers; still trying", "brokers", f.c.addrs)
	}
}
