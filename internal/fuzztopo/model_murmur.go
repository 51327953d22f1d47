package main

import "encoding/binary"

// murmur2 is the hash by which Kafka's producer finds a key's partition.
func murmur2(data []byte) uint32 {
	const seed, m = uint32(0x9747b28c), uint32(0x5bd1e995)
	h := seed ^ uint32(len(data))
	for ; len(data) >= 4; data = data[4:] {
		k := binary.LittleEndian.Uint32(data) * m
		h = h*m ^ (k^k>>24)*m
	}
	for i := len(data) - 1; i >= 0; i-- {
		h ^= uint32(data[i]) << (8 * i)
	}
	if len(data) > 0 {
		h *= m
	}
	h = (h ^ h>>13) * m
	return h ^ h>>15
}
