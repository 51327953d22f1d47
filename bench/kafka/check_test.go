package main

import (
	"hash/maphash"
	"testing"

	"github.com/stoatgen/stoatgen/rt"
	"github.com/stoatgen/stoatgen/rt/rttest"
)

// few spans two minutes, so that a window closes.
var few = input{records: 2000, keys: 50, bytes: 20}

// TestExpected says that the direct computation and the topologies agree: a check that expects something else would
// blame whoever is measured.
func TestExpected(t *testing.T) {
	for name, app := range apps {
		t.Run(name, func(t *testing.T) {
			a, err := app(rt.Config{ApplicationID: "bench"})
			if err != nil {
				t.Fatal(err)
			}
			d := rttest.New(t, a)
			in := rttest.NewInput(d, source, rttest.String(), rttest.Bytes())
			few.each(func(ts int64, key string, value []byte) { in.PipeAt(key, append([]byte(nil), value...), ts) })
			seed := maphash.MakeSeed()
			got, want := newOutcome(seed), expect(name, few, seed)
			for _, r := range d.Read(name + "-out") {
				got.add(string(r.Key), r.Value)
			}
			if err := compare(name, got, want, false); err != nil {
				t.Error(err)
			}
		})
	}
}

func TestCompareFindsDifferences(t *testing.T) {
	seed := maphash.MakeSeed()
	of := func(pairs ...string) *outcome {
		o := newOutcome(seed)
		for i := 0; i < len(pairs); i += 2 {
			o.add(pairs[i], []byte(pairs[i+1]))
		}
		return o
	}
	want := of("a", "1", "a", "2", "b", "1")
	for _, c := range []struct {
		name   string
		got    *outcome
		cached bool
		equal  bool
	}{
		{"partitions in another order", of("b", "1", "a", "1", "a", "2"), false, true},
		{"a record twice", of("a", "1", "a", "2", "b", "1", "b", "1"), false, false},
		{"a record is missing", of("a", "2", "b", "1"), false, false},
		{"another value", of("a", "0", "a", "2", "b", "1"), false, false},
		{"only the last of a key", of("a", "2", "b", "1"), true, true},
		{"another last", of("a", "1", "b", "1"), true, false},
		{"a key is missing", of("a", "2"), true, false},
		{"a key too many", of("a", "2", "b", "1", "c", "1"), true, false},
	} {
		if err := compare("t", c.got, want, c.cached); (err == nil) != c.equal {
			t.Errorf("%s: %v, equal should be %v", c.name, err, c.equal)
		}
	}
}
