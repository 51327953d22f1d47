package rt_test

import (
	"strings"
	"testing"
	"time"

	"github.com/twmb/franz-go/pkg/kgo"

	"github.com/stoatgen/stoatgen/testdata/gen/processors"
)

// TestPunctuation: the wall clock alone makes results that are committed, also behind a restart on other lanes; what the
// processor's store holds comes back.
func TestPunctuation(t *testing.T) {
	t.Parallel()
	h := newEmbedded(t)
	for _, topic := range []string{"in", "ask", "odd", "even", "answers"} {
		h.create(topic, 2)
	}
	seen := 0
	for i, lanes := range []int{1, 2, 3} {
		cfg := h.cfg
		cfg.ApplicationID, cfg.Lanes = "children", lanes
		app, err := processors.NewChildren(cfg)
		if err != nil {
			t.Fatal(err)
		}
		h.ready(h.run(app))
		h.record(&kgo.Record{Topic: "in", Partition: 1, Key: []byte("k"), Value: []byte("v"), Timestamp: time.UnixMilli(1000)})
		want := string(rune('1'+i)) + " at "
		for last := ""; !strings.HasPrefix(last, want); {
			seen++
			all := h.read("odd", seen)
			seen = len(all)
			for _, r := range all {
				if v := string(r.Value); strings.Contains(v, " at ") {
					last = v
				}
			}
		}
		h.read("odd", seen+2) // nothing comes in, and the clock goes on
		h.down()
		if strings.Contains(h.log.String(), "restart in place") {
			t.Fatalf("a restart:\n%s", h.log)
		}
		if i == 0 {
			h.state.Remove(h.storeDir("children"))
		}
	}
}
