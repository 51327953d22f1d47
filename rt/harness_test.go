package rt_test

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/twmb/franz-go/pkg/kadm"
	"github.com/twmb/franz-go/pkg/kgo"

	"github.com/stoatgen/stoatgen/rt"
	"github.com/stoatgen/stoatgen/rt/codec"
	"github.com/stoatgen/stoatgen/rt/internal/broker"
	"github.com/stoatgen/stoatgen/rt/internal/counting"
	"github.com/stoatgen/stoatgen/rt/store"
)

// TestMain lets more tests run at once than there are processors: they wait for brokers more than they work.
func TestMain(m *testing.M) {
	flag.Parse()
	_ = flag.Set("test.parallel", "6")
	os.Exit(m.Run())
}

// harness is a broker, an application that counts, and a client that feeds it and looks at what comes out.
type harness struct {
	t       *testing.T
	broker  *broker.Broker // nil: a real Kafka
	cl      *kgo.Client
	cfg     rt.Config
	state   *store.InMemory
	log     *logs
	input   map[string]int64 // records by value
	running *running

	address             string // of the brokers
	app                 string // application.id
	words, counts, dead string // topics
	prefix              string // of all names
	admin               *kadm.Client
	program             *rt.Program
}

// running is an application that runs.
type running struct {
	app  *rt.App
	stop context.CancelFunc
	done chan struct{} // closed when Run has returned
	err  error         // read after done
}

// logs keeps what an application logs.
type logs struct {
	mu  sync.Mutex
	buf bytes.Buffer
}

func (l *logs) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.buf.Write(p)
}

func (l *logs) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	var s strings.Builder
	for line := range strings.Lines(l.buf.String()) {
		if !strings.Contains(line, "msg=configuration") {
			s.WriteString(line)
		}
	}
	return s.String()
}

// newHarness works with the Kafka at STOAT_KAFKA, where one is named: whatever the test makes there has a name of its
// own. Else it starts a broker in the process.
func newHarness(t *testing.T) *harness {
	t.Helper()
	if address := os.Getenv("STOAT_KAFKA"); address != "" {
		return prepared(t, nil, address, fmt.Sprintf("t%x-", rand.Uint64()))
	}
	return newEmbedded(t)
}

