package broker

import (
	"net"
	"sync"
	"time"

	"github.com/twmb/franz-go/pkg/kfake"

	"github.com/stoatgen/stoatgen/rt/internal/kafka"
)

// Fate is what a test does to a request.
type Fate struct {
	Drop       bool          // close the connection before the broker sees the request
	DropAnswer bool          // carry the request out, then close the connection
	Delay      time.Duration // hold the request back, and with it all that follows on its connection
}

// faults are what tests do to requests, by key, and what the listener knows about producers.
type faults struct {
	mu   sync.Mutex
	fns  map[int16]func(kafka.Request) Fate
	quit chan struct{}

	epochs map[int64]int16 // by producer id: with which its transactional id was last taken over
}

func newFaults() *faults {
	return &faults{fns: map[int16]func(kafka.Request) Fate{}, quit: make(chan struct{}), epochs: map[int64]int16{}}
}

func (f *faults) listen(network, address string) (net.Listener, error) {
	l, err := net.Listen(network, address)
	if err != nil {
		return nil, err
	}
	return guarded{l, f}, nil
}

func (f *faults) of(key int16) func(kafka.Request) Fate {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.fns[key]
}

func (f *faults) sleep(d time.Duration) bool {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return true
	case <-f.quit:
		return false
	}
}

func (f *faults) stop() { close(f.quit) }

// Fault lets fn decide about each request of a key (kafka.EndTxnKey …) until remove is called; a second one for the
// same key takes the first one's place. fn runs on the connection's goroutine, so it may be called from several at
// once, and it may block.
func (b *Broker) Fault(key int16, fn func(kafka.Request) Fate) (remove func()) {
	b.faults.mu.Lock()
	defer b.faults.mu.Unlock()
	b.faults.fns[key] = fn
	return func() {
		b.faults.mu.Lock()
		defer b.faults.mu.Unlock()
		delete(b.faults.fns, key)
	}
}

// Fail answers the next count requests of a key with an error that Kafka's protocol names ("CONCURRENT_TRANSACTIONS"),
// without carrying them out; REQUEST_TIMED_OUT is answered after carrying them out. A negative count goes on until
// remove is called. hits tells how many there were.
func (b *Broker) Fail(key int16, name string, count int) (hits func() int, remove func()) {
	e := kafka.ErrorByName(name)
	if e == nil {
		panic("broker: there is no Kafka error " + name)
	}
	h := b.cluster.Fault(kfake.Fault{Keys: []kafka.Key{kafka.Key(key)}, Err: e, Count: count})
	return h.Hits, h.Remove
}

// MoveLeader makes a node the leader of a partition; the epoch of the leadership goes up.
func (b *Broker) MoveLeader(topic string, partition, node int32) error {
	return b.cluster.MoveTopicPartition(topic, partition, node)
}

// Leader is the node that leads a partition.
func (b *Broker) Leader(topic string, partition int32) int32 {
	return b.cluster.LeaderFor(topic, partition)
}

// DeleteRecords drops a partition's records before an offset.
func (b *Broker) DeleteRecords(topic string, partition int32, before int64) error {
	return b.cluster.DeleteRecords(topic, partition, before)
}

// DeleteTopic deletes a topic.
func (b *Broker) DeleteTopic(topic string) error { return b.cluster.DeleteTopic(topic) }

// Compact compacts all compacted topics now, tombstones as delete.retention.ms says. It is for tests: a kill while it
// runs loses partitions (invariant 7).
func (b *Broker) Compact() { b.cluster.Compact() }
