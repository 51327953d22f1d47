package lane

import (
	"strings"
	"testing"
)

// joined is a stream that is re-keyed by a hop and joined with a table.
func joined(own int32) *Program {
	return &Program{
		Sources:      []SourceInfo{{Topics: []string{"left"}}, {Topics: []string{"right"}, Stage: 1}},
		Hops:         []HopInfo{{Name: "moved", From: 0, To: 1, Partitions: own}},
		Stages:       []StageInfo{{Sources: []int{0}, Out: []int{0}}, {Sources: []int{1}, Hops: []int{0}}},
		Copartitions: []Copartition{{Sources: []int{1}, Hops: []int{0}}},
	}
}

func counts(of map[string]int32) func(string) int32 { return func(t string) int32 { return of[t] } }

func TestHopTakesThePartitionsOfWhatItIsJoinedWith(t *testing.T) {
	for _, right := range []int32{2, 3, 7} {
		p, of := joined(0), counts(map[string]int32{"left": 3, "right": right})
		if err := p.Copartitioned(of, nil); err != nil {
			t.Error(err)
		}
		if l := p.Resolve(of, nil); l.Hops[0] != right || l.Parts[1] != right || l.Parts[0] != 3 {
			t.Errorf("right has %d: %+v", right, l)
		}
	}
}

func TestHopsAloneTakeTheLargest(t *testing.T) {
	p := joined(0)
	p.Copartitions = []Copartition{{Hops: []int{0, 1}}}
	p.Sources[1].Stage = 0
	p.Hops = append(p.Hops, HopInfo{Name: "other", From: 0, To: 1})
	p.Stages = []StageInfo{{Sources: []int{0, 1}, Out: []int{0, 1}}, {Hops: []int{0, 1}}}
	of := counts(map[string]int32{"left": 3, "right": 5})
	if l := p.Resolve(of, nil); l.Hops[0] != 5 || l.Hops[1] != 5 {
		t.Errorf("%+v", l)
	}
	p.Hops[1].Partitions = 2
	if l := p.Resolve(of, nil); l.Hops[0] != 2 || l.Hops[1] != 2 {
		t.Errorf("one says 2: %+v", l)
	}
}

func TestNotCopartitioned(t *testing.T) {
	p := joined(4)
	err := p.Copartitioned(counts(map[string]int32{"left": 3, "right": 2}), nil)
	if err == nil || !strings.Contains(err.Error(), "right has 2, moved-repartition has 4") {
		t.Error(err)
	}
	p = joined(0)
	p.Copartitions[0].Sources = []int{0, 1}
	err = p.Copartitioned(counts(map[string]int32{"left": 3, "right": 2}), nil)
	if err == nil || !strings.Contains(err.Error(), "left has 3, right has 2") {
		t.Error(err)
	}
}
