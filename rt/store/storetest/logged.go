package storetest

import (
	"fmt"

	"github.com/stoatgen/stoatgen/rt/codec"
)

// Change is a changelog record.
type Change struct {
	Part     int32
	TS       int64
	Key, Val []byte // nil is null
}

func (c Change) String() string {
	val := "null"
	if c.Val != nil {
		val = fmt.Sprintf("%q", c.Val)
	}
	return fmt.Sprintf("%d: %q=%s@%d", c.Part, c.Key, val, c.TS)
}

// TB is what testing.T and rapid.T have in common, as far as it is used here.
type TB interface {
	Helper()
	Fatal(args ...any)
}

// Logged are the records that wait in a topic, by partition, in order; read from the bytes that a broker would get.
func Logged(t TB, topic *codec.Topic) (out []Change) {
	t.Helper()
	for p := range topic.Parts {
		for _, c := range topic.Parts[p].Chunks() {
			data := append([]byte{}, c.Seal(codec.Unstamped)...)
			set, err := new(codec.Decoder).Decode(codec.Set{Topic: topic.Name, Partition: int32(p), Data: data})
			if err != nil {
				t.Fatal(err)
			}
			for _, b := range set.Batches {
				for i := range b.Recs {
					out = append(out, Change{int32(p), b.TS(uint32(i)), b.Key(uint32(i)), b.Value(uint32(i))})
				}
			}
		}
	}
	return out
}
