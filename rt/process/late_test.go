package process_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/stoatgen/stoatgen/rt/abi"
	"github.com/stoatgen/stoatgen/rt/lane"
	"github.com/stoatgen/stoatgen/rt/process"
	"github.com/stoatgen/stoatgen/rt/record"
)

type back struct{ lane.Head }

// looped is a stage whose records come back to it, to a processor with a schedule of ten milliseconds of stream time. marks, by
// name, are what a restart gets.
func looped(t *testing.T, marks map[string]int64, called *[]int64, hurried *int) (l *lane.Lane, given *[]*lane.Handover) {
	t.Helper()
	p := &lane.Program{
		Nodes:   []abi.Node{{Name: "Pr"}},
		Sources: []lane.SourceInfo{{Topics: []string{"in"}}},
		Hops:    []lane.HopInfo{{Name: "back", Round: 1}},
		Stages: []lane.StageInfo{{Sources: []int{0}, Hops: []int{0}, Out: []int{0}, ByPartition: true, New: func(l *lane.Lane) *lane.Stage {
			tasks, out := process.NewTasks(l, 0, "Pr", true), lane.NewOut[back](l, 0)
			tasks.Each(func(part int32) {
				c := process.NewContext(tasks, 0, part)
				c.Schedule(10*time.Millisecond, record.StreamTime, func(now int64) { *called = append(*called, now) })
			})
			return &lane.Stage{Tasks: tasks, Flows: []lane.Flow{out}, Sources: []lane.Source{{Run: func(b *abi.Batch, refs []abi.Ref, from int) {
				for _, r := range refs[from:] {
					*out.NextIn(0, 0) = back{lane.Head{B: b, I: r.I, TS: b.TS(r.I)}}
				}
			}}}, Hops: []lane.Receiver{lane.In(func(recs []back, from int) {
				for i := range recs[from:] {
					tasks.Next(recs[from+i].Part, recs[from+i].TS)
				}
			}, nil)}}
		}}},
	}
	given = new([]*lane.Handover)
	env := lane.Env{Now: func() int64 { return 0 }, Failed: func(f *lane.Failure) { t.Fatal(f) }, App: "app", Send: func(_ int, w lane.Work) { l.Put(w) },
		Handover: func(h *lane.Handover) { *given = append(*given, h) }, Hurry: func() { *hurried++ }}
	l = lane.New(0, 1, p, p.Resolve(func(string) int32 { return 1 }, nil), 1, env)
	var saved []int64
	for _, name := range l.MarkNames()[0] {
		at, known := marks[name]
		if !known {
			at = -1
		}
		saved = append(saved, at)
	}
	l.Restart(saved)
	l.Begin()
	return l, given
}

// TestLate: what a record that came back has made due is called behind the barrier, with the next epoch; a crash ahead of that
// epoch's commit leaves it to the next start, which doesn't wait for a record.
func TestLate(t *testing.T) {
	var called []int64
	hurried := 0
	l, given := looped(t, nil, &called, &hurried)
	batch := func(ts int64) { // with the barrier behind it in the inbox: the record comes back when the first round has ended
		b := &abi.Batch{Topic: "in", Recs: []abi.Rec{{TS: ts, KeyLen: -1, ValLen: -1}}}
		l.Put(lane.Work{From: lane.FromRouter, Batch: b, Refs: []abi.Ref{{}}})
		l.Put(lane.Work{From: lane.FromRouter, Barrier: uint32(len(*given) + 1)})
		l.Step()
	}
	for i, ts := range []int64{5, 7, 23} {
		batch(ts)
		if want := [][]int64{{5}, {5}, {5, 23}}[i]; !slices.Equal(called, want) || hurried != len(want) {
			t.Errorf("behind epoch %d: called at %v, and %d times in a hurry; want %v", i+1, called, hurried, want)
		}
	}
	for i, want := range [][]int64{{5}, nil, {23}, {}} {
		marks := map[string]int64{}
		if i < len(*given) {
			for k, name := range l.MarkNames()[0] {
				marks[name] = (*given)[i].Marks[k]
			}
		}
		var again []int64
		looped(t, marks, &again, new(int))
		if !slices.Equal(again, want) {
			t.Errorf("start behind epoch %d (%s): called at %v, want %v", i+1, fmt.Sprint(marks), again, want)
		}
	}
}
