package codec

import (
	"fmt"
	"slices"

	"github.com/stoatgen/stoatgen/rt/record"
)

// Chosen is the partition that a partitioner's answer means for a record with a key: a number of a partition, or
// record.DefaultPartition for that of the key's hash.
func Chosen(topic string, answer int, hash uint32, partitions int32) (int32, error) {
	switch {
	case answer == record.DefaultPartition:
		return Partition(hash, partitions), nil
	case answer < 0 || answer >= int(partitions):
		return 0, fmt.Errorf("the partitioner named partition %d of topic %q, expected 0 to %d, or record.DefaultPartition", answer, topic, partitions-1)
	}
	return int32(answer), nil
}

// AppendChosen sends a record to the partition that a partitioner's answer means.
func (t *Topic) AppendChosen(answer int, ts int64, key, val, headers []byte) error {
	if answer == record.DefaultPartition {
		t.AppendKeyed(ts, key, val, headers)
		return nil
	}
	p, err := Chosen(t.Name, answer, 0, int32(len(t.Parts)))
	if err == nil {
		t.AppendTo(p, ts, key, val, headers)
	}
	return err
}

// Multicast collects the answers of a partitioner that may name any number of partitions. It is used again for each
// record. Naming one twice means once: Kafka Streams' partitioner answers a set.
type Multicast struct {
	send    func(partition int)
	answers []int
	parts   []int32
}

// NewMulticast makes the collector of one lane.
func NewMulticast() *Multicast {
	m := &Multicast{}
	m.send = func(partition int) {
		if !slices.Contains(m.answers, partition) {
			m.answers = append(m.answers, partition)
		}
	}
	return m
}

// Begin forgets the answers for the last record, whatever has become of it, and gives what the partitioner calls.
func (m *Multicast) Begin() (send func(partition int)) {
	m.answers = m.answers[:0]
	return m.send
}

// None says that no partition was named: the record is dropped.
func (m *Multicast) None() bool { return len(m.answers) == 0 }

// Chosen are the partitions that the answers mean for a record with a key, each once. An answer that is no partition spoils
// all.
func (m *Multicast) Chosen(topic string, hash uint32, partitions int32) ([]int32, error) {
	m.parts = m.parts[:0]
	for _, answer := range m.answers {
		p, err := Chosen(topic, answer, hash, partitions)
		if err != nil {
			return nil, err
		}
		if !slices.Contains(m.parts, p) {
			m.parts = append(m.parts, p)
		}
	}
	return m.parts, nil
}

// Append sends a record to each partition that was named, or to none if one of them isn't there.
func (m *Multicast) Append(t *Topic, ts int64, key, val, headers []byte) error {
	parts, err := m.Chosen(t.Name, t.hash(key), int32(len(t.Parts)))
	for _, p := range parts {
		t.AppendTo(p, ts, key, val, headers)
	}
	return err
}