// newEmbedded is for tests that make the broker do what a real one can't be made to.
func newEmbedded(t *testing.T) *harness {
	t.Helper()
	b, err := broker.Start("", broker.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(b.Close)
	return prepared(t, b, b.Addr(), "")
}

func prepared(t *testing.T, b *broker.Broker, address, prefix string) *harness {
	t.Helper()
	h := &harness{t: t, broker: b, state: store.Memory(), log: &logs{}, input: map[string]int64{}, address: address, prefix: prefix,
		program: counting.Prefixed(prefix), app: prefix + "app", words: prefix + counting.Words, counts: prefix + counting.Counts, dead: prefix + "dead"}
	var err error
	h.cl, err = kgo.NewClient(kgo.SeedBrokers(address), kgo.MetadataMinAge(20*time.Millisecond), kgo.RecordPartitioner(kgo.ManualPartitioner()))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(h.cl.Close)
	h.admin = kadm.NewClient(h.cl)
	h.create(h.words, 3)
	h.create(h.counts, 2)
	h.create(h.dead, 1)
	h.cfg = rt.Config{
		ApplicationID: h.app, BootstrapServers: []string{address}, StateDir: t.TempDir(), HTTPAddress: "off", Lanes: 2,
		CommitInterval: 10 * time.Millisecond, TransactionTimeout: 10 * time.Second, Store: h.state,
		Logger: slog.New(slog.NewTextHandler(h.log, nil)),
	}
	return h
}

// changelog is the topic of the store of the counting program.
func (h *harness) changelog() string { return h.app + "-" + counting.Store + "-changelog" }

// start runs the application; change may alter its configuration first.
func (h *harness) start(change ...func(*rt.Config)) *running {
	h.t.Helper()
	cfg := h.cfg
	for _, f := range change {
		f(&cfg)
	}
	app, err := rt.New(h.program, cfg)
	if err != nil {
		h.t.Fatal(err)
	}
	return h.run(app)
}

// run runs an application.
func (h *harness) run(app *rt.App) *running {
	h.t.Helper()
	rt.SetTopicsAge(app, 50*time.Millisecond)
	ctx, stop := context.WithCancel(context.Background())
	r := &running{app: app, stop: stop, done: make(chan struct{})}
	go func() {
		r.err = app.Run(ctx)
		close(r.done)
	}()
	h.t.Cleanup(func() { stop(); <-r.done })
	h.running = r
	return r
}

// up starts the application and waits until it is ready.
func (h *harness) up(change ...func(*rt.Config)) *running {
	h.t.Helper()
	return h.ready(h.start(change...))
}

func (h *harness) ready(r *running) *running {
	h.t.Helper()
	select {
	case <-r.app.Ready():
	case <-r.done:
		h.t.Fatalf("not ready: %v", r.err)
	case <-time.After(time.Minute):
		h.t.Fatalf("not ready, and no error:\n%s", h.log)
	}
	return r
}

// down stops the application in order.
func (h *harness) down() {
	h.t.Helper()
	h.running.stop()
	<-h.running.done
	if err := h.running.err; err != nil {
		h.t.Fatalf("stopped with %v", err)
	}
}

// fails waits for the end of Run, which must be an error with these words.
func (h *harness) fails(words ...string) error {
	h.t.Helper()
	select {
	case <-h.running.done:
	case <-time.After(time.Minute):
		h.t.Fatalf("no end:\n%s", h.log)
	}
	err := h.running.err
	if err == nil {
		h.t.Fatal("Run ended without an error")
	}
	for _, w := range words {
		if !strings.Contains(err.Error(), w) {
			h.t.Errorf("%q doesn't say %q", err, w)
		}
	}
	return err
}

// put produces values, one after the other to each partition.
func (h *harness) put(values ...string) {
	h.t.Helper()
	for i, v := range values {
		h.record(&kgo.Record{Topic: h.words, Partition: int32(i % 3), Value: []byte(v)})
	}
}

func (h *harness) record(r *kgo.Record) {
	h.t.Helper()
	if r.Timestamp.IsZero() {
		r.Timestamp = time.UnixMilli(1000)
	}
	if err := h.cl.ProduceSync(h.t.Context(), r).FirstErr(); err != nil {
		h.t.Fatal(err)
	}
	if v := string(r.Value); v != counting.Failing && v != counting.Panicking && v != counting.Malformed && v != "" && r.Timestamp.UnixMilli() >= 0 {
		h.input[v]++
	}
}

// words are n values of which some repeat.
func words(n int) (list []string) {
	for i := range n {
		list = append(list, fmt.Sprintf("word-%d", i*i%17))
	}
	return list
}

// outcome waits until every value's count is what the input says, and fails if one is counted twice or out of order.
func (h *harness) outcome() {
	h.t.Helper()
	want := int64(0)
	for _, n := range h.input {
		want += n
	}
	seen := map[string]int64{}
	for _, r := range h.read(h.counts, int(want)) {
		n := codec.GetInt64(r.Value)
		if n != seen[string(r.Key)]+1 {
			h.t.Fatalf("%s counts %d behind %d", r.Key, n, seen[string(r.Key)])
		}
		seen[string(r.Key)] = n
	}
	for v, n := range h.input {
		if seen[v] != n {
			h.t.Errorf("%s counted %d times, want %d", v, seen[v], n)
		}
	}
}

// read waits for n committed records of a topic.
func (h *harness) read(topic string, n int) (all []*kgo.Record) {
	h.t.Helper()
	cl, err := kgo.NewClient(kgo.SeedBrokers(h.address), kgo.MetadataMinAge(20*time.Millisecond), kgo.ConsumeTopics(topic), kgo.FetchMaxWait(100*time.Millisecond),
		kgo.ConsumeResetOffset(kgo.NewOffset().AtStart()), kgo.FetchIsolationLevel(kgo.ReadCommitted()))
	if err != nil {
		h.t.Fatal(err)
	}
	defer cl.Close()
	ctx, cancel := context.WithTimeout(h.t.Context(), time.Minute)
	defer cancel()
	for len(all) < n {
		fs := cl.PollFetches(ctx)
		if err := fs.Err(); err != nil {
			if errors.Is(err, context.DeadlineExceeded) {
				h.t.Fatalf("%d of %d records in %s:\n%s", len(all), n, topic, h.log)
			}
			h.t.Fatal(err)
		}
		all = append(all, fs.Records()...)
	}
	return all
}
