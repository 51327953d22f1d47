package main

import (
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stoatgen/stoatgen/internal/difftest"
	"github.com/stoatgen/stoatgen/internal/fuzztopo/harness"
)

// on makes the topologies of the oracle: in reads topics, then each operator takes the one before, or the two before.
func on(ops ...op) topology {
	for i := range ops {
		switch {
		case len(ops[i].Topics) > 0 || ops[i].In != nil:
		case inputsOf(ops[i].What) == 2:
			ops[i].In = []int{i - 2, i - 1}
		default:
			ops[i].In = []int{i - 1}
		}
	}
	return topology{Name: "T", Ops: ops}
}

func in(what, topic string) op { return op{What: what, Topics: []string{topic}} }

func cached(o op) op { o.Cache = true; return o }

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
	"fuzz/tw-close":     on(in("nullable", "in"), retained(closing(added(hopping(10, 10, 3))))),
	"fuzz/hop-close":    on(in("nullable", "in"), retained(closing(added(hopping(10, 4, 3))))),
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

	"fuzz/sliding-5-0":                on(in("stream", "in"), added(slide(5, 0))),
	"fuzz/sliding-5-15":               on(in("stream", "in"), added(slide(5, 15))),
	"fuzz/sliding-20-100":             on(in("stream", "in"), added(slide(20, 100))),
	"fuzz/sliding-close":              on(in("stream", "in"), retained(closing(added(slide(5, 3))))),
	"fuzz/tw-close-strict":            on(in("nullable", "in"), closing(added(hopping(10, 10, 3)))),
	"fuzz/session-close":              on(in("nullable", "in"), closing(added(session(5, 3)))),
	"fuzz/session-ret-0-3":            on(in("nullable", "in"), retained(added(session(0, 3)))),
	"fuzz/session-ret-5-0":            on(in("nullable", "in"), retained(added(session(5, 0)))),
	"fuzz/session-ret-5-20":           on(in("nullable", "in"), retained(added(session(5, 20)))),
	"edge-v1/sliding":                 on(in("stream", "in"), added(slide(5, 10))),
	"edge-v1/sliding-early":           on(in("stream", "in"), added(slide(10, 50))),
	"edge-v1/sliding-onclose":         on(in("stream", "in"), closing(added(slide(5, 0)))),
	"edge-v1/tw-onclose":              on(in("stream", "in"), closing(added(hopping(10, 10, 0)))),
	"edge-v1/session-onclose":         on(in("stream", "in"), closing(added(session(5, 0)))),
	"edge-v1/tw-count-null-value":     on(in("stream", "in"), counted(hopping(10, 10, 5))),
	"edge-v1/left-oldapi":             eager(joined("leftJoin", 10, 10, 0)),
	"edge-v2/onclose-retention":       on(in("stream", "in"), retained(closing(counted(hopping(10, 10, 0))))),
	"edge-v3/unlimited":               on(in("stream", "in"), counted(window{Kind: "unlimited", Before: 5})),
	"edge-v3/tw-tt-join":              on(in("stream", "l"), counted(hopping(10, 10, 0)), in("stream", "r"), counted(hopping(10, 10, 0)), op{What: "tableOuterJoin", In: []int{1, 3}}),
	"edge-v3/tt-suppress-join":        on(in("table", "l"), limit(5, 0), in("table", "r"), op{What: "tableJoin", In: []int{1, 2}}),
	"edge-v3/tt-filter-join":          on(in("table", "l"), op{What: "filter"}, in("table", "r"), op{What: "change"}, op{What: "tableLeftJoin", In: []int{1, 3}}),
	"edge-v3/transform-values":        on(in("table", "in"), op{What: "transform"}),
	"edge-v3/versioned-agg":           on(in("stream", "in"), versioned(op{What: "aggregate", Agg: "reduce", By: -1}, 10)),
	"edge-v3/versioned-table-groupby": on(versioned(in("table", "in"), 100), op{What: "regroup", Agg: "reduce", Fn: 1}),
	"edge-v3/foreign-null-left-key":   on(append(sides("table"), op{What: "tableLeftJoin"})...),
	"fuzz/cogroup":                    on(append(sides("stream"), op{What: "cogroup", Agg: "aggregate", By: -1, Named: true})...),
	"edge-v2/cogroup":                 on(in("stream", "x"), in("stream", "y"), op{What: "cogroup", Agg: "aggregate", By: -1, Named: true}),
	"fuzz/tt-inner-mat":               on(append(sides("table"), named(op{What: "tableJoin"}))...),
	"fuzz/tt-left-mat":                on(append(sides("table"), named(op{What: "tableLeftJoin"}))...),
	"fuzz/tt-outer-mat":               on(append(sides("table"), named(op{What: "tableOuterJoin"}))...),
	"edge-v2/tt-inner-mat":            on(append(sides("table"), named(op{What: "tableJoin"}))...),
	"fuzz/tt-inner-ver":               on(past(1000, op{What: "tableJoin"})...),
	"fuzz/tt-left-ver":                on(past(1000, op{What: "tableLeftJoin"})...),
	"fuzz/tt-outer-ver":               on(past(1000, op{What: "tableOuterJoin"})...),
	"edge-v2/tt-inner-ver":            on(past(60, op{What: "tableJoin"})...),
	"fuzz/st-ver":                     on(in("stream", "l"), versioned(in("table", "r"), 25), op{What: "leftJoinTable"}),
	"edge-v2/st-ver":                  on(in("stream", "l"), versioned(in("table", "r"), 20), op{What: "joinTable"}),
	"fuzz/st-grace":                   on(in("stream", "l"), versioned(in("table", "r"), 1000), op{What: "joinTable", Window: window{Kind: "grace", Grace: 8}}),
	"edge-v2/st-grace":                on(in("stream", "l"), versioned(in("table", "r"), 60), op{What: "joinTable", Window: window{Kind: "grace", Grace: 5}}),
	"fuzz/fk-inner":                   on(append(sides("table"), op{What: "joinForeign"})...),
	"fuzz/fk-left":                    on(append(sides("table"), op{What: "leftJoinForeign"})...),
	"fuzz/fk-left-ver":                on(past(1000, op{What: "leftJoinForeign"})...),
	"edge-v2/fk-inner":                on(append(sides("table"), op{What: "joinForeign"})...),
	"edge-v2/fk-left":                 on(append(sides("table"), op{What: "leftJoinForeign"})...),
	"edge-v2/fk-inner-mat":            on(append(sides("table"), named(op{What: "joinForeign"}))...),
	"fuzz/gt-left":                    on(in("stream", "l"), in("global", "r"), op{What: "leftJoinGlobal", Fn: 1}),
	"edge-v2/gt-left":                 on(in("stream", "l"), in("global", "r"), op{What: "leftJoinGlobal", Fn: 1}),
	"edge-v2/gt-join":                 on(in("stream", "l"), in("global", "r"), op{What: "joinGlobal", Fn: 1}),
	"edge-v2/punct":                   on(in("stream", "in"), op{What: "ticks"}),
	"edge-v2/tfilter-nomat":           on(in("table", "in"), op{What: "filter"}),
	"edge-v2/tfilter-srcmat":          on(named(in("table", "in")), op{What: "filter"}),
	"edge-v2/tfilter-mat":             on(in("table", "in"), named(op{What: "filter"})),
	"edge-v2/tmapvalues":              on(in("table", "in"), op{What: "change"}),
	"edge-v2/tgroup-agg":              on(in("table", "in"), op{What: "regroup", Agg: "aggregate"}),
	"edge-v2/tgroup-count":            on(in("table", "in"), op{What: "regroup", Agg: "count"}),
	"edge-v2/tgroup-reduce":           on(in("table", "in"), op{What: "regroup", Agg: "reduce"}),
	"edge-v3/chain-agg":               on(in("stream", "in"), counted(window{}), op{What: "regroup", Agg: "count", Fn: 2}),
}

