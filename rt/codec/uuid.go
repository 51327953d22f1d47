package codec

import "encoding/hex"

const uuidLen = 36

// groups are where the hexadecimal groups of a UUID's text begin, and the bytes they stand for.
var groups = [...]struct{ at, from, to int }{{0, 0, 4}, {9, 4, 6}, {14, 6, 8}, {19, 8, 10}, {24, 10, 16}}

// AppendUUID writes Kafka's UUID: the text 8-4-4-4-12, lower case.
func AppendUUID(b []byte, v [16]byte) []byte {
	for i, g := range groups {
		if i > 0 {
			b = append(b, '-')
		}
		b = hex.AppendEncode(b, v[g.from:g.to])
	}
	return b
}

// DecodeUUID reads the text 8-4-4-4-12 in either case. Groups that are too short, which Java fills up with zeros, are
// malformed here.
func DecodeUUID(b []byte, v *[16]byte) bool {
	if len(b) != uuidLen || b[8] != '-' || b[13] != '-' || b[18] != '-' || b[23] != '-' {
		return false
	}
	for _, g := range groups {
		if _, err := hex.Decode(v[g.from:g.to], b[g.at:g.at+2*(g.to-g.from)]); err != nil {
			*v = [16]byte{}
			return false
		}
	}
	return true
}
