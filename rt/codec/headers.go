package codec

import (
	"encoding/binary"

	"github.com/stoatgen/stoatgen/rt/record"
)

// A header block is what a Kafka record carries behind its value: the number of headers, then name and value of each,
// all lengths as zigzag varints, a null value with length -1. Blocks travel through a topology as they came; only who
// asks for headers pays for decoding them.

// AppendHeaders is a new block: that of block (which may be nil), and behind it more.
func AppendHeaders(block []byte, more ...record.Header) []byte {
	n, rest := headerCount(block)
	b := binary.AppendVarint(make([]byte, 0, len(block)+128*len(more)), n+int64(len(more)))
	return appendEach(append(b, rest...), more)
}

func headerCount(block []byte) (n int64, rest []byte) {
	n, k := binary.Varint(block)
	if k <= 0 {
		return 0, nil
	}
	return n, block[k:]
}

// Headers decodes a block. Values alias it. ok is false if the block is cut short or says what can't be.
func Headers(block []byte) (h record.Headers, ok bool) {
	n, b := headerCount(block)
	if n <= 0 {
		return nil, n == 0
	}
	if n > int64(len(b)) { // each takes two bytes at least
		return nil, false
	}
	h = make(record.Headers, 0, n)
	for range n {
		name, rest, ok := headerPart(b)
		if !ok || name == nil {
			return nil, false
		}
		value, rest, ok := headerPart(rest)
		if !ok {
			return nil, false
		}
		h, b = append(h, record.Header{Name: string(name), Value: value}), rest
	}
	return h, len(b) == 0
}

func headerPart(b []byte) (part, rest []byte, ok bool) {
	n, k := binary.Varint(b)
	switch {
	case k <= 0 || n > int64(len(b)-k):
		return nil, nil, false
	case n < 0:
		return nil, b[k:], true
	}
	end := k + int(n)
	return b[k:end:end], b[end:], true
}

// AppendHeaderBlock is h as a block.
func AppendHeaderBlock(b []byte, h record.Headers) []byte {
	return appendEach(binary.AppendVarint(b, int64(len(h))), h)
}

func appendEach(b []byte, h record.Headers) []byte {
	for _, x := range h {
		b = append(binary.AppendVarint(b, int64(len(x.Name))), x.Name...)
		if x.Value == nil {
			b = binary.AppendVarint(b, -1)
			continue
		}
		b = append(binary.AppendVarint(b, int64(len(x.Value))), x.Value...)
	}
	return b
}
