package bench

import (
	"github.com/stoatgen/stoatgen/rt/codec"
	"github.com/stoatgen/stoatgen/rt/lane"
)

const partitions = 4

// program is what an application runs; a *rt.App has it.
type program interface{ Program() *lane.Program }

// generated is a topology on lanes of its own, without an engine: batches go in, hand-overs come out.
type generated struct {
	p     *lane.Program
	lanes []*lane.Lane
	epoch uint32
	given []*lane.Handover

	handed func(h *lane.Handover) // fills given, unless lanes run
}

func newGenerated(app program, err error, lanes int) *generated {
	if err != nil {
		panic(err)
	}
	g := &generated{p: app.Program(), epoch: 1}
	g.handed = func(h *lane.Handover) { g.given = append(g.given, h) }
	env := lane.Env{
		Send:       func(to int, w lane.Work) { g.lanes[to].Put(w) },
		Handover:   func(h *lane.Handover) { g.handed(h) },
		Partitions: func(string) int32 { return partitions },
		Stored:     func() uint32 { return g.epoch - 1 },
		Now:        func() int64 { return 0 },
		Failed:     func(f *lane.Failure) { panic(f) },
		Changelog:  func(i int) string { return g.p.Stores[i].Name },
		Errors:     lane.Handlers{Decode: stop, Process: stop},
	}
	layout := g.p.Resolve(env.Partitions, nil)
	for i := range lanes {
		g.lanes = append(g.lanes, lane.New(i, lanes, g.p, layout, g.epoch, env))
	}
	return g
}

func stop(*lane.Failure) lane.Verdict { return lane.Stop }

// run puts a batch of a source through the first lane, hops and all.
func (g *generated) run(source int, in Input) {
	s := &g.p.Sources[source]
	g.lanes[0].Put(lane.Work{Stage: s.Stage, Input: source, From: lane.FromRouter, Batch: in.B, Refs: in.Refs})
	g.lanes[0].Step()
}

// forget drops what was written to the sinks; changed entries stay changed. So the record path alone is measured.
func (g *generated) forget() {
	for i := range g.p.Stages {
		for _, t := range g.lanes[0].Stage(i).Outs {
			t.Reset()
		}
	}
}

// barrier ends the epoch; what is handed over is valid until recycle.
func (g *generated) barrier() {
	lane.NewRouter(g.p, len(g.lanes), func(to int, w lane.Work) { g.lanes[to].Put(w) }).Barrier(g.epoch, nil)
	for worked := true; worked; {
		worked = false
		for _, l := range g.lanes {
			worked = l.Step() || worked
		}
	}
	g.epoch++
}

func (g *generated) recycle() {
	for _, h := range g.given {
		g.lanes[h.Lane].Recycle(h)
	}
	g.given = g.given[:0]
}

// outs are the sinks' topics of the last barrier, of one lane.
func (g *generated) outs() (all []*codec.Topic) {
	for _, h := range g.given {
		all = append(all, h.Outs...)
	}
	return all
}

// sameTopics says whether two topics hold the same bytes.
func sameTopics(a, b *codec.Topic) bool {
	for i := range a.Parts {
		x, y := a.Parts[i].Chunks(), b.Parts[i].Chunks()
		if len(x) != len(y) {
			return false
		}
		for k := range x {
			if string(x[k].Seal(codec.Unstamped)) != string(y[k].Seal(codec.Unstamped)) {
				return false
			}
		}
	}
	return true
}
