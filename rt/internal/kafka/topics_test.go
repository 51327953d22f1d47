package kafka_test

import (
	"context"
	"errors"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stoatgen/stoatgen/rt/internal/kafka"
)

func TestWindowChangelogOfAnUnlimitedWindow(t *testing.T) {
	s := kafka.WindowChangelog("app", "windows", 1, math.MaxInt64)
	if got, want := s.Configs["retention.ms"], strconv.Itoa(math.MaxInt64); got != want {
		t.Errorf("retention.ms is %s, want %s", got, want)
	}
}

func TestCreateTopics(t *testing.T) {
	c := start(t)
	app := c.name("app")
	plain, window := kafka.Changelog(app, "counts", 2), kafka.WindowChangelog(app, "windows", 3, time.Hour.Milliseconds())
	topics, created, err := c.CreateTopics(t.Context(), plain, window)
	ok(t, err)
	if want := []string{app + "-counts-changelog", app + "-windows-changelog"}; !slices.Equal(created, want) || len(topics[want[1]].Partitions) != 3 {
		t.Errorf("created %q, want %q; %v", created, want, topics)
	}
	for topic, want := range map[string]map[string]string{
		plain.Name:  {"cleanup.policy": "compact", "message.timestamp.type": "CreateTime"},
		window.Name: {"cleanup.policy": "compact,delete", "message.timestamp.type": "CreateTime", "retention.ms": "90000000"},
	} {
		got := must[map[string]map[string]string](t)(c.TopicConfigs(t.Context(), topic))[topic]
		for k, v := range want {
			if got[k] != v {
				t.Errorf("%s: %s is %q, want %q", topic, k, got[k], v)
			}
		}
		if got["delete.retention.ms"] == "" || got["max.message.bytes"] == "" {
			t.Errorf("%s: no defaults in %v", topic, got)
		}
	}
	// Again: they are there, with the ids they had.
	again, created, err := c.CreateTopics(t.Context(), plain, window)
	ok(t, err)
	if len(created) != 0 || again[plain.Name].ID != topics[plain.Name].ID || again[plain.Name].ID == (kafka.ID{}) {
		t.Errorf("the second time: created %q, id %v, was %v", created, again[plain.Name].ID, topics[plain.Name].ID)
	}
	plain.Partitions = 5
	if _, _, err := c.CreateTopics(t.Context(), plain); kafka.ClassOf(err) != kafka.Fatal || !strings.Contains(err.Error(), "it has 2 partitions, the topology needs 5") {
		t.Errorf("another number of partitions: %v", err)
	}
	if _, _, err := c.CreateTopics(t.Context(), kafka.Spec{Name: "bad name!", Partitions: 1}); kafka.ClassOf(err) != kafka.Fatal {
		t.Errorf("a bad name: %v", err)
	}
}

func TestMatchIsAnchored(t *testing.T) {
	c := start(t)
	a, b := c.topic(t, "match-1", 1), c.topic(t, "match-2", 2)
	c.topic(t, "rematch-1", 1)
	got := must[[]kafka.Topic](t)(c.Match(t.Context(), regexp.MustCompile(`match-\d`+c.suffix)))
	if len(got) != 2 || got[0].Name != a || got[1].Name != b || len(got[1].Partitions) != 2 {
		t.Errorf("matched %v, want %s and %s", got, a, b)
	}
	missing := must[map[string]kafka.Topic](t)(c.Topics(t.Context(), a, c.name("nowhere")))
	if len(missing) != 1 || missing[a].Name != a {
		t.Errorf("topics: %v, want %s alone", missing, a)
	}
}

// Topics that nobody asked for may come, go and come again.
func TestMatchForgetsOthers(t *testing.T) {
	c := embedded(t, 1)
	mine := c.topic(t, "mine", 1)
	other := &cluster{Client: c.open(t)}
	other.topic(t, "other", 1)
	pattern := regexp.MustCompile("mi.*")
	must[[]kafka.Topic](t)(c.Match(t.Context(), pattern))
	ok(t, c.broker.DeleteTopic("other"))
	another := &cluster{Client: c.open(t)}
	another.topic(t, "other", 1)
	if got := must[[]kafka.Topic](t)(c.Match(t.Context(), pattern)); len(got) != 1 || got[0].Name != mine {
		t.Errorf("matched %v, want %s", got, mine)
	}
}

