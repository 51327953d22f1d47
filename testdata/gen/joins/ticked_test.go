package joins_test

import (
	"fmt"
	"testing"

	"github.com/stoatgen/stoatgen/rt"
	"github.com/stoatgen/stoatgen/rt/codec"
	"github.com/stoatgen/stoatgen/rt/rttest"
	"github.com/stoatgen/stoatgen/testdata/gen/joins"
)

// TestTicked: a foreign-key join is resolved in a stage of its own. So an answer moves the stream time of what is behind the join
// and not that of the left table's stage, which a left row moves alone (docs/differences.md).
func TestTicked(t *testing.T) {
	for _, lanes := range []int{1, 3} {
		d := rttest.New(t, rttest.Must(joins.NewTicked(rt.Config{ApplicationID: "golden"})), rttest.Lanes(lanes))
		for _, step := range []struct {
			topic, key, value string
			ts                int64
			left, behind      string
		}{
			{"x", "a", "1b", 5, "[5]", "[]"},      // names a row that isn't there: no answer
			{"y", "b", "v", 1000, "[]", "[1000]"}, // the answer is of that time
			{"x", "a", "2b", 12, "[12]", "[]"},    // on the left it is 12; behind the join it stays 1000, and the answer is of then
			{"y", "b", "w", 1010, "[]", "[1010]"},
			{"x", "c", "3b", 1020, "[1020]", "[1020]"},
		} {
			d.Pipe(rttest.Record{Topic: step.topic, Key: []byte(step.key), Value: []byte(step.value), Timestamp: step.ts})
			if left, behind := ticks(d, "left-ticks"), ticks(d, "ticks"); left != step.left || behind != step.behind {
				t.Errorf("%d lanes, %s of %s at %d: ticks on the left %s, behind the join %s; want %s and %s",
					lanes, step.value, step.key, step.ts, left, behind, step.left, step.behind)
			}
		}
	}
}

// ticks are the times at which a schedule ticked.
func ticks(d *rttest.Driver, topic string) string {
	times := []int64{}
	for _, r := range d.Read(topic) {
		times = append(times, codec.GetInt64(r.Value))
	}
	return fmt.Sprint(times)
}
