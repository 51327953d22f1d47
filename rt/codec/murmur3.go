package codec

import (
	"encoding/binary"
	"math/bits"
)

// Murmur3 is the 128-bit murmur3 hash (x64) with the seed that Kafka Streams uses for the values of foreign-key joins.
func Murmur3(data []byte) (h1, h2 uint64) {
	const (
		c1, c2 = 0x87c37b91114253d5, 0x4cf5ad432745937f
		seed   = 104729
	)
	h1, h2 = seed, seed
	mix1 := func(k uint64) uint64 { return bits.RotateLeft64(k*c1, 31) * c2 }
	mix2 := func(k uint64) uint64 { return bits.RotateLeft64(k*c2, 33) * c1 }
	n := uint64(len(data))
	for ; len(data) >= 16; data = data[16:] {
		h1 ^= mix1(binary.LittleEndian.Uint64(data))
		h1 = (bits.RotateLeft64(h1, 27)+h2)*5 + 0x52dce729
		h2 ^= mix2(binary.LittleEndian.Uint64(data[8:]))
		h2 = (bits.RotateLeft64(h2, 31)+h1)*5 + 0x38495ab5
	}
	var tail [16]byte
	copy(tail[:], data)
	h2 ^= mix2(binary.LittleEndian.Uint64(tail[8:])) // of nothing it is 0
	h1 ^= mix1(binary.LittleEndian.Uint64(tail[:]))
	h1, h2 = h1^n, h2^n
	h1 += h2
	h2 += h1
	h1, h2 = finish(h1), finish(h2)
	h1 += h2
	return h1, h2 + h1
}

func finish(h uint64) uint64 {
	h = (h ^ h>>33) * 0xff51afd7ed558ccd
	h = (h ^ h>>33) * 0xc4ceb9fe1a85ec53
	return h ^ h>>33
}
