package main

import (
	"path/filepath"
	"slices"
	"testing"

	"github.com/stoatgen/stoatgen/internal/difftest"
	"github.com/stoatgen/stoatgen/internal/fuzztopo/harness"
)

// on makes the topologies of the oracle: in reads topics, then each operator takes the one before, or the two before.
func on(ops ...op) topology {
	for i := range ops {
		switch {
		case len(ops[i].Topics) > 0 || ops[i].In != nil:
		case binary(ops[i].What):
			ops[i].In = []int{i - 2, i - 1}
		default:
			ops[i].In = []int{i - 1}
		}
	}
	return topology{Name: "T", Ops: ops}
}

func in(what, topic string) op { return op{What: what, Topics: []string{topic}} }

func named(o op) op { o.Named = true; return o }

func counted(w window) op { return op{What: "aggregate", Agg: "count", By: -1, Window: w} }

func added(w window) op { return op{What: "aggregate", Agg: "aggregate", By: -1, Window: w} }

func closing(o op) op { o.Close = true; return o }

func hopping(size, advance, grace int64) window {
	return window{Kind: "hopping", Size: size, Advance: advance, Grace: grace}
}

func session(gap, grace int64) window { return window{Kind: "session", Size: gap, Grace: grace} }

func sides(what string) []op { return []op{in(what, "l"), in(what, "r")} }

func joined(what string, before, after, grace int64) topology {
	return on(append(sides("stream"), op{What: what, Window: window{Kind: "join", Before: before, Size: after, Grace: grace}})...)
}

func self(d int64) topology {
	return on(in("stream", "l"), op{What: "join", In: []int{0, 0}, Window: window{Kind: "join", Before: d, Size: d}})
}

func limit(d int64, fn int) op { return op{What: "suppress", Fn: fn, Window: window{Size: d}} }

// cases are the vectors whose topology the model can express.
var cases = map[string]topology{
	"fuzz/count":        on(in("stream", "in"), counted(window{})),
	"fuzz/tw-10-10-0":   on(in("nullable", "in"), added(hopping(10, 10, 0))),
	"fuzz/tw-10-10-7":   on(in("nullable", "in"), added(window{Kind: "tumbling", Size: 10, Grace: 7})),
	"fuzz/tw-12-4-5":    on(in("nullable", "in"), added(hopping(12, 4, 5))),
	"fuzz/tw-10-3-0":    on(in("nullable", "in"), added(hopping(10, 3, 0))),
	"fuzz/tw-close":     on(in("nullable", "in"), closing(added(hopping(10, 10, 3)))),
	"fuzz/hop-close":    on(in("nullable", "in"), closing(added(hopping(10, 4, 3)))),
	"fuzz/session-5-0":  on(in("nullable", "in"), added(session(5, 0))),
	"fuzz/session-5-20": on(in("nullable", "in"), added(session(5, 20))),
	"fuzz/session-0-3":  on(in("nullable", "in"), added(session(0, 3))),
	"fuzz/repart-tw": on(in("nullable", "in"), op{What: "asPlain"},
		op{What: "aggregate", Agg: "count", By: 0, Window: window{Kind: "tumbling", Size: 10, Grace: 5}}),
	"fuzz/tgroup":                on(in("table", "in"), op{What: "regroup", Agg: "aggregate"}),
	"fuzz/chain":                 on(in("stream", "in"), counted(window{}), op{What: "regroup", Agg: "count", Fn: 2}),
	"fuzz/tfilter":               on(named(in("table", "in")), op{What: "filter"}),
	"fuzz/st-inner":              on(in("stream", "l"), in("table", "r"), op{What: "joinTable"}),
	"fuzz/st-left":               on(in("stream", "l"), in("table", "r"), op{What: "leftJoinTable"}),
	"fuzz/tt-inner":              on(append(sides("table"), op{What: "tableJoin"})...),
	"fuzz/tt-left":               on(append(sides("table"), op{What: "tableLeftJoin"})...),
	"fuzz/tt-outer":              on(append(sides("table"), op{What: "tableOuterJoin"})...),
	"fuzz/ss-self":               self(7),
	"fuzz/suppress-close":        on(in("nullable", "in"), added(hopping(10, 10, 5)), op{What: "suppressClose"}),
	"fuzz/suppress-time":         on(in("table", "in"), limit(10, 0)),
	"fuzz/suppress-max2":         on(in("table", "in"), limit(30, 1)),
	"fuzz/ss-inner-10-10-0":      joined("join", 10, 10, 0),
	"fuzz/ss-inner-10-10-5":      joined("join", 10, 10, 5),
	"fuzz/ss-inner-0-10-3":       joined("join", 0, 10, 3),
	"fuzz/ss-inner-5-12-0":       joined("join", 5, 12, 0),
	"fuzz/ss-left-10-10-0":       joined("leftJoin", 10, 10, 0),
	"fuzz/ss-left-10-10-5":       joined("leftJoin", 10, 10, 5),
	"fuzz/ss-left-0-10-3":        joined("leftJoin", 0, 10, 3),
	"fuzz/ss-left-5-12-0":        joined("leftJoin", 5, 12, 0),
	"fuzz/ss-outer-10-10-0":      joined("outerJoin", 10, 10, 0),
	"fuzz/ss-outer-10-10-5":      joined("outerJoin", 10, 10, 5),
	"fuzz/ss-outer-0-10-3":       joined("outerJoin", 0, 10, 3),
	"fuzz/ss-outer-5-12-0":       joined("outerJoin", 5, 12, 0),
	"edge-v1/hop":                on(in("nullable", "in"), added(hopping(10, 4, 0))),
	"edge-v1/session":            on(in("nullable", "in"), added(session(5, 0))),
	"edge-v1/session-grace":      on(in("stream", "in"), counted(session(5, 10))),
	"edge-v1/suppress-close":     on(in("stream", "in"), counted(hopping(10, 10, 5)), op{What: "suppressClose"}),
	"edge-v1/suppress-session":   on(in("stream", "in"), counted(session(5, 3)), op{What: "suppressClose"}),
	"edge-v1/suppress-time":      on(in("stream", "in"), counted(window{}), limit(10, 0)),
	"edge-v1/suppress-zero":      on(named(in("table", "in")), limit(0, 0)),
	"edge-v1/outer":              joined("outerJoin", 10, 10, 0),
	"edge-v1/outer-asym":         joined("outerJoin", 5, 10, 0),
	"edge-v1/asym-after":         joined("join", 0, 10, 0),
	"edge-v1/inner-bounds":       joined("join", 10, 10, 5),
	"edge-v1/left-bounds":        joined("leftJoin", 10, 10, 5),
	"edge-v1/self-join-plain":    self(10),
	"edge-v2/st-inner":           on(in("stream", "l"), in("table", "r"), op{What: "joinTable"}),
	"edge-v2/st-left":            on(in("stream", "l"), in("table", "r"), op{What: "leftJoinTable"}),
	"edge-v2/tt-inner":           on(append(sides("table"), op{What: "tableJoin"})...),
	"edge-v2/tt-left":            on(append(sides("table"), op{What: "tableLeftJoin"})...),
	"edge-v2/tt-outer":           on(append(sides("table"), op{What: "tableOuterJoin"})...),
	"edge-v2/merge":              on(in("stream", "a"), in("stream", "b"), op{What: "merge"}),
	"edge-v2/totable":            on(in("stream", "in"), named(op{What: "toTable"})),
	"edge-v3/left-late-double":   joined("leftJoin", 10, 10, 5),
	"edge-v3/list-dups":          joined("outerJoin", 5, 5, 0),
	"edge-v3/hdr-ss":             joined("leftJoin", 5, 5, 0),
	"edge-v3/hdr-session-c0":     on(in("stream", "in"), counted(session(10, 0))),
	"edge-v3/hdr-tw-c0":          on(in("stream", "in"), counted(hopping(10, 10, 0))),
	"edge-v1/left-mintime-quirk": joined("leftJoin", 10, 10, 0),
}

