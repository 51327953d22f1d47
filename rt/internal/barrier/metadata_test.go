package barrier

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/stoatgen/stoatgen/rt/internal/kafka"
)

// TestMetadata is with every partition while it fits, else spread over all of them, and never longer than brokers take.
func TestMetadata(t *testing.T) {
	for _, n := range []int{1, 100, 200, 400} {
		times, found := map[string]int64{"quiet": -1}, map[string]int64{}
		for i := range n {
			times[fmt.Sprintf("store/stream/%03d", i)] = int64(i)
		}
		for tp, m := range metadata(cursors(5, 0), times) {
			text := m.Encode()
			if len(text) > kafka.MetadataMax {
				t.Errorf("%d times: %v has %d bytes", n, tp, len(text))
			}
			got, err := kafka.DecodeOffsetMetadata(text)
			if want := cursors(5, 0)[tp].Time; err != nil || got.PartitionTime != want {
				t.Errorf("%d times: %v has time %d, want %d (%v)", n, tp, got.PartitionTime, want, err)
			}
			if n < 100 && !cmp.Equal(got.Processors, times) {
				t.Errorf("%v has %v, want all", tp, got.Processors)
			}
			for name, at := range got.Processors {
				found[name] = at
			}
		}
		delete(times, "quiet")
		delete(found, "quiet")
		if n < 200 && !cmp.Equal(found, times) {
			t.Errorf("%d times: %s", n, cmp.Diff(times, found))
		}
		if room := kafka.Room / need("store/stream/000") * 2; n > room && len(found) != room {
			t.Errorf("%d times: %d are there, want as many as fit, %d", n, len(found), room)
		}
	}
}
