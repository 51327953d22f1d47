package barrier

import (
	"cmp"
	"maps"
	"slices"

	"github.com/stoatgen/stoatgen/rt/internal/kafka"
)

// metadata is what a commit says beside the offsets: each partition's time, and the marks. They are with every
// partition, as in Kafka Streams, if they fit. Processors' stores have marks for each partition, so there may be too many:
// then each is with one partition, which is enough, since a start takes the largest that it finds at any. What doesn't fit
// even so is in the state directory alone; without it these begin anew, as all of them do in Kafka Streams.
func metadata(cursors map[kafka.TP]Cursor, marks map[string]int64) map[kafka.TP]kafka.OffsetMetadata {
	all := make(map[kafka.TP]kafka.OffsetMetadata, len(cursors))
	for tp, at := range cursors {
		all[tp] = kafka.OffsetMetadata{PartitionTime: at.Time, Processors: marks}
	}
	if room(marks) >= 0 {
		return all
	}
	names := slices.Sorted(maps.Keys(marks))
	for _, tp := range slices.SortedFunc(maps.Keys(cursors), compare) {
		some, left := map[string]int64{}, kafka.Room
		for ; len(names) > 0; names = names[1:] {
			name := names[0]
			if marks[name] < 0 {
				continue // as if it were not there
			}
			if left -= need(name); left < 0 {
				break
			}
			some[name] = marks[name]
		}
		all[tp] = kafka.OffsetMetadata{PartitionTime: cursors[tp].Time, Processors: some}
	}
	return all
}

// room is what marks leave of a partition's metadata.
func room(marks map[string]int64) int {
	left := kafka.Room
	for name := range marks {
		left -= need(name)
	}
	return left
}

func need(name string) int { return 16 + len(name) }

func compare(a, b kafka.TP) int {
	return cmp.Or(cmp.Compare(a.Topic, b.Topic), cmp.Compare(a.Partition, b.Partition))
}