// TestModel holds the model against what Kafka Streams answered.
func TestModel(t *testing.T) {
	old := width
	width = 1 << 20
	defer func() { width = old }()
	files := 0
	for name, topology := range cases {
		found, err := difftest.Files(filepath.Join("..", "..", "testdata", "oracle"), name)
		if err != nil || len(found) == 0 {
			t.Fatalf("%s: no vector: %v", name, err)
		}
		for _, file := range found {
			v, err := difftest.Load(file)
			if err != nil {
				t.Fatal(err)
			}
			files++
			if what := answers(topology, v); what != "" {
				t.Errorf("%s: %s", file, what)
			}
		}
	}
	if files < 150 {
		t.Errorf("%d vectors, there were more", files)
	}
}

func answers(t topology, v *difftest.Vector) string {
	x := trial{t: t}
	var want [][]harness.Record
	for _, s := range v.Steps {
		if s.In == nil || s.Error != "" {
			continue
		}
		x.steps = append(x.steps, heard(s.In))
		var out []harness.Record
		for _, r := range s.Out["out"] {
			out = append(out, heard(&r))
		}
		want = append(want, out)
	}
	got, err := x.expected()
	if err != nil {
		return err.Error()
	}
	counts := slices.ContainsFunc(t.Ops, func(o op) bool { return o.Agg == "count" })
	for _, step := range slices.Concat(got, want) {
		for j := range step {
			r := &step[j]
			if r.Topic = ""; r.Value == nil && counts {
				r.Value = new("null") // some cases print it so, some not
			}
		}
	}
	return difference(&harness.Job{Steps: x.steps}, want, &harness.Answer{Steps: got})
}

func heard(r *difftest.Record) harness.Record {
	x := harness.Record{Key: r.Key, Value: r.Value, TS: *r.TS, Topic: r.Topic}
	if len(r.Headers) > 0 {
		x.Header = *r.Headers[0][1]
	}
	return x
}