func slide(d, grace int64) window { return window{Kind: "sliding", Size: d, Grace: grace} }

func retained(o op) op { o.Retain = true; return o }

func versioned(o op, history int64) op { o.History, o.Named = history, true; return o }

func past(history int64, o op) []op {
	return []op{versioned(in("table", "l"), history), versioned(in("table", "r"), history), o}
}

func eager(t topology) topology { t.Ops[len(t.Ops)-1].Eager = true; return t }

// functions are those of the oracle's topologies that aren't the model's own.
var functionsOf = map[string]func(*library){
	"fuzz/cogroup":             func(l *library) { l.add = signed("l", "r") },
	"edge-v2/cogroup":          func(l *library) { l.add = signed("x", "y") },
	"edge-v3/tw-tt-join":       func(l *library) { l.pair = func(v, w *string) string { return text(v) + "/" + text(w) } },
	"edge-v3/transform-values": func(l *library) { l.mark = func(k string, v *string) string { return k + ":" + text(v) } },
	"edge-v3/versioned-agg":    func(l *library) { l.plus = func(a, v string) string { return a + v } },
	"edge-v3/versioned-table-groupby": func(l *library) {
		l.group = func(_ int, _ string, v *string) (string, string) { return "g", *v }
	},
	"edge-v3/tt-filter-join": func(l *library) {
		l.keep = func(_ int, _ string, v *string) bool { return len(*v) > 1 }
		l.change = func(_ int, v *string) string { return "m" + *v }
	},
	"fuzz/fk-inner":        lastForeign,
	"fuzz/fk-left":         lastForeign,
	"fuzz/fk-left-ver":     lastForeign,
	"fuzz/gt-left":         lastForeign,
	"edge-v2/fk-inner":     firstForeign,
	"edge-v2/fk-left":      firstForeign,
	"edge-v2/fk-inner-mat": firstForeign,
	"edge-v2/gt-left": func(l *library) {
		l.foreign, l.keys = func(_ string, v *string) (string, bool) { return *v, *v != "N" }, slashed
	},
	"edge-v2/gt-join": func(l *library) {
		l.foreign, l.keys = func(_ string, v *string) (string, bool) { return *v, *v != "N" }, slashed
	},
	"edge-v2/punct": func(l *library) {
		l.tick = func(k string, _ int64) (string, string) {
			return map[string]string{"a": "st", "b": "wc", "c": "anch"}[k], "p"
		}
	},
	"edge-v2/tfilter-nomat":  over3,
	"edge-v2/tfilter-srcmat": over3,
	"edge-v2/tfilter-mat":    over3,
	"edge-v2/tmapvalues":     func(l *library) { l.change = func(_ int, v *string) string { return "m" + *v } },
	"edge-v2/tgroup-agg":     byGroup,
	"edge-v2/tgroup-count":   byGroup,
	"edge-v2/tgroup-reduce":  byGroup,
}

