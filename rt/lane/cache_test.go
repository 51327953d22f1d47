package lane

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stoatgen/stoatgen/rt/store"
)

// cachedUpdate is what generated code would have.
type cachedUpdate struct {
	Head
	key      string
	now, was int
}

func cacheOf(l *Lane) *Cache[cachedUpdate] { return NewCache[cachedUpdate](l) }

func put(c *Cache[cachedUpdate], at store.At, start int64, was, is int) {
	r, first := c.Put(at, start, 0, was != 0, is != 0)
	r.key, r.now = fmt.Sprint(at, "@", start), is
	if first {
		r.was = was
	}
}

func due(c *Cache[cachedUpdate], barrier bool) string {
	p := c.Due(barrier)
	if p == nil {
		return "nothing"
	}
	var out []string
	for _, r := range p.(*Batch[cachedUpdate]).Recs {
		out = append(out, fmt.Sprintf("%s:%d>%d", r.key, r.was, r.now))
	}
	p.free()
	return strings.Join(out, " ")
}

// TestCache: the last update of each, in the order of the last updates, with the value from before the first one.
func TestCache(t *testing.T) {
	l := &Lane{env: Env{Cache: 1 << 20}}
	c := cacheOf(l)
	for range 2 { // what was sent is forgotten
		put(c, 1, 0, 0, 1)
		put(c, 2, 0, 5, 6)
		put(c, 1, 10, 3, 4) // another window
		put(c, 1, 0, 1, 2)
		put(c, 3, 0, 0, 7)
		put(c, 3, 0, 7, 0) // came and went: never was
		put(c, 4, 0, 8, 0) // was there, and is gone
		if got := due(c, false); got != "nothing" {
			t.Errorf("sent before the barrier: %s", got)
		}
		if got, want := due(c, true), "2@0:5>6 1@10:3>4 1@0:0>2 4@0:8>0"; got != want {
			t.Errorf("got %s, want %s", got, want)
		}
		if got := due(c, true); got != "nothing" {
			t.Errorf("sent twice: %s", got)
		}
	}
	if l.cached != 0 {
		t.Errorf("%d bytes are left in the count", l.cached)
	}
}

// TestCacheFull: when the lane's caches are full, one sends all it has.
func TestCacheFull(t *testing.T) {
	l := &Lane{env: Env{Cache: 1}}
	a, b := cacheOf(l), cacheOf(l)
	put(a, 1, 0, 0, 1)
	put(b, 2, 0, 0, 1)
	put(a, 3, 0, 0, 1)
	if got, want := due(a, false), "1@0:0>1 3@0:0>1"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if off := cacheOf(&Lane{}); off.On() || !a.On() {
		t.Error("a cache is on if it has room")
	}
}

func TestCacheAllocatesNothing(t *testing.T) {
	c := cacheOf(&Lane{env: Env{Cache: 1 << 20}})
	run := func() {
		for i := range 100 {
			r, _ := c.Put(store.At(1+i%50), 0, 0, true, true)
			r.now = i
		}
		c.Due(true).free()
	}
	run()
	if n := testing.AllocsPerRun(10, run); n > 0 {
		t.Errorf("%v allocations an epoch", n)
	}
}
