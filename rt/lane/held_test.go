package lane

import (
	"slices"
	"testing"

	"github.com/stoatgen/stoatgen/rt/abi"
)

// quiet is a holder, and processors, of a stage to which no record comes.
type quiet struct{ calls []string }

func (q *quiet) note(call string) { q.calls = append(q.calls, call) }

func (q *quiet) Load() error                       { q.note("load"); return nil }
func (q *quiet) Due(bool) Payload                  { q.note("due"); return nil }
func (q *quiet) Wall(int64) int64                  { q.note("wall"); return Never }
func (q *quiet) Start()                            {}
func (q *quiet) Stream()                           {}
func (q *quiet) Behind()                           {}
func (q *quiet) Close()                            {}
func (q *quiet) Marks(func(name string, t *int64)) {}

// TestQuietLaneLoads: what durable rows have to hold is there ahead of all that may add to it or let it go, also where that
// isn't a record: else the rows would come later and take the place of what is newer.
func TestQuietLaneLoads(t *testing.T) {
	for name, c := range map[string]struct {
		work func(l *Lane)
		want []string
	}{
		"punctuation": {func(l *Lane) { l.Punctuate() }, []string{"load", "wall"}},
		"barrier":     {func(l *Lane) { l.Put(Work{From: FromRouter, Barrier: 1}) }, []string{"load", "due"}},
	} {
		q := &quiet{}
		p := &Program{Nodes: make([]abi.Node, 1), Sources: []SourceInfo{{Topics: []string{"in"}}}}
		p.Stages = []StageInfo{{Sources: []int{0}, New: func(*Lane) *Stage { return &Stage{Tasks: q, Held: []Held{{Holder: q}}} }}}
		l := New(0, 1, p, p.Resolve(func(string) int32 { return 1 }, nil), 1, Env{Now: func() int64 { return 0 }, Handover: func(*Handover) {}})
		c.work(l)
		if l.Step(); !slices.Equal(q.calls, c.want) {
			t.Errorf("%s: %v, want %v", name, q.calls, c.want)
		}
	}
}
