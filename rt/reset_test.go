package rt_test

import (
	"testing"
	"time"

	"github.com/twmb/franz-go/pkg/kgo"

	"github.com/stoatgen/stoatgen/rt"
)

// TestResetByDuration begins at the first record that isn't older than auto.offset.reset says.
func TestResetByDuration(t *testing.T) {
	t.Parallel()
	h := newHarness(t)
	now := time.Now()
	for part := range int32(3) {
		old := &kgo.Record{Topic: h.words, Partition: part, Value: []byte("x"), Timestamp: now.Add(-3 * time.Hour)}
		if err := h.cl.ProduceSync(t.Context(), old).FirstErr(); err != nil {
			t.Fatal(err)
		}
	}
	h.record(&kgo.Record{Topic: h.words, Value: []byte("x"), Timestamp: now.Add(-time.Hour)})
	h.up(func(c *rt.Config) { c.OffsetReset = rt.ByDuration(2 * time.Hour) })
	h.put(words(9)...)
	h.outcome()
	h.down()
}
