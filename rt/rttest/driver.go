package rttest

import (
	"regexp"
	"slices"
	"testing"

	"github.com/stoatgen/stoatgen/rt/abi"
	"github.com/stoatgen/stoatgen/rt/codec"
	"github.com/stoatgen/stoatgen/rt/internal/clock"
	"github.com/stoatgen/stoatgen/rt/internal/config"
	"github.com/stoatgen/stoatgen/rt/lane"
	"github.com/stoatgen/stoatgen/rt/record"
	"github.com/stoatgen/stoatgen/rt/store"
)

// Record is a record of a topic as bytes; a nil Key or Value is null.
type Record struct {
	Topic     string
	Partition int32
	Offset    int64
	Key       []byte
	Value     []byte
	Timestamp int64 // milliseconds
	Headers   record.Headers
}

// Driver runs one topology. It is for one goroutine.
type Driver struct {
	tb       testing.TB
	program  *lane.Program
	settings settings
	layout   lane.Layout
	lanes    []*lane.Lane
	router   *lane.Router
	db       store.DB
	epoch    uint32
	stored   uint32
	now      int64
	failure  *lane.Failure
	asked    bool                // the test knows of the failure
	next     map[partition]int64 // offset of the next record, of topics that are read and of those written
	latest   map[partition]int64 // largest timestamp of each source partition
	unread   map[string][]Record // outputs, by topic
	changes  [][]Record          // changelog records, by store
	saved    map[string]int64    // marks at the last commit, by name
	marks    *clock.Marks        // what the next barrier hands out
	expiry   store.Expiry
	drops    [][abi.Reasons]uint64 // by node
	given    []*lane.Handover
	globals  *lane.Globals
	prints   *lane.Prints
	heard    []*abi.Batch // what the topics of globals have got
	back     []Record     // written to topics that the topology reads, and not yet read
}

type partition struct {
	topic string
	n     int32
}

// Programmed is what has a program: a *rt.App.
type Programmed interface{ Program() *lane.Program }

// Must is the application that a generated constructor made. It panics with the constructor's error.
func Must[A Programmed](app A, err error) A {
	if err != nil {
		panic(err)
	}
	return app
}

// configured is what has a configuration beside its program: a *rt.App.
type configured interface{ Config() config.Config }

// New makes a driver for an application, as its generated constructor makes it. The application itself isn't started. What its
// configuration says about records that fail, dead letters, timestamps and caches holds unless an option says otherwise; lanes,
// stores and all that is said about Kafka are the driver's own.
func New(tb testing.TB, app Programmed, options ...Option) *Driver {
	tb.Helper()
	d := &Driver{tb: tb, program: app.Program(), settings: defaults, epoch: 1,
		next: map[partition]int64{}, latest: map[partition]int64{}, unread: map[string][]Record{}}
	if c, is := app.(configured); is {
		d.settings.configure(c.Config())
	}
	for _, o := range options {
		o(&d.settings)
	}
	d.now = d.settings.start
	d.changes = make([][]Record, len(d.program.Stores))
	d.drops = make([][abi.Reasons]uint64, len(d.program.Nodes))
	if err := d.program.Copartitioned(d.settings.partitionsOf, d.match); err != nil {
		tb.Fatal(err)
	}
	d.layout = d.program.Resolve(d.settings.partitionsOf, d.match)
	d.open()
	tb.Cleanup(func() { d.db.Close() })
	var err error
	if d.prints, err = d.program.OpenPrints(); err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { d.prints.Close() })
	d.start()
	d.begin()
	tb.Cleanup(d.unasked)
	tb.Cleanup(d.end)
	return d
}

// match lists the known topics of a pattern: those that the options gave partitions.
func (d *Driver) match(pattern string) (topics []string) {
	re := regexp.MustCompile("^(?:" + pattern + ")$")
	for t := range d.settings.partitions {
		if re.MatchString(t) {
			topics = append(topics, t)
		}
	}
	return topics
}

func (d *Driver) open() {
	families := make([]string, len(d.program.Stores))
	for i, s := range d.program.Stores {
		families[i] = s.Name
	}
	db, err := store.Memory().Open("", families)
	if err != nil {
		d.tb.Fatalf("open the store: %v", err)
	}
	d.db = db
}

// start makes new lanes over the rows there are.
func (d *Driver) start() {
	d.lanes = nil
	d.startGlobals()
	env := d.env()
	for i := range d.settings.lanes {
		d.lanes = append(d.lanes, d.lane(i, env))
	}
	d.router = lane.NewRouter(d.program, d.settings.lanes, env.Send)
	first := d.lanes[0]
	d.marks = clock.NewMarks(first.MarkNames(), d.saved, first.Closes())
	d.expiry = store.Expiry{}
	for i := range d.program.Stores {
		d.expiry.Add(d.store(first, i), d.program.Stores[i].Name, d.program.Stores[i].Retention)
	}
}

// lane is a new lane with the marks of the last commit.
func (d *Driver) lane(i int, env lane.Env) *lane.Lane {
	l := lane.New(i, d.settings.lanes, d.program, d.layout, d.epoch, env)
	l.Restart(clock.Flat(l.MarkNames(), d.saved))
	return l
}

