package codec

import "math"

const (
	startLen = 8
	seqLen   = 4
)

// AppendWindowed finishes the key of a time window on a topic: to the inner key's bytes, already in b, it adds the
// window's start. The end is not written; it follows from the size.
func AppendWindowed(b []byte, start int64) []byte { return AppendInt64(b, start) }

// SplitWindowed is AppendWindowed backwards; key aliases b.
func SplitWindowed(b []byte) (key []byte, start int64, ok bool) {
	n := len(b) - startLen
	if n < 0 {
		return nil, 0, false
	}
	return b[:n:n], GetInt64(b[n:]), true
}

// WindowEnd is the end of the window of that size, the largest time if it lies behind it (as Kafka Streams has it).
func WindowEnd(start, size int64) int64 {
	if end := start + size; end >= start {
		return end
	}
	return math.MaxInt64
}

// AppendWindowKey is the key of a window store's row and changelog record: inner key, start, and the sequence number of
// a store that keeps no duplicates, 0.
func AppendWindowKey(b, key []byte, start int64) []byte { return AppendWindowKeySeq(b, key, start, 0) }

// AppendWindowKeySeq is AppendWindowKey for a store that keeps duplicates: seq tells records of one key and time apart.
func AppendWindowKeySeq(b, key []byte, start int64, seq uint32) []byte {
	return AppendInt32(AppendInt64(append(b, key...), start), int32(seq))
}

// SplitWindowKey is AppendWindowKey backwards, for keys of at least 12 bytes that this process wrote.
func SplitWindowKey(b []byte) (key []byte, start int64) {
	key, start, _, _ = DecodeWindowKey(b)
	return key, start
}

// DecodeWindowKey is AppendWindowKeySeq backwards; key aliases b.
func DecodeWindowKey(b []byte) (key []byte, start int64, seq uint32, ok bool) {
	n := len(b) - startLen - seqLen
	if n < 0 {
		return nil, 0, 0, false
	}
	var s int32
	DecodeInt32(b[n+startLen:], &s)
	return b[:n:n], GetInt64(b[n:]), uint32(s), true
}

// AppendSession finishes the key of a session, on a topic and in a session store: to the inner key's bytes, already in
// b, it adds end and start, in this order.
func AppendSession(b []byte, start, end int64) []byte { return AppendInt64(AppendInt64(b, end), start) }

// SplitSession is AppendSession backwards; key aliases b.
func SplitSession(b []byte) (key []byte, start, end int64, ok bool) {
	n := len(b) - 2*startLen
	if n < 0 {
		return nil, 0, 0, false
	}
	return b[:n:n], GetInt64(b[n+startLen:]), GetInt64(b[n:]), true
}
