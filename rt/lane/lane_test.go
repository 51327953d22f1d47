package lane

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"

	"github.com/stoatgen/stoatgen/rt/abi"
	"github.com/stoatgen/stoatgen/rt/codec"
	"github.com/stoatgen/stoatgen/rt/store"
)

// A program of three stages: records of the source go to stage 1 or stage 2, and stage 1 passes its own on to stage 2,
// so stage 2 aligns two hops. Stage 2 notes what it saw.
type item struct {
	Head
	n int
}

type seen struct {
	mu     sync.Mutex
	epochs map[uint32][]int
}

func diamond(note *seen) *Program {
	p := &Program{Name: "Diamond", Nodes: []abi.Node{{Name: "n"}}, Sources: []SourceInfo{{Topics: []string{"in"}}},
		Hops: []HopInfo{{Name: "a", From: 0, To: 1}, {Name: "b", From: 0, To: 2}, {Name: "c", From: 1, To: 2, Partitions: 5}}}
	p.Stages = []StageInfo{{Sources: []int{0}, Out: []int{0, 1}}, {Hops: []int{0}, Out: []int{2}}, {Hops: []int{1, 2}}}
	p.Stages[0].New = func(l *Lane) *Stage {
		a, b := NewOut[item](l, 0), NewOut[item](l, 1)
		run := func(batch *abi.Batch, refs []abi.Ref, from int) {
			for i := from; i < len(refs); i++ {
				n := int(codec.GetInt64(batch.Value(refs[i].I)))
				h := uint32(n) * 0x9E3779B1
				out := a
				if n%2 == 0 {
					out = b
				}
				*out.Next(h) = item{Head: Head{B: batch, I: refs[i].I, Hash: h}, n: n}
			}
		}
		return &Stage{Sources: []Source{{Run: run}}, Flows: []Flow{a, b}}
	}
	p.Stages[1].New = func(l *Lane) *Stage {
		c := NewOut[item](l, 2)
		return &Stage{Flows: []Flow{c}, Hops: []Receiver{In(func(recs []item, from int) {
			for i := range recs[from:] {
				*c.Next(recs[i].Hash * 31) = recs[i]
			}
		}, nil)}}
	}
	p.Stages[2].New = func(l *Lane) *Stage {
		s := &Stage{}
		run := func(recs []item, from int) {
			note.mu.Lock()
			defer note.mu.Unlock()
			for i := range recs[from:] {
				note.epochs[s.Epoch] = append(note.epochs[s.Epoch], recs[i].n)
			}
		}
		s.Hops = []Receiver{In(run, nil), In(run, nil)}
		return s
	}
	return p
}

func batchOf(numbers ...int) (*abi.Batch, []uint32) {
	b := &abi.Batch{Topic: "in"}
	var all []uint32
	for i, n := range numbers {
		at := int32(len(b.Data))
		b.Data = codec.AppendInt64(codec.AppendInt64(b.Data, int64(n)), int64(n))
		b.Recs = append(b.Recs, abi.Rec{Key: at, KeyLen: 8, Val: at + 8, ValLen: 8})
		all = append(all, uint32(i))
	}
	return b, all
}

// circle is a program of two stages: what the first sends to the second comes back, and is sent to the second again, which notes
// it: the first has two rounds, the second two as well.
func circle(note *seen) *Program {
	p := &Program{Name: "Circle", Nodes: []abi.Node{{Name: "n"}}, Sources: []SourceInfo{{Topics: []string{"in"}}},
		Hops: []HopInfo{{Name: "a", From: 0, To: 1}, {Name: "b", From: 1, To: 0, Round: 1}, {Name: "c", From: 0, To: 1, After: 1, Round: 1}}}
	p.Stages = []StageInfo{{Sources: []int{0}, Hops: []int{1}, Out: []int{0, 2}}, {Hops: []int{0, 2}, Out: []int{1}}}
	p.Stages[0].New = func(l *Lane) *Stage {
		a, c := NewOut[item](l, 0), NewOut[item](l, 2)
		return &Stage{Sources: []Source{{Run: func(batch *abi.Batch, refs []abi.Ref, from int) {
			for i := from; i < len(refs); i++ {
				n := int(codec.GetInt64(batch.Value(refs[i].I)))
				h := uint32(n) * 0x9E3779B1
				*a.Next(h) = item{Head: Head{B: batch, I: refs[i].I, Hash: h}, n: n}
			}
		}}}, Flows: []Flow{a, c}, Hops: []Receiver{In(func(recs []item, from int) {
			for i := range recs[from:] {
				*c.Next(recs[i].Hash * 31) = recs[i]
			}
		}, nil)}}
	}
	p.Stages[1].New = func(l *Lane) *Stage {
		b, s := NewOut[item](l, 1), &Stage{}
		s.Flows, s.Hops = []Flow{b}, []Receiver{In(func(recs []item, from int) {
			for i := range recs[from:] {
				*b.Next(recs[i].Hash * 17) = recs[i]
			}
		}, nil), In(func(recs []item, from int) {
			note.mu.Lock()
			defer note.mu.Unlock()
			for i := range recs[from:] {
				note.epochs[s.Epoch] = append(note.epochs[s.Epoch], recs[i].n)
			}
		}, nil)}
		return s
	}
	return p
}

