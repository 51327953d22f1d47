package restore

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"time"

	"github.com/stoatgen/stoatgen/rt/internal/fail"
	"github.com/stoatgen/stoatgen/rt/internal/kafka"
	"github.com/stoatgen/stoatgen/rt/internal/offsets"
	"github.com/stoatgen/stoatgen/rt/store"
)

// Progress is a step of a restore: of one store, and how far all are by now.
type Progress struct {
	Records int64 // applied
	Offsets int64 // passed
	Total   int64 // to pass

	Store string
	Step  int64 // its records that the step has applied
	Left  int64 // its offsets still to pass
}

// batchBytes is how large a batch of restored rows grows before it is written.
const batchBytes = 4 << 20

// retention reads delete.retention.ms of the changelogs.
func (s *starter) retention(ctx context.Context) (map[string]time.Duration, error) {
	var topics []string
	for i := range s.plan.Stores {
		if s.plan.Stores[i].Logged() {
			topics = append(topics, s.plan.Stores[i].Topic.Name)
		}
	}
	if len(topics) == 0 {
		return nil, nil
	}
	configs, err := s.env.Configs(ctx, topics...)
	if err != nil {
		return nil, err
	}
	out := map[string]time.Duration{}
	for _, t := range topics {
		ms, err := strconv.ParseInt(configs[t]["delete.retention.ms"], 10, 64)
		if err != nil {
			ms = (24 * time.Hour).Milliseconds() // Kafka's default
		}
		out[t] = time.Duration(ms) * time.Millisecond
	}
	return out, nil
}

// tooOld says that tombstones behind the directory's last batch may be gone by now. Without a last batch nobody knows.
func (s *starter) tooOld(retention time.Duration) bool {
	return s.was.Meta == nil || stale(time.UnixMilli(s.was.Meta.Time), s.env.Now(), retention)
}

// restore replays what the stores lack. A gap that grew too old while it was replayed is restored in full (4).
func (s *starter) restore(ctx context.Context) error {
	gap := s.gap()
	if err := s.replay(ctx, gap); err != nil {
		return err
	}
	retention, err := s.retention(ctx)
	if err != nil {
		return err
	}
	w, again := s.writer(), map[string]bool{}
	for i := range s.plan.Stores {
		st := &s.plan.Stores[i]
		_, wiped := s.full[st.Name]
		for _, tp := range st.partitions() {
			if _, replayed := gap[tp]; replayed && !wiped && !again[st.Name] && s.tooOld(retention[tp.Topic]) {
				s.wipe(w, st, "the gap grew older than delete.retention.ms allows while it was replayed")
				again[st.Name] = true
			}
		}
	}
	if len(again) > 0 {
		if err := s.plan.DB.Write(w.Rows.Bytes()); err != nil {
			return err
		}
		fail.Point("mid-wipe")
		if err := s.replay(ctx, s.gap()); err != nil {
			return err
		}
	}
	if len(s.out.Full) > 0 {
		return s.plan.DB.Flush() // or a crash would cost all of it again
	}
	return nil
}

// gap are the changelog partitions that the stores are behind of, and where to begin.
func (s *starter) gap() map[kafka.TP]kafka.Position {
	gap := map[kafka.TP]kafka.Position{}
	for tp, l := range s.logs {
		from := kafka.Position{Offset: l.start, LeaderEpoch: -1}
		if row := s.row(tp); row != nil {
			from.Offset = row.Next
		}
		if from.Offset < l.end {
			gap[tp] = from
		}
	}
	return gap
}

// replay applies the gap, a batch of rows and next offsets at a time (5).
func (s *starter) replay(ctx context.Context, gap map[kafka.TP]kafka.Position) error {
	if len(gap) == 0 {
		return nil
	}
	stores, target := map[string]*Store{}, map[kafka.TP]int64{}
	for i := range s.plan.Stores {
		stores[s.plan.Stores[i].Topic.Name] = &s.plan.Stores[i]
	}
	var p Progress
	left := map[string]int64{} // by store
	for tp, from := range gap {
		target[tp] = s.logs[tp].end
		p.Total += target[tp] - from.Offset
		left[stores[tp.Topic].Name] += target[tp] - from.Offset
	}
	for p.Store, p.Left = range left {
		s.env.Progress(p)
	}
	a := &applier{s: s, w: s.writer(), touched: map[kafka.TP]offsets.Changelog{}}
	err := s.env.Read(ctx, gap, target, func(f *kafka.Fetched) error {
		st := stores[f.Topic]
		n, err := a.apply(st, f)
		if err != nil {
			return fmt.Errorf("restore store %s: %w", st.Name, err)
		}
		passed := f.Next - gap[f.TP].Offset
		gap[f.TP] = kafka.Position{Offset: f.Next}
		left[st.Name] -= passed
		p.Records, p.Offsets = p.Records+n, p.Offsets+passed
		p.Store, p.Step, p.Left = st.Name, n, left[st.Name]
		s.env.Progress(p)
		return nil
	})
	if err == nil {
		err = a.write()
	}
	s.out.Restored += p.Records
	return err
}

// applier collects rows until a batch is large enough.
type applier struct {
	s       *starter
	w       *offsets.Writer
	touched map[kafka.TP]offsets.Changelog
	stores  []*Store // with records in the batch
}

func (a *applier) apply(st *Store, f *kafka.Fetched) (records int64, err error) {
	if !slices.Contains(a.stores, st) {
		a.stores = append(a.stores, st)
	}
	for _, b := range f.Batches {
		for i := range uint32(len(b.Recs)) {
			if err := store.Restore(st.Rows, f.Partition, b.Key(i), b.Value(i), b.TS(i), b.Headers(i), a.w.Rows, a.s.plan.DB); err != nil {
				return records, fmt.Errorf("record %v@%d: %w", f.TP, b.Base+int64(b.Recs[i].OffsetDelta), err)
			}
			records++
		}
	}
	row := offsets.Changelog{Topic: st.Topic.ID, Next: f.Next, LeaderEpoch: f.LeaderEpoch, Partitions: int32(len(st.Topic.Partitions))}
	if f.LeaderEpoch < 0 {
		row.LeaderEpoch = a.epoch(f.TP)
	}
	a.touched[f.TP] = row
	if a.w.Rows.Size() < batchBytes {
		return records, nil
	}
	if err := a.write(); err != nil {
		return records, err
	}
	fail.Point("mid-restore")
	return records, nil
}

// epoch is the leader epoch known so far of a partition's last record.
func (a *applier) epoch(tp kafka.TP) int32 {
	if t, known := a.touched[tp]; known {
		return t.LeaderEpoch
	}
	if row := a.s.row(tp); row != nil {
		return row.LeaderEpoch
	}
	return -1
}

// write ends a batch: rows and how far they reach are one (I3).
func (a *applier) write() error {
	for _, st := range a.stores {
		if err := st.Rows.RestoreEnd(a.w.Rows, a.s.plan.DB); err != nil {
			return fmt.Errorf("restore store %s: %w", st.Name, err)
		}
	}
	for tp, row := range a.touched {
		a.w.Changelog(tp, row)
		a.s.was.Changelogs[tp] = row
	}
	if a.w.Rows.Len() == 0 {
		return nil
	}
	if err := a.s.plan.DB.Write(a.w.Rows.Bytes()); err != nil {
		return err
	}
	a.w.Rows = &store.Rows{}
	a.stores = nil
	clear(a.touched)
	return nil
}
