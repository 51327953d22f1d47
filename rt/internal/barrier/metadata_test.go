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
		marks, found := map[string]int64{"quiet": -1}, map[string]int64{}
		for i := range n {
			marks[fmt.Sprintf("store/stream/%03d", i)] = int64(i)
		}
		for tp, m := range metadata(cursors(5, 0), marks) {
			text := m.Encode()
			if len(text) > kafka.MetadataMax {
				t.Errorf("%d marks: %v has %d bytes", n, tp, len(text))
			}
			got, err := kafka.DecodeOffsetMetadata(text)
			if want := cursors(5, 0)[tp].Time; err != nil || got.PartitionTime != want {
				t.Errorf("%d marks: %v has time %d, want %d (%v)", n, tp, got.PartitionTime, want, err)
			}
			if n < 100 && !cmp.Equal(got.Processors, marks) {
				t.Errorf("%v has %v, want all", tp, got.Processors)
			}
			for name, at := range got.Processors {
				found[name] = at
			}
		}
		delete(marks, "quiet")
		delete(found, "quiet")
		if n < 200 && !cmp.Equal(found, marks) {
			t.Errorf("%d marks: %s", n, cmp.Diff(marks, found))
		}
		if room := kafka.Room / need("store/stream/000") * 2; n > room && len(found) != room {
			t.Errorf("%d marks: %d are there, want as many as fit, %d", n, len(found), room)
		}
	}
}