// I2: a lane sees barrier n after every record that was sent ahead of it and before every one behind it, whatever the
// schedule, also where two hops meet, and where hops lead back.
func TestBarrierIsAligned(t *testing.T) {
	for _, c := range []struct {
		of    func(*seen) *Program
		parts []int32
	}{{diamond, []int32{2, 2, 5}}, {circle, []int32{2, 2}}} {
		note := &seen{epochs: map[uint32][]int{}}
		p := c.of(note)
		layout := p.Resolve(func(string) int32 { return 2 }, nil)
		if !slices.Equal(layout.Parts, c.parts) {
			t.Fatalf("%s: partitions of the stages %v, want %v", p.Name, layout.Parts, c.parts)
		}
		t.Run(p.Name, func(t *testing.T) { aligned(t, p, layout, note) })
	}
}

func aligned(t *testing.T, p *Program, layout Layout, note *seen) {
	const lanes, epochs, perEpoch = 3, 20, 50
	var all []*Lane
	var handed sync.WaitGroup
	handed.Add(lanes * len(p.Stages) * epochs)
	env := Env{Send: func(to int, w Work) { all[to].Put(w) }, Partitions: func(string) int32 { return 1 }, Stored: func() uint32 { return 0 },
		Handover: func(h *Handover) { all[h.Lane].Recycle(h); handed.Done() }, Failed: func(f *Failure) { t.Error(f) }}
	for i := range lanes {
		all = append(all, New(i, lanes, p, layout, 1, env))
	}
	var running sync.WaitGroup
	for _, l := range all {
		running.Go(l.Run)
	}
	r := NewRouter(p, lanes, env.Send)
	for e := range epochs {
		for range 5 {
			numbers := make([]int, perEpoch/5)
			for i := range numbers {
				numbers[i] = e*1000 + rand.IntN(1000)
			}
			b, refs := batchOf(numbers...)
			r.Route(0, b, refs)
		}
		r.Barrier(uint32(e+1), nil)
	}
	handed.Wait()
	for _, l := range all {
		l.Close()
	}
	running.Wait()
	for e := range epochs {
		got := note.epochs[uint32(e+1)]
		if len(got) != perEpoch {
			t.Errorf("epoch %d: %d records, want %d", e+1, len(got), perEpoch)
		}
		for _, n := range got {
			if n/1000 != e {
				t.Fatalf("epoch %d saw record %d of epoch %d", e+1, n, n/1000+1)
			}
		}
	}
	for _, l := range all {
		if n := l.Pending(); n != 0 {
			t.Errorf("lane %d: %d records pending after the last barrier", l.ID, n)
		}
	}
}

// A lane serves its furthest stage first, and each stage in order.
func TestInboxOrder(t *testing.T) {
	b := newInbox(3)
	for i, stage := range []int{0, 2, 1, 0, 2} {
		b.put(Work{Stage: stage, Input: i, Refs: make([]abi.Ref, 2)})
	}
	var got []int
	for {
		w, ok := b.take(false)
		if !ok {
			break
		}
		got = append(got, w.Input)
		b.done(w.size())
	}
	if want := []int{1, 4, 2, 0, 3}; !slices.Equal(got, want) || b.pending != 0 {
		t.Errorf("order %v with %d pending, want %v and none", got, b.pending, want)
	}
	b.close()
	if _, ok := b.take(true); ok {
		t.Error("a closed inbox that is empty gave work")
	}
}

