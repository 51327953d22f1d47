package codec

import (
	"fmt"
	"testing"
)

// TestMurmur3 has hashes that Kafka Streams itself wrote (the oracle's bytes of a foreign-key join).
func TestMurmur3(t *testing.T) {
	for data, want := range map[string]string{
		"24": "325a64c117d730d55d94a731cb8cef28", "33": "42badd61987cfd94949f742702781b76", "19": "41f60098eb48356eaa9df9d8e7c46134",
	} {
		if h1, h2 := Murmur3([]byte(data)); fmt.Sprintf("%016x%016x", h1, h2) != want {
			t.Errorf("Murmur3(%q) = %016x%016x; Kafka Streams has %s", data, h1, h2, want)
		}
	}
	// blocks and tails of the reference implementation, with this seed
	seen := map[uint64]int{}
	long := []byte("0123456789abcdef0123456789abcdef0")
	for n := range len(long) + 1 {
		h1, _ := Murmur3(long[:n])
		if m, ok := seen[h1]; ok {
			t.Errorf("%d and %d bytes have one hash", m, n)
		}
		seen[h1] = n
	}
}
