package partitions_test

import (
	"testing"

	"github.com/stoatgen/stoatgen/rt/codec"
	"github.com/stoatgen/stoatgen/rt/rttest"
	"github.com/stoatgen/stoatgen/testdata/gen/examples"
)

// TestPartitionOfOtherCodec: a key that a sink writes with another codec than the source's goes where its new bytes say.
func TestPartitionOfOtherCodec(t *testing.T) {
	app, err := examples.NewKTableKeyAs(cfg)
	if err != nil {
		t.Fatal(err)
	}
	d := rttest.New(t, app, rttest.Partitions("out", 4))
	for _, key := range []string{"a", "b", "c", "d", "e"} {
		in(d, "in", 0, key, "x")
	}
	if err := d.Err(); err != nil {
		t.Fatal(err)
	}
	all := d.Read("out")
	if len(all) != 5 {
		t.Fatalf("%d records, expected 5", len(all))
	}
	for _, r := range all {
		if want := codec.Partition(codec.Murmur2(r.Key), 4); r.Partition != want {
			t.Errorf("key %s is in partition %d, expected %d", r.Key, r.Partition, want)
		}
	}
}
