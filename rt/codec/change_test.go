package codec

import (
	"encoding/hex"
	"testing"
)

// TestChange has the bytes that Kafka Streams wrote.
func TestChange(t *testing.T) {
	for _, c := range []struct{ now, was, want string }{
		{"46", "", "343601"},
		{"", "21", "323100"},
		{"19", "46", "043139343602"},
	} {
		bytes := func(s string) []byte {
			if s == "" {
				return nil
			}
			return []byte(s)
		}
		if got := hex.EncodeToString(AppendChange(nil, bytes(c.now), bytes(c.was))); got != c.want {
			t.Errorf("change from %q to %q: got %s, Kafka Streams has %s", c.was, c.now, got, c.want)
		}
	}
	if got := AppendChange([]byte("x"), []byte{}, []byte{}); string(got) != "x\x00\x02" {
		t.Errorf("empty values aren't null: got %x", got)
	}
}
