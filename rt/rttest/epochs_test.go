package rttest

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/stoatgen/stoatgen/rt"
	"github.com/stoatgen/stoatgen/testdata/gen/windows"
)

// TestEpochs: a step ends as in production, on any number of lanes. What it closes is sent with it, also where the lane of the key
// had no record, and behind a crash; and rows go whose windows nobody can read any more, though their keys never come again.
func TestEpochs(t *testing.T) {
	for _, lanes := range []int{1, 2, 5} {
		for _, crash := range []bool{false, true} {
			app, err := windows.NewFinal(rt.Config{ApplicationID: "app"})
			if err != nil {
				t.Fatal(err)
			}
			d := New(t, app, Lanes(lanes))
			pipe := func(hours int, key string) (sent int) {
				d.Pipe(Record{Topic: "in", Key: []byte(key), Value: []byte("v"), Timestamp: 1 + int64(hours)*time.Hour.Milliseconds()})
				if sent = len(d.Read("out")); crash {
					d.Crash(Kept)
				}
				return sent
			}
			for _, key := range []string{"a", "b", "c", "d", "e", "f"} {
				pipe(0, key)
			}
			// A lane that is alone does as Kafka Streams does, whose store doesn't show them any more.
			if n := pipe(1, "a"); lanes > 1 && n != 6 {
				t.Errorf("%d lanes: the record that closes 6 windows sends %d", lanes, n)
			}
			pipe(100, "a")
			pipe(101, "a")
			var left []string
			if err := d.db.Scan(1, nil, nil, func(key, _ []byte) bool {
				left = append(left, string(key[2:]))
				return true
			}); err != nil || !slices.Equal(left, []string{"a"}) {
				t.Errorf("%s: rows of %q are left, want those of a (%v)", fmt.Sprint(lanes, " lanes, crash ", crash), left, err)
			}
		}
	}
}
