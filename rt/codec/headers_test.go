package codec

import (
	"reflect"
	"testing"

	"github.com/stoatgen/stoatgen/rt/record"
)

func TestHeadersRoundTrip(t *testing.T) {
	h := record.Headers{{Name: "id", Value: []byte("3")}, {Name: "null"}, {Name: "", Value: []byte{}}}
	block := AppendHeaderBlock(nil, h)
	got, ok := Headers(block)
	if !ok || !reflect.DeepEqual(got, h) {
		t.Fatalf("Headers(AppendHeaderBlock(%v)) = %v, %v", h, got, ok)
	}
	more, ok := Headers(AppendHeaders(block, record.Header{Name: "x", Value: []byte("y")}, record.Header{Name: "z"}))
	if want := h.With("x", []byte("y")).With("z", nil); !ok || !reflect.DeepEqual(more, want) {
		t.Fatalf("AppendHeaders: %v, want %v", more, want)
	}
	for i := range block {
		if _, ok := Headers(block[:i]); ok && i > 0 {
			t.Errorf("a block cut at %d of %d decodes", i, len(block))
		}
	}
	if h, ok := Headers(nil); h != nil || !ok {
		t.Errorf("no block: %v, %v", h, ok)
	}
}

func FuzzHeaders(f *testing.F) {
	f.Add(AppendHeaders(nil, record.Header{Name: "a", Value: []byte("b")}))
	f.Fuzz(func(t *testing.T, block []byte) {
		h, ok := Headers(block)
		if !ok || len(h) == 0 {
			return
		}
		if again, ok := Headers(AppendHeaderBlock(nil, h)); !ok || !reflect.DeepEqual(again, h) {
			t.Fatalf("%x: %v, again %v", block, h, again)
		}
	})
}
