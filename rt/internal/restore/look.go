package restore

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/stoatgen/stoatgen/rt/internal/fail"
	"github.com/stoatgen/stoatgen/rt/internal/kafka"
	"github.com/stoatgen/stoatgen/rt/internal/offsets"
	"github.com/stoatgen/stoatgen/rt/store"
)

// look asks where the changelogs begin and end, now that nobody else writes to them.
func (s *starter) look(ctx context.Context) error {
	var tps []kafka.TP
	topics, epochs := map[kafka.TP]kafka.Topic{}, map[kafka.TP]int32{}
	for i := range s.plan.Stores {
		for _, tp := range s.plan.Stores[i].partitions() {
			tps, topics[tp] = append(tps, tp), s.plan.Stores[i].Topic
			if row, known := s.was.Changelogs[tp]; known && row.LeaderEpoch >= 0 && row.Topic == topics[tp].ID {
				epochs[tp] = row.LeaderEpoch
			}
		}
	}
	start, err := s.env.ListOffsets(ctx, kafka.Earliest, tps...)
	if err != nil {
		return err
	}
	end, err := s.env.ListOffsets(ctx, kafka.Latest, tps...)
	if err != nil {
		return err
	}
	ended, err := s.env.EndOfEpoch(ctx, epochs)
	if err != nil {
		return err
	}
	s.logs = make(map[kafka.TP]log, len(tps))
	for _, tp := range tps {
		l := log{topic: topics[tp], start: start[tp].Offset, end: end[tp].Offset, epochEnd: -1}
		if p, asked := ended[tp]; asked {
			l.epochEnd = p.Offset
		}
		s.logs[tp] = l
	}
	return nil
}

// judge decides about every store before anything is changed.
func (s *starter) judge(ctx context.Context) error {
	retention, err := s.retention(ctx)
	if err != nil {
		return err
	}
	empty := true
	for i := range s.plan.Stores {
		st := &s.plan.Stores[i]
		if was, known := s.was.Layouts[st.Name]; known && was != st.Layout {
			s.full[st.Name] = "its rows have another layout than this program's"
		}
		for _, tp := range st.partitions() {
			row, l := s.row(tp), s.logs[tp]
			v, why, err := judge(tp, row, l)
			if err != nil {
				return err
			}
			if v == full {
				s.full[st.Name] = why
			} else if row != nil && row.Next < l.end && s.tooOld(retention[tp.Topic]) {
				s.full[st.Name] = "the gap is older than delete.retention.ms allows to replay"
			}
			empty = empty && l.end == 0
		}
	}
	if empty && len(s.logs) > 0 && len(s.at) > 0 && s.was.Meta == nil {
		s.env.Warn("offsets are committed but every changelog is empty and there is no state directory: if this application had state, it is lost")
	}
	return nil
}

func (s *starter) row(tp kafka.TP) *offsets.Changelog {
	if r, known := s.was.Changelogs[tp]; known {
		return &r
	}
	return nil
}

// prepare makes the directory fit the program: removed stores go, full restores begin with nothing, layouts are noted.
func (s *starter) prepare(context.Context) error {
	if err := s.drop(); err != nil {
		return err
	}
	w := s.writer()
	for i := range s.plan.Stores {
		st := &s.plan.Stores[i]
		if why, wipe := s.full[st.Name]; wipe {
			s.wipe(w, st, why)
		}
		if was, known := s.was.Layouts[st.Name]; !known || was != st.Layout {
			w.Layout(st.Name, st.Layout)
		}
		s.begin(w, st)
	}
	if w.Rows.Len() == 0 {
		return nil
	}
	if err := s.plan.DB.Write(w.Rows.Bytes()); err != nil {
		return err
	}
	if len(s.full) > 0 {
		fail.Point("mid-wipe")
	}
	return nil
}

// begin notes where changelog partitions begin that have nothing to restore. Without it the first record of a partition
// whose batch is lost would look like a store without any state, and cost a full restore.
func (s *starter) begin(w *offsets.Writer, st *Store) {
	for _, tp := range st.partitions() {
		if l := s.logs[tp]; s.row(tp) == nil && l.start == l.end {
			row := offsets.Changelog{Topic: st.Topic.ID, Next: l.end, LeaderEpoch: -1, Partitions: int32(len(st.Topic.Partitions))}
			w.Changelog(tp, row)
			s.was.Changelogs[tp] = row
		}
	}
}

func (s *starter) writer() *offsets.Writer {
	return &offsets.Writer{Rows: &store.Rows{}, ID: s.plan.DB.ID(store.Offsets)}
}

// wipe empties a store and forgets how far it was (3).
func (s *starter) wipe(w *offsets.Writer, st *Store, why string) {
	w.Rows.Wipe(s.plan.DB.ID(st.Family))
	w.Forget(st.Name, st.partitions()...)
	w.Layout(st.Name, st.Layout)
	for _, tp := range st.partitions() {
		delete(s.was.Changelogs, tp)
	}
	s.out.Full = append(s.out.Full, st.Name)
	if s.was.Meta != nil {
		s.env.Warn(fmt.Sprintf("store %s is restored in full: %s", st.Name, why))
	}
}

// drop removes the families of stores that the program hasn't got any more: rows and what `_offsets` says of them, made
// durable, before the family.
func (s *starter) drop() error {
	known := map[string]bool{store.OffsetsFamily: true}
	for _, st := range s.plan.Stores {
		known[st.Name] = true
	}
	for i, name := range s.plan.DB.Families() {
		if known[name] {
			continue
		}
		w := s.writer()
		w.Rows.Wipe(s.plan.DB.ID(uint32(i)))
		w.Forget(name, s.changelogOf(name)...)
		if err := s.plan.DB.Write(w.Rows.Bytes()); err != nil {
			return err
		}
		if err := s.plan.DB.Flush(); err != nil {
			return err
		}
		if err := s.plan.DB.DropFamily(name); err != nil {
			return err
		}
		s.env.Warn(fmt.Sprintf("store %s is no longer in the topology: its rows were removed, its changelog topic was left", name))
	}
	return nil
}

// changelogOf finds the rows of a store's changelog, whose topic the program no longer names.
func (s *starter) changelogOf(name string) []kafka.TP {
	topic := s.plan.Application + "-" + name + "-changelog"
	return slices.DeleteFunc(slices.Collect(maps.Keys(s.was.Changelogs)), func(tp kafka.TP) bool { return tp.Topic != topic })
}
