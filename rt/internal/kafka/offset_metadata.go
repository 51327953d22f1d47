package kafka

import (
	"encoding/base64"
	"encoding/binary"
	"errors"
	"maps"
	"slices"
)

// OffsetMetadata is what Kafka Streams commits beside an offset: the partition's time, and for each processor that
// asks for it (windows emitted on close) a number under its store's name.
type OffsetMetadata struct {
	PartitionTime int64 // largest timestamp read from the partition, -1 for none
	Processors    map[string]int64
}

const metadataMagic = 2

// MetadataMax is how long Encode's text may be: longer ones are refused (the brokers' default offset.metadata.max.bytes).
const MetadataMax = 4096

// Room is how many bytes of names the Processors have room for, at 16 more for each.
const Room = MetadataMax/4*3 - 13

// Encode is Kafka Streams' form: base64 of a version, the partition's time, and a map by name, all big-endian. Names
// are sorted, so that equal metadata is equal text.
func (m OffsetMetadata) Encode() string {
	b := binary.BigEndian.AppendUint64([]byte{metadataMagic}, uint64(m.PartitionTime))
	b = binary.BigEndian.AppendUint32(b, uint32(len(m.Processors)))
	for _, k := range slices.Sorted(maps.Keys(m.Processors)) {
		b = append(binary.BigEndian.AppendUint32(b, uint32(len(k))), k...)
		b = binary.BigEndian.AppendUint64(binary.BigEndian.AppendUint32(b, 8), uint64(m.Processors[k]))
	}
	return base64.StdEncoding.EncodeToString(b)
}

// DecodeOffsetMetadata reads what Encode, or Kafka Streams since 2.4, wrote. The empty text has no time. Text of
// another origin is an error; a caller goes on without a time then.
func DecodeOffsetMetadata(text string) (OffsetMetadata, error) {
	m := OffsetMetadata{PartitionTime: -1}
	if text == "" {
		return m, nil
	}
	b, err := base64.StdEncoding.DecodeString(text)
	if err != nil {
		return m, err
	}
	if len(b) < 9 || b[0] != 1 && b[0] != metadataMagic {
		return m, errors.New("offset metadata is not Kafka Streams', version 1 or 2")
	}
	m.PartitionTime = int64(binary.BigEndian.Uint64(b[1:]))
	if b[0] == 1 {
		return m, nil
	}
	return m, m.processors(b[9:])
}

func (m *OffsetMetadata) processors(b []byte) error {
	short := errors.New("offset metadata ends inside the processors' part")
	if len(b) < 4 {
		return short
	}
	n := binary.BigEndian.Uint32(b)
	b = b[4:]
	if uint64(n) > uint64(len(b))/16 {
		return short
	}
	m.Processors = make(map[string]int64, n)
	for range n {
		if len(b) < 4 {
			return short
		}
		k := uint64(binary.BigEndian.Uint32(b))
		if uint64(len(b)) < 4+k+4+8 || binary.BigEndian.Uint32(b[4+k:]) != 8 {
			return short
		}
		m.Processors[string(b[4:4+k])] = int64(binary.BigEndian.Uint64(b[4+k+4:]))
		b = b[4+k+4+8:]
	}
	return nil
}
