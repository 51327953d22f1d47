package rt_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/twmb/franz-go/pkg/kadm"
	"github.com/twmb/franz-go/pkg/kgo"

	"github.com/stoatgen/stoatgen/rt"
	"github.com/stoatgen/stoatgen/testdata/gen/held"
	"github.com/stoatgen/stoatgen/testdata/gen/windows"
)

// TestHeldOverAStart stops an application that has results to send later, and starts it again on its changelog: they are sent by
// the stream time of a record that comes then, on whichever lane.
func TestHeldOverAStart(t *testing.T) {
	for name, c := range map[string]struct {
		create    func(rt.Config) (*rt.App, error)
		changelog string
		later     int64
		show      func(*kgo.Record) string
		want      []string
	}{
		"updates until a time limit": {held.NewLast, "last-store", 2000,
			func(r *kgo.Record) string { return fmt.Sprintf("%s=%s", r.Key, r.Value) }, []string{"a=2@1002", "b=1@1001"}},
		"windows until they close": {windows.NewFinal, "final", 200_000,
			func(r *kgo.Record) string { return fmt.Sprintf("%s=%d", r.Key[:len(r.Key)-8], r.Value[7]) }, []string{"a=2@1002", "b=1@1001"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := newEmbedded(t)
			h.cfg.Store = nil // what is in memory goes with the process
			h.create("in", 1)
			h.create("out", 1)
			start := func() {
				app, err := c.create(h.cfg)
				if err != nil {
					t.Fatal(err)
				}
				h.ready(h.run(app))
			}
			put := func(key, value string, ms int64) {
				h.record(&kgo.Record{Topic: "in", Key: []byte(key), Value: []byte(value), Timestamp: time.UnixMilli(ms)})
			}
			start()
			put("a", "1", 1000)
			put("b", "1", 1001)
			put("a", "2", 1002)
			for logged := int64(0); logged < 2; { // until it has both keys
				ends, err := h.admin.ListEndOffsets(t.Context(), h.app+"-"+c.changelog+"-changelog")
				if err != nil {
					t.Fatal(err)
				}
				logged = 0
				ends.Each(func(o kadm.ListedOffset) { logged += o.Offset })
			}
			h.down()
			start()
			put("c", "1", c.later)
			var got []string
			for _, r := range h.read("out", 2) {
				got = append(got, fmt.Sprintf("%s@%d", c.show(r), r.Timestamp.UnixMilli()))
			}
			h.down()
			slices.Sort(got) // lanes write in any order
			if !slices.Equal(got, c.want) {
				t.Errorf("got %v, want %v", got, c.want)
			}
		})
	}
}
