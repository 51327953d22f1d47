package kafka_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/twmb/franz-go/pkg/kerr"
	"github.com/twmb/franz-go/pkg/kfake"
	"github.com/twmb/franz-go/pkg/kmsg"

	"github.com/stoatgen/stoatgen/rt/internal/kafka"
)

// TestRefusedTimestamp says which timestamp a broker refuses: the message for the batch does not.
func TestRefusedTimestamp(t *testing.T) {
	k := must[*kfake.Cluster](t)(kfake.NewCluster(kfake.NumBrokers(1), kfake.SeedTopics(1, "times")))
	defer k.Close()
	c := &cluster{addr: k.ListenAddrs()[0]}
	c.Client = c.open(t)
	p := c.producer(t, "")
	k.ControlKey(int16(kmsg.Produce), func(r kmsg.Request) (kmsg.Response, error, bool) { // as Kafka answers; kfake takes any timestamp
		req, resp := r.(*kmsg.ProduceRequest), r.ResponseKind().(*kmsg.ProduceResponse)
		batch, record := "One or more records have been rejected due to invalid timestamp",
			"Timestamp 253402300799999 of message with offset 1 is out of range. The timestamp should be within [0, 1796036400000]"
		of := kmsg.NewProduceResponseTopicPartitionErrorRecord()
		of.RelativeOffset, of.ErrorMessage = 1, &record
		part := kmsg.NewProduceResponseTopicPartition()
		part.ErrorCode, part.ErrorMessage = kerr.InvalidTimestamp.Code, &batch
		part.ErrorRecords = append(part.ErrorRecords, of)
		topic := kmsg.NewProduceResponseTopic()
		topic.Topic, topic.TopicID, topic.Partitions = req.Topics[0].Topic, req.Topics[0].TopicID, append(topic.Partitions, part)
		resp.Topics = append(resp.Topics, topic)
		return resp, nil, true
	})
	_, err := p.Produce(t.Context(), values("times", "a", "b"))
	if kafka.ClassOf(err) != kafka.Fatal || !errors.Is(err, kerr.InvalidTimestamp) {
		t.Fatalf("%v of class %v", err, kafka.ClassOf(err))
	}
	for _, words := range []string{"Produce to times-0", "Timestamp 253402300799999", "message.timestamp.before/after.max.ms", "timestamp extractor"} {
		if !strings.Contains(err.Error(), words) {
			t.Errorf("%q is not in: %v", words, err)
		}
	}
}
