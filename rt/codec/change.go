package codec

import (
	"encoding/binary"
	"slices"
)

// What a Change on a repartition topic ends with: which of the two values is ahead of it.
const (
	onlyOld = 0
	onlyNew = 1
	both    = 2
)

// AppendChange appends a row's change as Kafka Streams has it on the repartition topic of a grouped table: the new value, or
// the old one, or the new one's length (a zig-zag varint) and both, and one byte that says which. nil is null; they
// can't both be.
func AppendChange(b, now, was []byte) []byte {
	switch {
	case now == nil:
		return append(append(b, was...), onlyOld)
	case was == nil:
		return append(append(b, now...), onlyNew)
	}
	b = binary.AppendVarint(slices.Grow(b, len(now)+len(was)+binary.MaxVarintLen32+1), int64(len(now)))
	return append(append(append(b, now...), was...), both)
}
