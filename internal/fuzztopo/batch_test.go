package main

import (
	"os"
	"reflect"
	"strings"
	"testing"

	"github.com/stoatgen/stoatgen/internal/fuzztopo/harness"
)

// TestBatch builds a small batch, of what has been found, and finds no difference; against a model of another topology it finds one.
func TestBatch(t *testing.T) {
	b, err := newBench("../..")
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(b.dir)
	all := []trial{
		// A generic joiner that meets nothing.
		tried("Joined", joined("outerJoin", 5, 5, 0)),
		// The partner of a record has to be later than it by three.
		tried("Later", joined("outerJoin", -3, 8, 2)),
		tried("Filtered", on(in("stream", "in"), op{What: "filter"}, counted(window{}))),
		// Sessions have no headers.
		tried("Quiet", on(in("stream", "in"), counted(session(5, 3)), op{What: "suppressClose"})),
		// Rows of windows are looked up behind a suppression, on both sides.
		tried("HeldBack", on(in("stream", "l"), added(slide(5, 0)), limit(20, 0), in("stream", "r"), added(slide(5, 0)), limit(20, 0),
			op{What: "tableJoin", In: []int{2, 5}})),
		// A filter of a versioned table deletes what isn't there.
		tried("Past", on(in("stream", "in"), versioned(counted(window{}), 20), op{What: "filterNot", Fn: 1})),
		// A transformer makes a value of no row.
		tried("Made", on(in("table", "l"), op{What: "transform"}, in("table", "r"), op{What: "transform"}, op{What: "tableOuterJoin", In: []int{1, 2}},
			op{What: "tableJoin", In: []int{1, 3}}, op{What: "joinForeign", In: []int{2, 1}}, op{What: "leftJoinForeign", In: []int{0, 3}},
			in("stream", "s"), op{What: "leftJoinTable", In: []int{8, 1}}, op{What: "joinTable", In: []int{8, 3}})),
		// A stream looks into a table that is held back.
		tried("Looked", on(in("stream", "l"), in("table", "r"), limit(20, 0), op{What: "leftJoinTable", In: []int{0, 2}})),
		// A window that ends when time does, as bytes.
		tried("Endless", on(in("stream", "in"), added(window{Kind: "unlimited", Before: 1}), limit(20, 1))),
		// Of the streams of a cogroup one has its source's key, the other another.
		tried("Grouped", on(in("stream", "l"), in("stream", "r"), op{What: "cogroup", Agg: "aggregate", In: []int{0, 1}, Fn: 1, By: 1},
			op{What: "tableJoin", In: []int{2, 2}})),
		// What a cache lets go at the end of a step comes into a suppression, and what that lets go into a cache.
		tried("Passed", on(cached(in("table", "in")), limit(9, 0), cached(named(op{What: "change"})))),
		// A window that begins with what another one has was not there before, whatever a cache is asked for.
		tried("Kept", on(in("stream", "in"), cached(added(slide(5, 5))), op{What: "regroup", Agg: "aggregate"})),
		// Sessions have no headers, and none behind a cache of what is made of them.
		tried("Bare", on(in("stream", "in"), added(session(3, 5)), op{What: "regroup", Agg: "count"}, cached(named(op{What: "change"})))),
		// The streams of a cogroup have one cache.
		tried("Shared", on(in("stream", "in"), op{What: "pieces"}, op{What: "tag"},
			cached(op{What: "cogroup", Agg: "aggregate", In: []int{1, 2}, By: -1, Window: session(3, 0)}))),
		// A null keeps its record's timestamp.
		tried("Stamped", on(op{What: "table", Topics: []string{"in"}, Stamp: true})),
		// Two tables name rows of each other, and each result is joined with its right side: where that is, the left one's rows are looked up.
		tried("Mutual", on(versioned(in("table", "l"), 20), in("table", "r"), op{What: "joinForeign", In: []int{1, 0}}, op{What: "leftJoinForeign", In: []int{0, 1}},
			op{What: "tableLeftJoin", In: []int{2, 0}}, op{What: "tableLeftJoin", In: []int{3, 1}})),
		// A session that closes by a record which isn't seen stays until it is sent.
		{called("Unseen", on(in("stream", "in"), closing(added(session(6, 0))))), []harness.Record{{Topic: "in", Key: new("a"), Value: new("v"), TS: 33},
			{Topic: "in", Key: new("c"), TS: 86}, {Topic: "in", Key: new("b"), Value: new("w"), TS: 96}}},
		// Nor does one go by stream time that is still seen.
		{called("Seen", on(in("stream", "in"), added(session(6, 0)))), []harness.Record{{Topic: "in", Key: new("a"), Value: new("v"), TS: 17},
			{Topic: "in", Key: new("a"), TS: 28}, {Topic: "in", Key: new("a"), Value: new("w"), TS: 22}}},
		// A view of a record that hopped outlives the record.
		tried("Viewed", on(in("stream", "in"), op{What: "repartition"}, op{What: "asNullable"}, op{What: "aggregate", Agg: "aggregate", By: 0})),
		// What found no partner meets a table that records wait for.
		tried("Waiting", on(in("stream", "l"), in("stream", "r"), op{What: "leftJoin", Window: window{Kind: "join", Before: 5, Size: 5}},
			versioned(in("table", "t"), 20), op{What: "joinTable", In: []int{2, 3}, Window: window{Kind: "grace", Grace: 2}})),
		// A tick comes to both streams of a cogroup, over a hop each.
		tried("Ticked", on(in("stream", "in"), op{What: "every", In: []int{}}, op{What: "change", In: []int{1}},
			op{What: "cogroup", Agg: "aggregate", In: []int{1, 2}, By: 1, Fn: 1})),
		// A stream that is merged with itself, or with a view of it, comes once.
		tried("Twice", on(in("stream", "in"), op{What: "ticks"}, op{What: "asNullableKey", In: []int{1}}, op{What: "asNullableKey", In: []int{1}}, op{What: "merge"},
			op{What: "merge", In: []int{0, 0}})),
		// What a cache lets go moves no stream time, though a processor gave it a timestamp ahead of that.
		{called("Ahead", on(in("nullable", "in"), op{What: "valuesCounted"}, cached(added(hopping(10, 4, 10))), op{What: "alarms", In: []int{1}})),
			[]harness.Record{{Topic: "in", Key: new("c"), Value: new("v32_3"), TS: 113}, {Topic: "in", Key: new("c"), Value: new("v33_2"), TS: 121},
				{Topic: "in", Key: new("c"), TS: 132}, {Topic: "in", Key: new("a"), Value: new("v35_3"), TS: 130}}},
		// A cache finds the session that one of the same bounds takes the place of.
		{called("Same", on(in("stream", "in"), cached(op{What: "aggregate", Agg: "reduce", By: 0, Window: session(3, 10)}), op{What: "regroup", Agg: "count"})),
			[]harness.Record{{Topic: "in", Key: new("b"), Value: new("v1_4"), TS: 4}, {Topic: "in", Key: new("c"), Value: new("v14_4"), TS: 4}}},
		// What a session closes has no headers, since it has none.
		{called("Stripped", on(in("stream", "in"), added(session(3, 5)), op{What: "toWindowText"}, op{What: "aggregate", Agg: "aggregate", By: 2, Window: hopping(10, 3, 5), Close: true, Retain: true})),
			[]harness.Record{{Topic: "in", Key: new("a"), Value: new("v35_4"), TS: 154}, {Topic: "in", Key: new("b"), Value: new("v39_3"), TS: 201, Header: "39"}}},
		// A suppression counts a window's key as it is written, with eight bytes of time.
		{called("Counted", on(in("stream", "in1"), op{What: "aggregate", Agg: "reduce", By: -1, Window: window{Kind: "tumbling", Size: 10, Grace: 10}}, op{What: "suppressBytes", Fn: 1, Window: window{Size: 15}})),
			[]harness.Record{{Topic: "in1", Key: new("c"), Value: new("v0_4"), TS: 3}, {Topic: "in1", Key: new("a"), Value: new("v1_3"), TS: 4, Header: "1"},
				{Topic: "in1", Key: new("a"), Value: new("v2_1")}, {Topic: "in1", Key: new("b"), Value: new("v3_3"), TS: 10, Header: "3"},
				{Topic: "in1", Key: new("b"), Value: new("v4_34567"), TS: 10, Header: "4"}}},
		// A cache of values that are pointers tells no row from an empty one.
		{called("Empty", on(in("nullable", "in"), cached(op{What: "toTable"}), op{What: "regroup", Agg: "count", Fn: 1})),
			[]harness.Record{{Topic: "in", Key: new("c"), Value: new("v37_4"), TS: 225}, {Topic: "in", Key: new("b"), Value: new("v39_4"), TS: 260}}},
		// A session whose segment has gone from its store isn't sent when it closes.
		{called("Gone", on(op{What: "every", In: []int{}}, closing(op{What: "aggregate", Agg: "aggregate", By: 1, In: []int{0}, Window: session(3, 0)}))),
			[]harness.Record{{TS: 43}, {TS: 109_000}, {TS: 40}}},
		// A transformer sees a pointer to a value that is one.
		tried("Pointed", on(in("table", "in"), named(op{What: "mayBe"}), op{What: "recall"}, op{What: "mayBe"}, op{What: "recall"})),
		// A stream has one repartition for all of its joins, made with the first.
		{called("OneHop", on(in("stream", "in"), op{What: "selectKey", Fn: 2}, op{What: "outerJoin", In: []int{1, 0}, Window: window{Kind: "join", Before: 10, Size: 13}, Eager: true},
			op{What: "tryChange", In: []int{1}}, op{What: "leftJoin", In: []int{1, 3}, Window: window{Kind: "join", Size: 5, Grace: 6}})),
			[]harness.Record{{Topic: "in", Key: new("c"), Value: new("v19_3"), TS: 30}, {Topic: "in", Key: new("a"), Value: new("v21_0"), TS: 24}}},
		// A session that another one of the same bounds takes the place of isn't there while its delete is sent, which a join of the table
		// with itself sees.
		{called("Between", on(in("stream", "in"), added(session(3, 10)), op{What: "tableJoin", In: []int{1, 1}})),
			[]harness.Record{{Topic: "in", Key: new("b"), Value: new("v9_4"), TS: 37}, {Topic: "in", Key: new("b"), Value: new("v11_1"), TS: 40},
				{Topic: "in", Key: new("b"), Value: new("v12_2"), TS: 40}}},
		// A processor of things, which can't be null, isn't called with one that is.
		{called("NoThing", on(in("stream", "in"), op{What: "thing"}, op{What: "alarms"})), []harness.Record{{Topic: "in", Key: new("a"), TS: 142}}},
		// While an update is held back nobody looks at the row above, which would be a use of it.
		{called("Unused", on(op{What: "table", Topics: []string{"l"}, Most: 2, Named: true}, in("table", "r"), op{What: "suppressBytes", In: []int{0}, Fn: 2, Window: window{Size: 6}},
			op{What: "tableOuterJoin", In: []int{2, 1}, Named: true}, op{What: "tableOuterJoin", In: []int{3, 2}})),
			[]harness.Record{{Topic: "l", Key: new("a"), Value: new("v8_3"), TS: 14}, {Topic: "l", Key: new("b"), Value: new("v18_1"), TS: 65},
				{Topic: "r", Key: new("b"), Value: new("v20_1"), TS: 68}, {Topic: "l", Key: new("c"), Value: new("v29_3"), TS: 123}}},
		// What a look-up finds and what a join of streams keeps have names of their own.
		tried("Found", on(in("nullable", "in"), op{What: "toTable"}, op{What: "joinTable", In: []int{0, 1}},
			op{What: "outerJoin", In: []int{0, 2}, Window: window{Kind: "join", Before: 10, Size: 13}})),
		// Behind a join whose unmatched records come late the key is needed for its bytes alone.
		tried("Keyed", on(in("stream", "l"), in("stream", "r"), op{What: "outerJoin", In: []int{0, 1}, Window: window{Kind: "join", Before: 5, Size: 13, Grace: 3}},
			op{What: "toTable"}, op{What: "leftJoinTable", In: []int{0, 3}})),
		// A row that names none any more is answered with none, also where values are pointers.
		{called("Unnamed", on(in("nullable", "r"), op{What: "toTable"}, in("table", "l"), op{What: "joinForeign", In: []int{2, 1}})),
			[]harness.Record{{Topic: "r", Key: new("b"), Value: new("v7_1"), TS: 9}, {Topic: "l", Key: new("a"), Value: new("v25_0"), TS: 12},
				{Topic: "l", Key: new("a"), Value: new("v33_2"), TS: 44}}},
		// The sides of a join share a hop, and one is a view of the other.
		tried("Views", on(in("stream", "in"), op{What: "selectKey"}, op{What: "asNullable"}, op{What: "outerJoin", In: []int{1, 2}, Window: window{Kind: "join", Size: 9}, Eager: true},
			in("stream", "s"), op{What: "selectKey"}, op{What: "asNullable"}, op{What: "outerJoin", In: []int{6, 5}, Window: window{Kind: "join", Size: 9}})),
		// Null keys pass the repartition of a left join's right side, too.
		{called("RightSide", on(in("stream", "in"), op{What: "repartition"}, op{What: "leftJoin", In: []int{0, 1}, Window: window{Kind: "join", Size: 9, Grace: 3}}, op{What: "tag", In: []int{1}})),
			[]harness.Record{{Topic: "in", Value: new("v29_1"), TS: 100}}},
		// What a session's update closes has no headers, since it has none.
		{called("Closed", on(in("stream", "l"), in("stream", "r"), added(session(3, 10)), op{What: "toWindowText"}, op{What: "leftJoin", In: []int{0, 3}, Window: window{Kind: "join", Size: 9, Grace: 6}}, op{What: "repartition"})),
			[]harness.Record{{Topic: "l", Key: new("c"), Value: new("v34_4"), TS: 143}, {Topic: "r", Key: new("b"), Value: new("v39_3"), TS: 170, Header: "39"}}},
		// A join doesn't follow the table that a stream looks into.
		{called("Beside", on(in("stream", "in"), op{What: "repartition"}, op{What: "toTable"}, op{What: "leftJoinTable", In: []int{0, 2}}, op{What: "tag", In: []int{1}})),
			[]harness.Record{{Topic: "in", Value: new("v"), TS: 100}}},
		// Where a join's left row isn't there, its right side is not asked, which counts how often it is.
		tried("Asked", on(in("table", "in"), op{What: "recall"}, op{What: "tableLeftJoin", In: []int{0, 1}}, op{What: "tableOuterJoin", In: []int{1, 2}})),
		// A subscription moves stream time where it comes to, what a partitioner sends nowhere doesn't.
		{called("Subscribed", wrapped(on(in("table", "l"), in("table", "r"), op{What: "leftJoinForeign", In: []int{0, 1}}, op{What: "toStream", In: []int{1}}, op{What: "scan"}))),
			[]harness.Record{{Topic: "l", Key: new("b"), Value: new("v36_0"), TS: 103}, {Topic: "r", Key: new("b"), Value: new("v37_2"), TS: 92}}},
		{called("Nowhere", wrapped(on(in("stream", "in"), op{What: "repartition", Moves: 2}, op{What: "scan"}))),
			[]harness.Record{{Topic: "in", Key: new("a"), Value: new("v0_0"), TS: 6}, {Topic: "in", Key: new("c"), Value: new("v4_3"), TS: 3}}},
		// Nobody asks for a value that a function may fail to give.
		tried("Unasked", on(in("stream", "in"), op{What: "tryChange"}, counted(window{}))),
		// A cache lets windowed keys of a topic go as their bytes.
		tried("CachedKeys", on(windowed(in("nullable", "in"), keys{form: "time", size: 10}), cached(added(window{})))),
		// A session of windowed keys closes, and so does a window of sessions; both may be suppressed or joined.
		tried("Nested", on(windowed(in("nullable", "in"), keys{form: "time", size: 10}), closing(counted(session(6, 0))))),
		tried("NestedSessions", on(windowed(in("stream", "in"), keys{form: "session"}), added(hopping(10, 4, 0)), op{What: "suppressClose"})),
		// The left side of a foreign-key join has windowed keys.
		tried("ForeignWindows", on(windowed(in("table", "l"), keys{form: "session"}), in("table", "r"), op{What: "leftJoinForeign"}, op{What: "joinForeign", In: []int{0, 1}})),
		// Windowed keys of a topic are looked up by their bytes behind a suppression, too.
		tried("HeldKeys", on(windowed(in("table", "l"), keys{form: "session"}), limit(10, 0), op{What: "toStream"}, op{What: "change"},
			op{What: "leftJoin", In: []int{2, 3}, Window: window{Kind: "join", Before: 5, Size: 5}})),
		// Windows of nullable keys have keys that are pointers, and a view of their values leaves them as they are.
		tried("NullWindow", on(windowed(in("stream", "l"), keys{null: true}), added(hopping(10, 4, 0)), op{What: "suppressClose"})),
		tried("NullSession", on(windowed(in("stream", "l"), keys{null: true, form: "time", size: 10}), closing(added(session(5, 0))))),
		// Null keys pass left joins, whose functions see them, and get into no table.
		tried("NullJoin", on(windowed(in("stream", "l"), keys{null: true}), windowed(in("stream", "r"), keys{null: true}), op{What: "toTable"},
			op{What: "leftJoinTable", Fn: 1, In: []int{0, 2}}, in("global", "g"), op{What: "leftJoinGlobal", Fn: 1, In: []int{3, 4}},
			op{What: "outerJoin", Fn: 1, In: []int{5, 1}, Window: window{Kind: "join", Before: 5, Size: 5}}, op{What: "aggregate", Agg: "count", By: -1})),
		// What a windowed aggregation wrote is read again, as a stream and as a table.
		tried("Again", on(in("stream", "in"), added(hopping(10, 4, 5)), into("w"), windowed(in("table", "w"), keys{form: "time", size: 10}),
			op{What: "windowKeys", In: []int{2}}, op{What: "joinTable", In: []int{4, 3}})),
		// Keys of windows that were made here meet those that a topic brought.
		tried("Mixed", brought(op{What: "merge", In: []int{4, 3}}, op{What: "aggregate", Agg: "count", By: -1})),
		tried("MixedPast", brought(versioned(op{What: "toTable"}, 20), op{What: "joinTable", In: []int{3, 5}}, op{What: "leftJoinTable", In: []int{4, 5}})),
		tried("MixedJoin0", brought(broughtJoins(0, true)...)),
		tried("MixedJoin1", brought(broughtJoins(3, false)...)),
		// Rows of windows of nullable keys are looked up by them.
		tried("NullWindows", on(windowed(in("stream", "in"), keys{null: true}), counted(hopping(10, 4, 0)), op{What: "aggregate", Agg: "aggregate", By: -1, In: []int{0}, Window: hopping(10, 4, 0)},
			op{What: "tableLeftJoin", In: []int{1, 2}}, op{What: "tableOuterJoin", In: []int{2, 1}})),
		// A null key that hops stays one, where keys have bytes beside them.
		{called("NullNumber", on(windowed(in("stream", "in"), keys{form: "number"}), op{What: "repartition"}, op{What: "leftJoin", In: []int{1, 0}, Window: window{Kind: "join", Before: 5, Size: 5}})),
			[]harness.Record{{Topic: "in", Value: new("v"), TS: 99}}},
		{called("NullThing", on(windowed(in("stream", "in"), keys{form: "thing"}), op{What: "repartition"}, op{What: "leftJoin", In: []int{1, 0}, Window: window{Kind: "join", Before: 5, Size: 5}})),
			[]harness.Record{{Topic: "in", Key: new(text(thing{"a", 1})), Value: new("v"), TS: 98}, {Topic: "in", Value: new("v"), TS: 99}}},
		// One record comes to both sides of a join, over a hop each.
		tried("Both", on(in("stream", "in"), op{What: "route"}, op{What: "left", In: []int{1}}, op{What: "right", In: []int{1}},
			op{What: "leftJoin", In: []int{3, 2}, Window: window{Kind: "join", Before: 10, Size: 10, Grace: 6}})),
	}
	found, err := check(t.Context(), b, all)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range found {
		t.Errorf("%s: %s", f.x.t.Name, f.what)
	}
	other := tried("Filtered", on(in("stream", "in"), op{What: "filterNot"}, counted(window{})))
	if found, err := b.try(t.Context(), []trial{all[0], other}); err != nil || len(found) != 1 {
		t.Errorf("a model of another topology differs %d times, not once: %v", len(found), err)
	}
}