// A record that panics is reported and the batch goes on behind it; after a verdict to stop nothing runs any more.
func TestGuard(t *testing.T) {
	for _, verdict := range []Verdict{Continue, Stop} {
		var failures []string
		p := &Program{Nodes: []abi.Node{{Name: "n", Pos: "t.go:1:1"}}, Sources: []SourceInfo{{Topics: []string{"in"}}}}
		var ran []int
		p.Stages = []StageInfo{{Sources: []int{0}, New: func(l *Lane) *Stage {
			return &Stage{Sources: []Source{{Run: func(b *abi.Batch, refs []abi.Ref, from int) {
				for i := from; i < len(refs); i++ {
					l.At = i
					if i%3 == 1 {
						panic(fmt.Sprint("record ", i))
					}
					ran = append(ran, i)
				}
			}}}}
		}}}
		env := Env{Stored: func() uint32 { return 0 }, Failed: func(*Failure) {}}
		env.Errors.Process = func(f *Failure) Verdict {
			failures = append(failures, f.Cause.Error())
			return verdict
		}
		l := New(0, 1, p, p.Resolve(func(string) int32 { return 1 }, nil), 1, env)
		b, refs := batchOf(0, 1, 2, 3, 4, 5)
		NewRouter(p, 1, func(_ int, w Work) { l.Put(w) }).Route(0, b, refs)
		l.Step()
		wantRan, wantFailures := []int{0, 2, 3, 5}, []string{"record 1", "record 4"}
		if verdict == Stop {
			wantRan, wantFailures = []int{0}, []string{"record 1"}
		}
		if !slices.Equal(ran, wantRan) || !slices.Equal(failures, wantFailures) {
			t.Errorf("verdict %d: ran %v with failures %v, want %v with %v", verdict, ran, failures, wantRan, wantFailures)
		}
		if (l.Stopped() != nil) != (verdict == Stop) {
			t.Errorf("verdict %d: stopped %v", verdict, l.Stopped())
		}
	}
}

func TestTry(t *testing.T) {
	p := &Program{Nodes: []abi.Node{{Name: "n"}}, Sources: []SourceInfo{{Topics: []string{"in"}}}}
	p.Stages = []StageInfo{{Sources: []int{0}, New: func(*Lane) *Stage { return &Stage{} }}}
	l := New(0, 1, p, p.Resolve(func(string) int32 { return 1 }, nil), 1, Env{Errors: Handlers{Process: func(*Failure) Verdict { return Continue }}})
	if l.Try(abi.Origin{}, func() { panic("x") }) || l.drops[0][abi.Failed] != 1 {
		t.Error("a panic that the handler lets pass stops, or isn't counted")
	}
	b, _ := batchOf(7)
	o := abi.Origin{B: b}
	sum := 0
	if n := testing.AllocsPerRun(100, func() { l.Try(o, func() { sum++ }) }); n != 0 || sum == 0 {
		t.Errorf("Try costs %v allocations", n)
	}
}

// TestNotTheRecordsFault: what can't be read or looked up for now stops the lane, whatever the handler would say of the record.
func TestNotTheRecordsFault(t *testing.T) {
	for want, cause := range map[Kind]error{
		State:   fmt.Errorf("get: %w", &store.Unreadable{Err: errors.New("no disk")}),
		Brokers: &Unreachable{errors.New("no brokers")},
	} {
		p := &Program{Nodes: make([]abi.Node, 1)}
		l := New(0, 1, p, p.Resolve(nil, nil), 1, Env{Failed: func(*Failure) {}, Errors: Handlers{
			Process: func(f *Failure) Verdict {
				t.Errorf("a handler was asked about %v", f)
				return Continue
			}}})
		if stop := l.Try(abi.Origin{}, func() { panic(cause) }); !stop || l.Stopped() == nil || l.Stopped().Kind != want {
			t.Errorf("%v: stop %v, failure %v", cause, stop, l.Stopped())
		}
	}
}

// A hop allocates nothing once its batches exist.
func TestHopAllocatesNothing(t *testing.T) {
	note := &seen{epochs: map[uint32][]int{}}
	p := diamond(note)
	p.Stages[2].New = func(*Lane) *Stage {
		r := In(func([]item, int) {}, nil)
		return &Stage{Hops: []Receiver{r, r}}
	}
	var l *Lane
	env := Env{Send: func(_ int, w Work) { l.Put(w) }, Stored: func() uint32 { return 0 }, Handover: func(h *Handover) { l.Recycle(h) }}
	l = New(0, 1, p, p.Resolve(func(string) int32 { return 1 }, nil), 1, env)
	numbers := make([]int, 1000)
	for i := range numbers {
		numbers[i] = i
	}
	b, all := batchOf(numbers...)
	refs := make([]abi.Ref, len(all))
	for i := range refs {
		refs[i].I = all[i]
	}
	run := func() {
		l.Put(Work{From: FromRouter, Batch: b, Refs: refs})
		l.Step()
	}
	for range 10 {
		run()
	}
	if n := testing.AllocsPerRun(50, run); n > 5 { // closures of the guard: a few a piece of work, none a record
		t.Errorf("%v allocations for %d records", n, len(numbers))
	}
}
