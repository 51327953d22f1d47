package lane

import "github.com/stoatgen/stoatgen/rt/codec"

// Shown says whether the records of the hop are to be shown: in a test driver that was asked for internal topics.
func (o *Out[T]) Shown() bool { return o.shown }

// Show writes the record that a hop replaces, as Kafka Streams would have it in the repartition topic. Nothing reads it but
// tests.
func (o *Out[T]) Show(ts int64, key, val, headers []byte) {
	o.repartition().AppendKeyed(ts, key, val, headers)
}

// ShowIn is Show in the partition that a partitioner has named.
func (o *Out[T]) ShowIn(part int32, ts int64, key, val, headers []byte) {
	o.repartition().AppendTo(part, ts, key, val, headers)
}

func (o *Out[T]) repartition() *codec.Topic {
	s := o.lane.stage
	if t := s.computed[o.topic]; t != nil {
		return t
	}
	return s.compute(codec.NewTopic(o.topic, o.parts))
}
