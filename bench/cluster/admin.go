package cluster

import (
	"context"
	"fmt"
	"time"

	"github.com/twmb/franz-go/pkg/kadm"
	"github.com/twmb/franz-go/pkg/kerr"
	"github.com/twmb/franz-go/pkg/kgo"
)

// Admin looks at brokers.
type Admin struct {
	*kadm.Client
	Brokers string
}

// Connect opens a connection; options are added to those that name the brokers.
func Connect(brokers string) (*Admin, error) {
	c, err := kgo.NewClient(kgo.SeedBrokers(brokers))
	if err != nil {
		return nil, err
	}
	return &Admin{kadm.NewClient(c), brokers}, nil
}

// Topics makes topics.
func (a *Admin) Topics(ctx context.Context, partitions int32, names ...string) error {
	forever := "-1"
	made, err := a.CreateTopics(ctx, partitions, 1, map[string]*string{"retention.ms": &forever}, names...)
	if err != nil {
		return err
	}
	for _, t := range made {
		if t.Err != nil {
			return fmt.Errorf("create topic %s: %w; the benchmark needs brokers that hold nothing else", t.Topic, t.Err)
		}
	}
	return nil
}

// lag is how many offsets lie between what a group has committed and the end of a topic. Slack is what a partition may
// have behind the committed offset and still count as read: a reader doesn't commit behind the markers of transactions.
func (a *Admin) lag(ctx context.Context, group, topic string, slack int64) (lag int64, err error) {
	ends, err := a.ListEndOffsets(ctx, topic)
	if err != nil {
		return 0, err
	}
	committed, err := a.FetchOffsets(ctx, group)
	if err != nil {
		return 0, err
	}
	ends.Each(func(e kadm.ListedOffset) {
		if e.Err != nil {
			err = e.Err
			return
		}
		c, _ := committed.Lookup(topic, e.Partition)
		if d := e.Offset - max(c.At, 0); d > slack {
			lag += d
		}
	})
	return lag, err
}

// CaughtUp waits until a group has committed all of a topic, and of the topics that the application makes by itself.
// At first there may be neither group nor topics.
func (a *Admin) CaughtUp(ctx context.Context, group, topic string, internal ...string) error {
	const look = 100 * time.Millisecond
	for {
		lag, err := a.lag(ctx, group, topic, 0)
		for _, name := range internal {
			if err == nil && lag == 0 {
				lag, err = a.lag(ctx, group, name, 2)
			}
		}
		if err == nil && lag == 0 {
			return nil
		}
		if err != nil && !kerr.IsRetriable(err) {
			return err
		}
		select {
		case <-time.After(look):
		case <-ctx.Done():
			return fmt.Errorf("group %s is %d records behind: %w", group, lag, context.Cause(ctx))
		}
	}
}
