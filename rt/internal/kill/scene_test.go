package main

import (
	"bytes"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"testing"
	"time"

	"github.com/stoatgen/stoatgen/rt/internal/broker"
	"github.com/stoatgen/stoatgen/rt/internal/kafka"
)

// TestMain makes the test binary the application's process where it is started as one.
func TestMain(m *testing.M) {
	if os.Getenv(childEnv) != "" {
		runApp(os.Args[2:])
	}
	flag.Parse()
	_ = flag.Set("test.parallel", "6") // processes wait for each other more than they work
	os.Exit(m.Run())
}

// scene is a broker that outlives applications, and one application's directory.
type scene struct {
	*place
	t        *testing.T
	broker   *broker.Broker
	r        reader
	l        *loader
	producer *kafka.Producer
}

// newScene works with the Kafka at STOAT_KAFKA, where one is named, under names of its own; else with a broker in this
// process.
func newScene(t *testing.T, program func(prefix string) *program) *scene {
	t.Helper()
	if address := os.Getenv("STOAT_KAFKA"); address != "" {
		prefix := fmt.Sprintf("k%x-", rand.Uint64())
		s := sceneAt(t, program(prefix), address, prefix)
		s.must(s.topics(t.Context()))
		return s
	}
	p := program("")
	b, err := broker.Start("", broker.Options{Topics: p.topics})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(b.Close)
	s := sceneAt(t, p, b.Addr(), "")
	s.broker = b
	return s
}

func sceneAt(t *testing.T, p *program, address, prefix string) *scene {
	t.Helper()
	s := &scene{t: t, l: &loader{p: p},
		place: &place{p: p, s: settings{app: "counting", prefix: prefix, id: prefix + "kill", dir: t.TempDir(), brokers: address, lanes: 2}}}
	var err error
	if s.r, err = connect(t.Context(), address); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.r.Close)
	s.producer = s.r.NewProducer("", time.Minute)
	s.must(s.producer.Init(t.Context()))
	return s
}

// failOnce has the broker refuse a commit's offsets once. A real Kafka can't be made to.
func (s *scene) failOnce() {
	s.broker.Fail(kafka.TxnOffsetCommitKey, "INVALID_PRODUCER_EPOCH", 1)
}

// onlyEmbedded are points that a real Kafka can't be made to lead to.
func onlyEmbedded(point string) bool {
	return os.Getenv("STOAT_KAFKA") != "" && point == "in-place-restart"
}

func (s *scene) must(err error) {
	s.t.Helper()
	if err != nil {
		s.t.Fatal(err)
	}
}

// put gives the application n records, in several batches so that they make several epochs.
func (s *scene) put(n int) {
	s.t.Helper()
	for range 4 {
		s.must(s.l.produce(s.t.Context(), s.producer, n/4))
		time.Sleep(10 * time.Millisecond)
	}
}

// start starts a process and ends it with the test.
func (s *scene) start(x settings) *process {
	s.t.Helper()
	p, err := start(x)
	s.must(err)
	s.t.Cleanup(p.kill)
	return p
}

// complete runs an application until it has done all there is, and stops it in order.
func (s *scene) complete(lanes int) {
	s.t.Helper()
	x := s.s
	x.lanes = lanes
	p := s.start(x)
	s.must(p.up())
	if err := s.r.awaitCaughtUp(s.t.Context(), s.place); err != nil {
		s.t.Fatalf("%v\n%s", err, p.log)
	}
	s.must(p.terminate())
}

// dies waits until a process was killed, by itself.
func (s *scene) dies(p *process) {
	s.t.Helper()
	select {
	case <-p.done:
	case <-time.After(time.Minute):
		p.kill()
		s.t.Fatalf("the process is alive: its kill point was not met\n%s", p.log)
	}
	if !p.killed() {
		s.t.Fatalf("the process ended otherwise: %v\n%s", p.err, p.log)
	}
}

// equal compares everything with a run without kills.
func (s *scene) equal() {
	s.t.Helper()
	s.agrees()
	s.must(s.p.outputs(s.t.Context(), s.r, s.s.id))
}

// agrees compares the directory with the changelog up to its own offsets.
func (s *scene) agrees() {
	s.t.Helper()
	s.must(s.p.directory(s.t.Context(), s.r, s.s.dir, s.s.id))
}

func (s *scene) remove() { s.must(os.RemoveAll(s.s.dir)) }

func (s *scene) copyTo(dir string) { s.must(os.CopyFS(dir, os.DirFS(s.s.dir))) }

// large is the counting program with words that make a flush or a restore take several steps.
func large(prefix string) *program {
	p := countingProgram(prefix)
	p.load = func(i int) input {
		w := append(fmt.Appendf(nil, "word-%d-", i%70), bytes.Repeat([]byte{'x'}, 80_000)...)
		return input{p.sources[0], int32(i % 3), int64(i), nil, w}
	}
	return p
}
