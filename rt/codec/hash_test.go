package codec

import "testing"

// The values are those of Kafka's own test of its partitioner.
func TestMurmur2IsKafkas(t *testing.T) {
	for key, want := range map[string]int32{
		"21":                         -973932308,
		"foobar":                     -790332482,
		"a-little-bit-long-string":   -985981536,
		"a-little-bit-longer-string": -1486304829,
		"lkjh234lh9fiuh90y23oiuhsafujhadof229phr9h19h89h8": -58897971,
		"abc": 479470107,
	} {
		if got := int32(Murmur2([]byte(key))); got != want {
			t.Errorf("%s: %d, want %d", key, got, want)
		}
	}
}

func TestPartitionsAreNeverNegative(t *testing.T) {
	for hash, want := range map[uint32]int32{0: 0, 5: 2, 0x80000000: 0, 0xffffffff: 1} {
		if got := Partition(hash, 3); got != want {
			t.Errorf("%#x of 3 partitions: %d, want %d", hash, got, want)
		}
	}
}

func TestViewsShareMemory(t *testing.T) {
	b := []byte("abc")
	s := String(b)
	if s != "abc" || &Bytes(s)[0] != &b[0] || String(nil) != "" || len(Bytes("")) != 0 {
		t.Errorf("%q", s)
	}
}