func windowed(o op, k keys) op { o.Keys = k; return o }

func into(topic string) op { return op{What: "windowStream", Into: topic} }

// brought has a stream of windows' keys that a topic brings, 3, and one of those that were made here, 4.
func brought(more ...op) topology {
	return on(append([]op{in("stream", "in"), added(hopping(10, 4, 5)), into("w"), windowed(in("stream", "w"), keys{form: "time", size: 10}),
		{What: "windowKeys", In: []int{2}}}, more...)...)
}

func broughtJoins(grace int64, eager bool) []op {
	w := window{Kind: "join", Before: 10, Size: 10, Grace: grace}
	return []op{{What: "outerJoin", In: []int{4, 3}, Window: w, Eager: eager}, {What: "leftJoin", In: []int{3, 4}, Window: w, Eager: eager},
		{What: "join", In: []int{4, 4}, Window: window{Kind: "join", Before: 10, Size: 10}}}
}

func wrapped(t topology) topology { t.Wrap = true; return t }

func called(name string, t topology) topology { t.Name = name; return t }

func tried(name string, t topology) trial {
	t = called(name, t)
	return trial{t, append(inputs(1, &t), harness.Record{TS: 130})}
}

// TestSeeds says that seeds give the same for ever, and topologies that hold.
func TestSeeds(t *testing.T) {
	hops := 0
	for seed := range uint64(300) {
		x, y := random(seed), random(seed)
		if !reflect.DeepEqual(x, y) || !reflect.DeepEqual(inputs(seed, &x), inputs(seed, &x)) {
			t.Fatalf("seed %d gives two topologies", seed)
		}
		f, sorts, err := x.finished()
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		for i := range f.Ops {
			if i < len(x.Ops) && x.depth(x.Ops[i]) > maxDepth {
				t.Errorf("seed %d: operator %d is deeper than %d", seed, i, maxDepth)
			}
			for _, p := range sorts[i].paths {
				hops += strings.Count(p, ">")
			}
		}
	}
	if hops == 0 {
		t.Error("no record hops")
	}
}

