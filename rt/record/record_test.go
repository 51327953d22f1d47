package record_test

import (
	"reflect"
	"testing"
	"time"

	"github.com/stoatgen/stoatgen/rt/record"
)

func h(pairs ...string) record.Headers {
	var out record.Headers
	for i := 0; i < len(pairs); i += 2 {
		out = out.With(pairs[i], []byte(pairs[i+1]))
	}
	return out
}

func TestWithChangesOneThing(t *testing.T) {
	r := record.Record[string, int]{Key: "k", Value: 1, Timestamp: 5, Headers: h("a", "1")}
	for name, c := range map[string]struct{ got, want any }{
		"WithKey":       {r.WithKey(2), record.Record[int, int]{Key: 2, Value: 1, Timestamp: 5, Headers: h("a", "1")}},
		"WithValue":     {r.WithValue("v"), record.Record[string, string]{Key: "k", Value: "v", Timestamp: 5, Headers: h("a", "1")}},
		"WithTimestamp": {r.WithTimestamp(6), record.Record[string, int]{Key: "k", Value: 1, Timestamp: 6, Headers: h("a", "1")}},
		"WithHeaders":   {r.WithHeaders(nil), record.Record[string, int]{Key: "k", Value: 1, Timestamp: 5}},
		"r itself":      {r, record.Record[string, int]{Key: "k", Value: 1, Timestamp: 5, Headers: h("a", "1")}},
	} {
		if !reflect.DeepEqual(c.got, c.want) {
			t.Errorf("%s: %+v, not %+v", name, c.got, c.want)
		}
	}
}

func TestFixedKeyKeepsTheKey(t *testing.T) {
	f := record.FixKey(record.Record[string, int]{Key: "k", Value: 1, Timestamp: 5, Headers: h("a", "1")}, false)
	g := f.WithValue("v").WithTimestamp(6).WithHeaders(h("b", "2"))
	if g.Key() != "k" || g.Value() != "v" || g.Timestamp() != 6 || !reflect.DeepEqual(g.Headers(), h("b", "2")) {
		t.Errorf("%+v", g)
	}
	if got, null := f.WithTimestamp(5).Unfix(); null || !reflect.DeepEqual(got, record.Record[string, int]{Key: "k", Value: 1, Timestamp: 5, Headers: h("a", "1")}) {
		t.Errorf("%+v, null %v", got, null)
	}
	if _, null := record.FixKey(record.Record[string, int]{}, true).WithValue(2).WithTimestamp(3).WithHeaders(nil).Unfix(); !null {
		t.Error("a null key is forgotten")
	}
}

func TestHeadersLast(t *testing.T) {
	x := h("a", "1", "b", "2", "a", "3").With("null", nil)
	for name, want := range map[string]struct {
		value []byte
		ok    bool
	}{"a": {[]byte("3"), true}, "b": {[]byte("2"), true}, "null": {nil, true}, "A": {nil, false}} {
		if value, ok := x.Last(name); ok != want.ok || string(value) != string(want.value) || (value == nil) != (want.value == nil) {
			t.Errorf("Last(%q) = %q, %v; not %q, %v", name, value, ok, want.value, want.ok)
		}
	}
}

// TestHeadersAreValues: two children extend or cut one parent's headers without seeing each other, even where its slice
// has room.
func TestHeadersAreValues(t *testing.T) {
	parent := make(record.Headers, 0, 8).With("a", nil).With("b", nil)
	room := append(make(record.Headers, 0, 8), parent...)
	left, right := room.With("x", []byte("left")), room.With("x", []byte("right"))
	if l, _ := left.Last("x"); string(l) != "left" {
		t.Errorf("the left child's header became %q", l)
	}
	if r, _ := right.Last("x"); string(r) != "right" {
		t.Errorf("the right child's header became %q", r)
	}
	cut := room.Without("a")
	if len(cut) != 1 || cut[0].Name != "b" || !reflect.DeepEqual(room, parent) {
		t.Errorf("Without gave %v and left %v", cut, room)
	}
}

func TestHeadersWithout(t *testing.T) {
	for name, c := range map[string]struct{ from, want record.Headers }{
		"all of a name": {h("a", "1", "b", "2", "a", "3"), h("b", "2")},
		"none":          {h("b", "2"), h("b", "2")},
		"the only one":  {h("a", "1"), record.Headers{}},
		"nothing there": {nil, nil},
	} {
		if got := c.from.Without("a"); !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s: %v, not %v", name, got, c.want)
		}
	}
}

// TestHeadersAllocate: reading allocates nothing, nor does removing what isn't there.
func TestHeadersAllocate(t *testing.T) {
	x := h("a", "1", "b", "2")
	var sum int
	if n := testing.AllocsPerRun(100, func() {
		v, _ := x.Last("a")
		sum += len(v) + len(x.Without("c"))
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

func TestWindowedText(t *testing.T) {
	w := record.Windowed[string]{Key: "k", Start: 10, End: 20}
	if got := w.String(); got != "[k@10/20]" {
		t.Errorf("%s, not [k@10/20], which Kafka Streams prints", got)
	}
	if !w.StartTime().Equal(time.UnixMilli(10)) || !w.EndTime().Equal(time.UnixMilli(20)) {
		t.Errorf("%v to %v", w.StartTime(), w.EndTime())
	}
	if r := (record.Record[string, int]{Timestamp: 10}); !r.Time().Equal(time.UnixMilli(10)) {
		t.Errorf("%v", r.Time())
	}
}

func TestIntervals(t *testing.T) {
	for name, c := range map[string]struct{ got, want record.Interval[int] }{
		"Between": {record.Between(1, 2), record.Interval[int]{From: 1, To: 2, HasFrom: true, HasTo: true}},
		"AtLeast": {record.AtLeast(1), record.Interval[int]{From: 1, HasFrom: true}},
		"AtMost":  {record.AtMost(2), record.Interval[int]{To: 2, HasTo: true}},
	} {
		if c.got != c.want {
			t.Errorf("%s: %+v, not %+v", name, c.got, c.want)
		}
	}
}