func TestListOffsets(t *testing.T) {
	c := start(t)
	topic := c.topic(t, "list", 2)
	tp, empty := kafka.TP{Topic: topic}, kafka.TP{Topic: topic, Partition: 1}
	p := c.producer(t, "list")
	must[map[kafka.TP]kafka.Ack](t)(p.Produce(t.Context(), values(topic, "a", "b")))
	hence := kafka.At(time.Now().Add(time.Hour).UnixMilli()) // no record is that young: the end
	for at, want := range map[kafka.At]int64{kafka.Earliest: 0, kafka.Latest: 2, kafka.LastStable: 0, 0: 0, hence: 2} {
		got := must[map[kafka.TP]kafka.Position](t)(c.ListOffsets(t.Context(), at, tp, empty))
		if got[tp].Offset != want || got[empty].Offset != 0 {
			t.Errorf("%d: %v, want %d and 0", at, got, want)
		}
	}
	early, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := c.StableEnds(early, tp); !errors.Is(err, context.Canceled) {
		t.Errorf("ends with a transaction open: %v, want to wait for it", err)
	}
	ok(t, p.End(t.Context(), true))
	if got := must[map[kafka.TP]kafka.Position](t)(c.StableEnds(t.Context(), tp, empty)); got[tp].Offset != 3 || got[empty].Offset != 0 {
		t.Errorf("stable ends %v, want 3 and 0", got)
	}
	if got := c.stable(t, tp, 3); got != 3 {
		t.Errorf("last stable offset %d, want 3", got)
	}
	ends := must[map[kafka.TP]kafka.Position](t)(c.EndOfEpoch(t.Context(), map[kafka.TP]int32{tp: 0}))
	if ends[tp].Offset != 3 {
		t.Errorf("end of leader epoch 0: %v, want 3", ends)
	}
}

func TestAtLeastOnce(t *testing.T) {
	c := start(t)
	topic, group := c.topic(t, "alo", 1), c.name("alo")
	tp := kafka.TP{Topic: topic}
	p := c.producer(t, "")
	for _, v := range []string{"a", "b"} { // sequences go on, there is no EndTxn
		must[map[kafka.TP]kafka.Ack](t)(p.Produce(t.Context(), values(topic, v)))
	}
	ok(t, c.CommitOffsets(t.Context(), group, map[kafka.TP]kafka.Committed{tp: {Position: kafka.Position{Offset: 2, LeaderEpoch: -1}, Metadata: "m"}}))
	got := must[map[kafka.TP]kafka.Committed](t)(c.FetchOffsets(t.Context(), group, tp))
	if got[tp].Offset != 2 || got[tp].Metadata != "m" {
		t.Errorf("committed %v, want 2", got)
	}
	if got := c.read(t, topic, false); !slices.Equal(got, []string{"a", "b"}) {
		t.Errorf("read %q", got)
	}
}

func TestOffsetMetadata(t *testing.T) {
	m := kafka.OffsetMetadata{PartitionTime: 1234567890123, Processors: map[string]int64{"windows": 60000, "a": -1}}
	text := m.Encode()
	got, err := kafka.DecodeOffsetMetadata(text)
	ok(t, err)
	if got.PartitionTime != m.PartitionTime || len(got.Processors) != 2 || got.Processors["windows"] != 60000 || got.Processors["a"] != -1 {
		t.Errorf("%+v came back as %+v", m, got)
	}
	// As Kafka Streams' TopicPartitionMetadata writes partition time 1 and no processors.
	if got, want := (kafka.OffsetMetadata{PartitionTime: 1}).Encode(), "AgAAAAAAAAABAAAAAA=="; got != want {
		t.Errorf("encoded %q, want %q", got, want)
	}
	if got := must[kafka.OffsetMetadata](t)(kafka.DecodeOffsetMetadata("AQAAAAAAAAAB")); got.PartitionTime != 1 {
		t.Errorf("version 1: %+v, want time 1", got)
	}
	if got := must[kafka.OffsetMetadata](t)(kafka.DecodeOffsetMetadata("")); got.PartitionTime != -1 {
		t.Errorf("no metadata: %+v, want no time", got)
	}
	for i := range len(text) - 1 {
		if _, err := kafka.DecodeOffsetMetadata(text[:i+1]); err == nil {
			t.Errorf("%q, cut short, was taken", text[:i+1])
		}
	}
}