// TestReturns tells hops that lead back to their stage from those that lead on.
func TestReturns(t *testing.T) {
	back := on(in("stream", "l"), op{What: "selectKey"}, op{What: "toTable"}, in("table", "r"), op{What: "tableJoin", In: []int{2, 3}},
		op{What: "joinTable", In: []int{0, 3}})
	for _, x := range []struct {
		t    topology
		want bool
	}{{back, true}, {on(back.Ops[:5]...), false}} {
		sorts, err := x.t.sorts()
		if err != nil || x.t.returns(sorts) != x.want {
			t.Errorf("%d operators: %v; %v", len(x.t.Ops), !x.want, err)
		}
	}
}

// TestWithout drops each operator of a topology: what is left holds, and reads no more than it needs.
func TestWithout(t *testing.T) {
	x := joined("leftJoin", 5, 5, 0)
	s, ok := x.without(2)
	if !ok || len(s.Ops) != 2 {
		t.Errorf("without the join: %v, %v", s, ok)
	}
	if s, ok = x.without(0); !ok || len(s.Ops) != 1 || s.Ops[0].Topics[0] != "r" {
		t.Errorf("without the left side: %v, %v", s, ok)
	}
	y := trial{x, inputs(1, &x)}
	if n := len(y.reads(&s)); n == 0 || n == len(y.steps) {
		t.Errorf("%d of %d inputs are read by one side", n, len(y.steps))
	}
}

// TestDifference compares the sequence of a topic, over several lanes that of a key.
func TestDifference(t *testing.T) {
	a := harness.Record{Topic: "out", Key: new("a"), TS: 1}
	b := harness.Record{Topic: "out", Key: new("b"), TS: 1}
	job := harness.Job{Mode: harness.Plain, Steps: []harness.Record{{Topic: "in"}}}
	want, got := [][]harness.Record{{a, b}}, harness.Answer{Steps: [][]harness.Record{{b, a}}}
	if difference(&job, want, &got) == "" {
		t.Error("one lane: another order is no difference")
	}
	if job.Mode = harness.Lanes; difference(&job, want, &got) != "" {
		t.Error("several lanes: the order of two keys is a difference")
	}
	if got.Steps = nil; difference(&job, want, &got) == "" {
		t.Error("a run that failed is no difference")
	}
}
