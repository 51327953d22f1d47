package rt_test

import (
	"testing"
	"time"

	"github.com/twmb/franz-go/pkg/kgo"

	"github.com/stoatgen/stoatgen/testdata/gen/windows"
)

// TestClosedWithoutMoreInput emits what the last records close though nothing follows them: on a lane that has had none of
// them, where all lanes are equally far, and behind a restart.
func TestClosedWithoutMoreInput(t *testing.T) {
	t.Parallel()
	h := newEmbedded(t)
	h.create("in", 1)
	h.create("out", 1)
	put := func(ms int64, keys ...string) {
		for _, k := range keys {
			h.record(&kgo.Record{Topic: "in", Key: []byte(k), Value: []byte("v"), Timestamp: time.UnixMilli(ms)})
		}
	}
	start := func() {
		app, err := windows.NewFinal(h.cfg)
		if err != nil {
			t.Fatal(err)
		}
		h.ready(h.run(app))
	}
	keys := []string{"a", "b", "c", "d", "e", "f"} // of both lanes
	start()
	put(1, keys...)
	put(100, "a")
	h.read("out", 6)
	put(200, keys...)
	h.read("out", 7)
	h.down()
	put(300, keys...)
	start()
	h.read("out", 13)
	h.down()
}