func signed(l, r string) [2]func(string, *string, string) string {
	return [2]func(string, *string, string) string{
		func(_ string, v *string, a string) string { return a + l + *v }, func(_ string, v *string, a string) string { return a + r + *v },
	}
}

func lastForeign(l *library) {
	l.foreign, l.keys = func(_ string, v *string) (string, bool) { return last(*v), last(*v) != "0" }, slashed
}

func firstForeign(l *library) {
	l.foreign = func(_ string, v *string) (string, bool) {
		k, _, _ := strings.Cut(*v, "|")
		return k, k != "N"
	}
}

func slashed(k key, mapped, v, w *string) string {
	shown := k.text
	if k.null {
		shown = "null"
	}
	return shown + "/" + text(mapped) + "/" + text(v) + "/" + text(w)
}

func over3(l *library) {
	l.keep = func(_ int, _ string, v *string) bool {
		n, _ := strconv.Atoi(*v)
		return n > 3
	}
}

func byGroup(l *library) {
	l.group = func(_ int, _ string, v *string) (string, string) {
		g, rest, _ := strings.Cut(*v, ":")
		return g, rest
	}
}

// TestModel holds the model against what Kafka Streams answered.
func TestModel(t *testing.T) {
	old := width
	width = 1 << 20
	defer func() { width = old }()
	own := lib
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
			if change := functionsOf[name]; change != nil {
				change(&lib)
			}
			what := answers(topology, v)
			if lib = own; what != "" {
				t.Errorf("%s: %s", file, what)
			}
		}
	}
	if files < 260 {
		t.Errorf("%d vectors, there were more", files)
	}
}

func answers(t topology, v *difftest.Vector) string {
	x := trial{t: t}
	var want [][]harness.Record
	for _, s := range v.Steps {
		switch {
		case s.Error != "":
			continue
		case s.In == nil:
			x.steps = append(x.steps, harness.Record{TS: s.Advance})
		default:
			x.steps = append(x.steps, heard(s.In))
		}
		var out []harness.Record
		for _, r := range s.Out["out"] {
			out = append(out, heard(&r))
		}
		want = append(want, out)
	}
	got, err := x.expected(harness.Plain)
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
