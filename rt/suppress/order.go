package suppress

import (
	"cmp"
	"slices"
)

// Kafka Streams keeps the keys that a commit must log in a Java hash set, and logs them in its order. So that a changelog is the
// same here, record by record, changed keys are put into that order: by bucket, within one in the order of their first change.

// buckets is a Java hash set's size once it has held n keys: it doubles when it is three quarters full, and never shrinks.
func buckets(size uint32, n int) uint32 {
	for size = max(size, 16); uint32(n) > size/4*3; size *= 2 {
	}
	return size
}

// bucket is where Java's hash set has a key: its bytes are hashed like an array's, and the upper half is mixed into the lower.
func bucket(key []byte, size uint32) uint32 {
	h := uint32(1)
	for _, b := range key {
		h = 31*h + uint32(int32(int8(b)))
	}
	return (h ^ h>>16) & (size - 1)
}

// sort puts the changed rows into the order in which they are logged.
func (b *Buffer[T]) sort() {
	b.set = buckets(b.set, len(b.dirty))
	slices.SortStableFunc(b.dirty, func(x, y *row) int { return cmp.Compare(bucket(x.key, b.set), bucket(y.key, b.set)) })
}