func (d *Driver) env() lane.Env {
	return lane.Env{
		Send:       func(to int, w lane.Work) { d.lanes[to].Put(w) },
		Handover:   func(h *lane.Handover) { d.given = append(d.given, h) },
		Partitions: d.settings.partitionsOf,
		Reader:     d.db,
		Stored:     func() uint32 { return d.stored },
		Now:        func() int64 { return d.now },
		Failed:     func(f *lane.Failure) { d.failure = f },
		Errors:     d.settings.handlers(),
		Takes:      func(topic string) (int, bool) { return d.settings.most[topic], false },
		Changelog:  func(i int) string { return d.settings.application + "-" + d.program.Stores[i].Name + "-changelog" },
		Limits:     d.settings.limits,
		App:        d.settings.application,
		Internal:   d.settings.internal,
		Cache:      d.settings.cache / int64(d.settings.lanes),
		JoinEvery:  d.settings.joinEvery,
		Globals:    d.globals.Tables(),
		Prints:     d.prints,
		CloseEvery: d.settings.closeEvery,
	}
}

// begin has the processors of all lanes start; end has them close.
func (d *Driver) begin() {
	for _, l := range d.lanes {
		l.Begin()
	}
}

func (d *Driver) end() {
	for _, l := range d.lanes {
		l.End()
	}
	d.globals.Close()
}

// Err is the failure that ended the run: a record that the handlers refused. It is nil while the driver runs; after
// it, Pipe and Advance do nothing. A failure that Err is not asked about fails the test.
func (d *Driver) Err() error {
	if d.failure == nil {
		return nil
	}
	d.asked = true
	return d.failure
}

// unasked fails a test that would pass because nothing was processed any more.
func (d *Driver) unasked() {
	d.tb.Helper()
	if d.failure != nil && !d.asked {
		d.tb.Errorf("the application stopped and processed nothing more, and Err was not asked: %v", d.failure)
	}
}

// Pipe is a step: it writes a record to a topic that the topology reads, runs all that follows from it and commits.
// Partition is that of the key by Kafka's default partitioner if it is negative.
func (d *Driver) Pipe(r Record) {
	d.tb.Helper()
	if d.failure != nil {
		return
	}
	d.mustRead(r.Topic)
	if r.Partition < 0 {
		r.Partition = 0
		if r.Key != nil {
			r.Partition = codec.Partition(codec.Murmur2(r.Key), d.settings.partitionsOf(r.Topic))
		}
	}
	at := partition{r.Topic, r.Partition}
	r.Offset = d.next[at]
	d.next[at]++
	d.run(r)
	d.feed()
}

// run has a record of a topic processed, and commits.
func (d *Driver) run(r Record) {
	d.tb.Helper()
	if d.global(r) {
		return
	}
	source, at, b := d.source(r.Topic), partition{r.Topic, r.Partition}, batch(r)
	if d.stamp(source, b, at) {
		d.router.Route(source, b, []uint32{0})
	}
	d.commit()
}

// Advance is a step: it moves the wall clock forward by milliseconds, and commits.
func (d *Driver) Advance(ms int64) {
	d.tb.Helper()
	if ms < 0 {
		d.tb.Fatalf("the clock can't go %d ms back", -ms)
	}
	d.now += ms
	if d.failure == nil {
		for _, l := range d.lanes {
			if l.Due() <= d.now {
				l.Punctuate()
			}
		}
		d.commit()
		d.feed()
	}
}

// reads says whether the topology has a source or a global table of a topic.
func (d *Driver) reads(topic string) bool {
	return slices.Contains(d.globals.Topics(), topic) || d.source(topic) >= 0
}

func (d *Driver) mustRead(topic string) {
	d.tb.Helper()
	if !d.reads(topic) {
		d.tb.Fatalf("topic %q: no source of the topology reads it", topic)
	}
}

// source is the one that reads a topic, -1 if there is none.
func (d *Driver) source(topic string) int {
	for i, s := range d.program.Sources {
		for _, t := range s.Topics {
			if t == topic {
				return i
			}
		}
		if s.Pattern != "" && regexp.MustCompile("^(?:"+s.Pattern+")$").MatchString(topic) {
			return i
		}
	}
	return -1
}

// stamp gives the record its timestamp; false drops it.
func (d *Driver) stamp(source int, b *abi.Batch, at partition) (ok bool) {
	defer func() {
		if cause := recover(); cause != nil {
			d.failure, ok = d.program.ExtractorPanicked(source, b, 0, cause), false
		}
	}()
	latest, known := d.latest[at]
	if !known {
		latest = -1
	}
	s := &d.program.Sources[source]
	drop, err := s.Stamp(b, 0, d.settings.timestamps, latest, d.now)
	if err != nil {
		d.failure = d.program.Unstamped(source, b, 0, err)
	} else if drop {
		d.drops[s.Node][abi.NegativeTimestamp]++
	} else {
		d.latest[at] = max(latest, b.Recs[0].TS)
	}
	return !drop
}

// batch is a record as the fetcher would deliver it.
func batch(r Record) *abi.Batch {
	b := &abi.Batch{Topic: r.Topic, Partition: r.Partition, Base: r.Offset, Data: make([]byte, 0, 256)}
	add := func(p []byte) (at, n int32) {
		if p == nil {
			return 0, -1
		}
		at = int32(len(b.Data))
		b.Data = append(b.Data, p...)
		return at, int32(len(p))
	}
	x := abi.Rec{TS: r.Timestamp}
	x.Key, x.KeyLen = add(r.Key)
	x.Val, x.ValLen = add(r.Value)
	if len(r.Headers) > 0 {
		x.Headers, x.HeaderLen = add(codec.AppendHeaderBlock(nil, r.Headers))
	}
	b.Recs = []abi.Rec{x}
	return b
}
