package lane

import "github.com/stoatgen/stoatgen/rt/codec"

// Shown says whether the records of the hop are to be shown: in a test driver that was asked for internal topics.
func (o *Out[T]) Shown() bool { return o.shown != "" }

// Show writes the record that a hop replaces, as Kafka Streams would have it in the repartition topic. Nothing reads it but
// tests.
func (o *Out[T]) Show(ts int64, key, val, headers []byte) {
	s := o.lane.stage
	t := s.computed[o.shown]
	if t == nil {
		if s.computed == nil {
			s.computed = map[string]*codec.Topic{}
		}
		t = codec.NewTopic(o.shown, o.parts)
		s.computed[o.shown] = t
	}
	t.AppendKeyed(ts, key, val, headers)
}
