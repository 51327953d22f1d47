package rt_test

import (
	"time"

	"github.com/twmb/franz-go/pkg/kadm"
)

// commit sets the group's offset of the first partition, as a person would with Kafka's tools.
func (h *harness) commit(offset int64) {
	h.t.Helper()
	at := kadm.Offsets{}
	at.Add(kadm.Offset{Topic: h.words, At: offset, LeaderEpoch: -1})
	if err := h.admin.CommitAllOffsets(h.t.Context(), h.app, at); err != nil {
		h.t.Fatal(err)
	}
}

// delete deletes a topic, and waits until it is gone.
func (h *harness) delete(topic string) {
	h.t.Helper()
	if _, err := h.admin.DeleteTopic(h.t.Context(), topic); err != nil {
		h.t.Fatal(err)
	}
	for {
		found, err := h.admin.ListTopics(h.t.Context(), topic)
		if err != nil {
			h.t.Fatal(err)
		}
		if !found.Has(topic) {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
}

// create makes a topic, and waits until it is there.
func (h *harness) create(topic string, partitions int32) {
	h.t.Helper()
	forever := "-1" // the records' timestamps are of 1970
	if _, err := h.admin.CreateTopic(h.t.Context(), partitions, -1, map[string]*string{"retention.ms": &forever}, topic); err != nil {
		h.t.Fatal(err)
	}
	h.await(topic)
}

// await waits until topics are known to the brokers.
func (h *harness) await(topics ...string) {
	h.t.Helper()
	for {
		found, err := h.admin.ListTopics(h.t.Context(), topics...)
		if err != nil {
			h.t.Fatal(err)
		}
		there := true
		for _, topic := range topics {
			there = there && found.Has(topic)
		}
		if there {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
}

// truncate deletes all records of a compacted topic, as a person could: brokers refuse to while it is only compacted.
func (h *harness) truncate(topic string) {
	h.t.Helper()
	policy := "compact,delete"
	changed, err := h.admin.AlterTopicConfigs(h.t.Context(), []kadm.AlterConfig{{Name: "cleanup.policy", Value: &policy}}, topic)
	if err != nil || changed[0].Err != nil {
		h.t.Fatal(err, changed[0].Err)
	}
	ends, err := h.admin.ListEndOffsets(h.t.Context(), topic)
	if err != nil {
		h.t.Fatal(err)
	}
	for {
		deleted, err := h.admin.DeleteRecords(h.t.Context(), ends.Offsets())
		if err != nil {
			h.t.Fatal(err)
		}
		if deleted.Error() == nil {
			return
		}
		time.Sleep(10 * time.Millisecond) // the new policy is on its way
	}
}
