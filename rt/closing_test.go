package rt_test

import (
	"slices"
	"testing"
	"time"

	"github.com/twmb/franz-go/pkg/kgo"

	"github.com/stoatgen/stoatgen/testdata/gen/windows"
)

// closing is an application that emits windows of at most a minute when they close. put gives one record to each key, so many hours on.
func closing(t *testing.T) (h *harness, start func(), put func(hours int, keys ...string)) {
	t.Parallel()
	h = newEmbedded(t)
	h.create("in", 1)
	h.create("out", 1)
	put = func(hours int, keys ...string) {
		for _, k := range keys {
			h.record(&kgo.Record{Topic: "in", Key: []byte(k), Value: []byte("v"), Timestamp: time.UnixMilli(1).Add(time.Duration(hours) * time.Hour)})
		}
	}
	start = func() {
		app, err := windows.NewFinal(h.cfg)
		if err != nil {
			t.Fatal(err)
		}
		h.ready(h.run(app))
	}
	return h, start, put
}

// keys are of both lanes.
var keys = []string{"a", "b", "c", "d", "e", "f"}

// TestClosedWithoutMoreInput emits what the last records close though nothing follows them: on a lane that has had none of
// them, where all lanes are equally far, and behind a restart.
func TestClosedWithoutMoreInput(t *testing.T) {
	h, start, put := closing(t)
	start()
	put(0, keys...)
	put(1, "a")
	h.read("out", 6)
	put(2, keys...)
	h.read("out", 7)
	h.down()
	put(3, keys...)
	start()
	h.read("out", 13)
	h.down()
}

// TestExpired keeps no rows of windows that nobody can read any more, though their keys never come again.
func TestExpired(t *testing.T) {
	h, start, put := closing(t)
	start()
	put(0, keys...)
	put(100, "a")
	h.read("out", 6) // all lanes are that far
	put(101, "a")
	h.read("out", 7)
	h.down()
	db, err := h.state.Open(h.storeDir(h.app), []string{"final"})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	var left []string
	if err := db.Scan(1, nil, nil, func(key, _ []byte) bool {
		left = append(left, string(key[2:]))
		return true
	}); err != nil || !slices.Equal(left, []string{"a"}) {
		t.Errorf("rows of %q are left, want those of a (%v)", left, err)
	}
}
