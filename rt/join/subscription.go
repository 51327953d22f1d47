package join

import (
	"encoding/binary"
	"fmt"

	"github.com/stoatgen/stoatgen/rt/codec"
)

// Sum is the hash of a left row's value, by which an answer is known to be for the row as it is now. The zero Sum is that of no
// row.
type Sum struct {
	H1, H2 uint64
	Some   bool
}

// SumOf hashes a value's bytes.
func SumOf(value []byte) Sum {
	h1, h2 := codec.Murmur3(value)
	return Sum{h1, h2, true}
}

// Instruction says what a left row wants of the right one that it names or named, with Kafka Streams' numbers.
type Instruction byte

const (
	Leave      Instruction = iota // forget the subscription
	LeaveAsked                    // forget it, and answer with null
	Ask                           // subscribe, and answer whether there is a row or not
	AskForRow                     // subscribe, and answer if there is a row
)

// Subscription is what hops from a left row to a right one: Kafka Streams' SubscriptionWrapper.
type Subscription struct {
	Left string // bytes of the left row's key
	Part int32  // its partition
	Sum  Sum
	Wish Instruction
}

// wrapperVersion is that of Kafka Streams since 3.4; without a hash the first bit is set.
const (
	wrapperVersion = 1
	noHash         = 0x80
	sumLen         = 16
)

func appendSum(b []byte, s Sum) []byte {
	return binary.BigEndian.AppendUint64(binary.BigEndian.AppendUint64(b, s.H1), s.H2)
}

// Append is the subscription's bytes: version, instruction, hash, left key, partition.
func (s *Subscription) Append(b []byte) []byte {
	if s.Sum.Some {
		b = appendSum(append(b, wrapperVersion, byte(s.Wish)), s.Sum)
	} else {
		b = append(b, wrapperVersion|noHash, byte(s.Wish))
	}
	return binary.BigEndian.AppendUint32(append(b, s.Left...), uint32(s.Part))
}

// decode reads what Append wrote; Left is copied.
func (s *Subscription) decode(b []byte) error {
	if len(b) < 6 || b[0]&^noHash != wrapperVersion {
		return fmt.Errorf("subscription %x is of another version than %d", b, wrapperVersion)
	}
	*s = Subscription{Wish: Instruction(b[1])}
	hashed := b[0]&noHash == 0
	if b = b[2:]; hashed {
		if len(b) < sumLen+4 {
			return fmt.Errorf("subscription is cut off behind %x", b)
		}
		s.Sum = Sum{binary.BigEndian.Uint64(b), binary.BigEndian.Uint64(b[8:]), true}
		b = b[sumLen:]
	}
	n := len(b) - 4
	s.Left, s.Part = string(b[:n]), int32(binary.BigEndian.Uint32(b[n:]))
	return nil
}

// AppendAnswer is the bytes of an answer to a left row: Kafka Streams' SubscriptionResponseWrapper. A nil value is null.
func AppendAnswer(b []byte, s Sum, value []byte) []byte {
	if s.Some {
		b = appendSum(append(b, 0), s)
	} else {
		b = append(b, noHash)
	}
	return append(b, value...)
}

// appendPair is the key of a subscription: length of the foreign key, foreign key, left key.
func appendPair(b, foreign []byte, left string) []byte {
	return append(append(binary.BigEndian.AppendUint32(b, uint32(len(foreign))), foreign...), left...)
}

func cutPair(b []byte) (foreign, left []byte, ok bool) {
	if len(b) < 4 || uint64(len(b)-4) < uint64(binary.BigEndian.Uint32(b)) {
		return nil, nil, false
	}
	n := 4 + binary.BigEndian.Uint32(b)
	return b[4:n], b[n:], true
}
