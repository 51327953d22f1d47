package join_test

import (
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/stoatgen/stoatgen/rt/store"
	"github.com/stoatgen/stoatgen/rt/store/storetest"
)

// The oracle's vectors of stream-stream joins, straight through the stores: what Kafka Streams itself answered.

type vector struct {
	Steps []struct {
		In *struct {
			Topic      string
			Key, Value *string
			TS         int64
		}
		Advance int64 `json:"advance_ms"`
		Out     map[string][]struct {
			Key, Value *string
			KeyHex     *string `json:"key_hex"`
			ValueHex   *string `json:"value_hex"`
			TS         int64
		}
	}
}

func load(t *testing.T, file string) (v vector) {
	t.Helper()
	data, err := os.ReadFile(file)
	must(t, err)
	must(t, json.Unmarshal(data, &v))
	return v
}

var joins = map[string]windows{
	"fuzz/ss-inner-10-10-0": {before: 10, after: 10}, "fuzz/ss-left-10-10-0": {before: 10, after: 10, left: true},
	"fuzz/ss-outer-10-10-0": {before: 10, after: 10, left: true, right: true}, "fuzz/ss-inner-10-10-5": {before: 10, after: 10, grace: 5},
	"fuzz/ss-left-10-10-5": {before: 10, after: 10, grace: 5, left: true}, "fuzz/ss-outer-10-10-5": {before: 10, after: 10, grace: 5, left: true, right: true},
	"fuzz/ss-inner-0-10-3": {after: 10, grace: 3}, "fuzz/ss-left-0-10-3": {after: 10, grace: 3, left: true},
	"fuzz/ss-outer-0-10-3": {after: 10, grace: 3, left: true, right: true}, "fuzz/ss-inner-5-12-0": {before: 5, after: 12},
	"fuzz/ss-left-5-12-0": {before: 5, after: 12, left: true}, "fuzz/ss-outer-5-12-0": {before: 5, after: 12, left: true, right: true},
	"fuzz/ss-self":       {before: 7, after: 7, self: true},
	"edge-v1/asym-after": {after: 10}, "edge-v1/outer-asym": {before: 5, after: 10, left: true, right: true},
	"edge-v1/left-mintime-quirk": {before: 10, after: 10, left: true}, "edge-v1/outer": {before: 10, after: 10, left: true, right: true},
	"edge-v1/inner-bounds": {before: 10, after: 10, grace: 5}, "edge-v1/left-bounds": {before: 10, after: 10, grace: 5, left: true},
	"edge-v1/self-join-plain": {before: 10, after: 10, self: true}, "edge-v3/left-late-double": {before: 10, after: 10, grace: 5, left: true},
	"edge-v3/hdr-ss": {before: 5, after: 5, left: true}, "edge-v3/emit-throttle-left": {before: 5, after: 5, left: true},
	"edge-v3/list-dups": {before: 5, after: 5, left: true, right: true},
}

func TestVectors(t *testing.T) {
	n := 0
	for name, w := range joins {
		files, _ := filepath.Glob("../../testdata/oracle/" + name + "/*.json")
		files = append(files, "../../testdata/oracle/"+name+".json")
		for _, file := range files {
			if _, err := os.Stat(file); err != nil {
				continue
			}
			n++
			every := int64(0)
			if name == "edge-v3/emit-throttle-left" {
				every = 1000
			}
			for mode := range 3 {
				t.Run(fmt.Sprintf("%s/%d", file[len("../../testdata/oracle/"):], mode), func(t *testing.T) { run(t, load(t, file), w, every, mode) })
			}
		}
	}
	if n < 60 {
		t.Fatalf("only %d vectors found", n)
	}
}

// run pipes a vector; mode 1 loses the lane after every step, mode 2 the rows too.
func run(t *testing.T, v vector, w windows, every int64, mode int) {
	db := open(t)
	o := newOperator(w, every, db)
	var logged [3][]storetest.Change
	for i, s := range v.Steps {
		o.out = nil
		var want []string
		if s.In == nil {
			o.now += s.Advance
		} else {
			if s.In.Topic == "l" || w.self {
				o.record(t, true, s.In.Key, s.In.Value, s.In.TS)
			}
			if s.In.Topic == "r" || w.self {
				o.record(t, false, s.In.Key, s.In.Value, s.In.TS)
			}
		}
		for _, r := range s.Out["out"] {
			want = append(want, fmt.Sprintf("%s=%s@%d", text(r.Key), text(r.Value), r.TS))
		}
		var got []string
		for _, r := range o.out {
			got = append(got, fmt.Sprintf("%s=%s-%s@%d", text(r.key), text(r.left), text(r.right), r.ts))
		}
		if fmt.Sprint(got) != fmt.Sprint(want) {
			t.Fatalf("step %d: %v; Kafka Streams has %v", i, got, want)
		}
		for k, changes := range o.commit(t, db) {
			logged[k] = append(logged[k], changes...)
		}
		if mode > 0 {
			if mode == 2 {
				db = open(t)
				restore(t, newOperator(w, every, db), db, logged)
			}
			o = crashed(o, newOperator(w, every, db))
		}
	}
}

func text(s *string) string {
	if s == nil {
		return "null"
	}
	return *s
}

// crashed is a new lane with the marks of the old one.
func crashed(old, o *operator) *operator {
	o.epoch, o.now = old.epoch, old.now
	for i, m := range o.marks() {
		*m = *old.marks()[i]
	}
	return o
}

func restore(t *testing.T, o *operator, db store.DB, logged [3][]storetest.Change) {
	t.Helper()
	var rows store.Rows
	for i, s := range o.stores() {
		for _, c := range logged[i] {
			must(t, s.RestoreLog(c.Part, c.Key, c.Val, c.TS, &rows, db))
		}
		must(t, s.RestoreEnd(&rows, db))
	}
	if rows.Len() > 0 {
		must(t, db.Write(rows.Bytes()))
	}
}

// TestChangelogBytes holds changelog records against Kafka Streams' own.
func TestChangelogBytes(t *testing.T) {
	v := load(t, "../../testdata/oracle/scenarios/bytes-stream-join.json")
	db := open(t)
	o := newOperator(windows{before: 3000, after: 3000, grace: 2000, left: true, right: true}, 0, db)
	names := [3]string{"oracle-j-outer-this-join-store-changelog", "oracle-j-outer-other-join-store-changelog", "oracle-j-outer-shared-join-store-changelog"}
	n := 0
	for i, s := range v.Steps {
		o.record(t, s.In.Topic == "left", s.In.Key, s.In.Value, s.In.TS)
		for k, changes := range o.commit(t, db) {
			var got, want []string
			for _, c := range changes {
				got = append(got, fmt.Sprintf("%x=%s@%d", c.Key, hexOf(c.Val), c.TS))
			}
			for _, r := range s.Out[names[k]] {
				want = append(want, fmt.Sprintf("%s=%s@%d", text(r.KeyHex), text(r.ValueHex), r.TS))
			}
			if fmt.Sprint(got) != fmt.Sprint(want) {
				t.Fatalf("step %d, %s: %v; Kafka Streams has %v", i, names[k], got, want)
			}
			n += len(want)
		}
	}
	if n < 30 {
		t.Fatalf("only %d changelog records compared", n)
	}
}

func hexOf(b []byte) string {
	if b == nil {
		return "null"
	}
	return hex.EncodeToString(b)
}
