package rt_test

import (
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/twmb/franz-go/pkg/kadm"
	"github.com/twmb/franz-go/pkg/kerr"
	"github.com/twmb/franz-go/pkg/kgo"

	"github.com/stoatgen/stoatgen/rt"
	"github.com/stoatgen/stoatgen/rt/internal/counting"
)

// bad are the values that make trouble, and what is said about them.
var bad = map[string]string{
	counting.Malformed: "counting.go:10:4: deserialization of KSTREAM-SOURCE-0000000000, record %s-0@1: not UTF-8",
	counting.Failing:   "counting.go:11:4: processing of KSTREAM-KEY-SELECT-0000000001, record %s-0@1: a failing value",
	counting.Panicking: "counting.go:11:4: processing of KSTREAM-KEY-SELECT-0000000001, record %s-0@1: a panicking value",
}

// TestBadRecordStops the application, by default, with the operator's place and the record's; nothing of its epoch is
// committed, and with a handler that goes on the next start takes the record.
func TestBadRecordStops(t *testing.T) {
	t.Parallel()
	for value, sentence := range bad {
		t.Run(fmt.Sprintf("%q", value), func(t *testing.T) {
			t.Parallel()
			h := newHarness(t)
			h.up()
			h.put("a")
			h.outcome()
			h.record(&kgo.Record{Topic: h.words, Value: []byte(value)})
			err := h.fails(fmt.Sprintf(sentence, h.words))
			if _, is := errors.AsType[*rt.RecordError](err); !is || rt.ExitCode(err) != rt.ExitFailed {
				t.Errorf("%T, exit code %d", err, rt.ExitCode(err))
			}
			h.up(goOn)
			h.put("a", "b")
			h.outcome()
			h.down()
		})
	}
}

// TestUnwritableRow: a codec that panics at the barrier stops the application, not the process.
func TestUnwritableRow(t *testing.T) {
	t.Parallel()
	h := newHarness(t)
	h.up()
	h.put("a")
	h.outcome()
	h.record(&kgo.Record{Topic: h.words, Value: []byte("b"), Timestamp: time.UnixMilli(counting.Unwritable)})
	h.fails("counting.go:12:4", "KSTREAM-AGGREGATE-0000000002", "a row that can't be written")
}

func goOn(c *rt.Config) { c.DeserializationHandler, c.ProcessingHandler = rt.Continue, rt.Continue }

// TestBadRecordsContinue are dropped one by one, and those around them are not.
func TestBadRecordsContinue(t *testing.T) {
	t.Parallel()
	h := newHarness(t)
	for value := range bad {
		h.put("a", value, "b", value, value, "a")
	}
	h.up(goOn)
	h.outcome()
	h.down()
	for value, sentence := range bad {
		if where, _, _ := strings.Cut(sentence, ", record"); !strings.Contains(h.log.String(), where) {
			t.Errorf("nothing logged of %q:\n%s", value, h.log)
		}
	}
}

// TestDeadLetters takes the source record as it came, with Kafka Streams' headers, once even if its epoch is repeated.
func TestDeadLetters(t *testing.T) {
	t.Parallel()
	h := newHarness(t)
	h.record(&kgo.Record{Topic: h.words, Partition: 2, Key: []byte("k"), Value: []byte(counting.Failing), Timestamp: time.UnixMilli(77),
		Headers: []kgo.RecordHeader{{Key: "trace", Value: []byte("x")}}})
	h.put("a", counting.Malformed, "b")
	h.up(func(c *rt.Config) {
		c.DeserializationHandler, c.ProcessingHandler, c.DeadLetterTopic = rt.DeadLetter, rt.DeadLetter, h.dead
	})
	h.outcome()
	h.down()
	dead := map[string]*kgo.Record{}
	for _, r := range h.read(h.dead, 2) {
		dead[string(r.Value)] = r
	}
	r := dead[counting.Failing]
	if len(dead) != 2 || r == nil || string(r.Key) != "k" || r.Timestamp.UnixMilli() != 77 {
		t.Fatalf("dead letters %+v", dead)
	}
	got := ""
	for _, x := range r.Headers {
		if !strings.HasSuffix(x.Key, "stacktrace") {
			got += x.Key + "=" + string(x.Value) + " "
		}
	}
	want := "trace=x __streams.errors.exception=*errors.errorString __streams.errors.message=a failing value " +
		"__streams.errors.topic=" + h.words + " __streams.errors.partition=2 __streams.errors.offset=0 "
	if got != want {
		t.Errorf("headers\n got %s\nwant %s", got, want)
	}
	if log := h.log.String(); strings.Count(log, "record goes to the dead-letter topic") != 2 || strings.Contains(log, "record dropped") {
		t.Errorf("two dead letters in the log:\n%s", log)
	}
}

// TestDeadLetterOfFail: as in Kafka Streams, a handler that fails writes a dead letter, too. It ends with the transaction; without one it is
// there, the record isn't committed, and each start that meets it writes it again.
func TestDeadLetterOfFail(t *testing.T) {
	t.Parallel()
	exactlyOnce, atLeastOnce := func(c *rt.Config) {}, func(c *rt.Config) { c.Guarantee = rt.AtLeastOnce }
	for each, guarantee := range []func(*rt.Config){exactlyOnce, atLeastOnce} {
		t.Run(fmt.Sprint(each, " a start"), func(t *testing.T) {
			t.Parallel()
			h := newHarness(t)
			mode := func(c *rt.Config) { guarantee(c); c.DeadLetterTopic = h.dead }
			h.up(mode)
			h.put("a")
			h.outcome()
			h.down()
			h.record(&kgo.Record{Topic: h.words, Key: []byte("k"), Value: []byte(counting.Failing), Timestamp: time.UnixMilli(77)})
			for starts := range 2 {
				h.start(mode)
				h.fails("a failing value", h.words+"-0@")
				ends, err := h.admin.ListEndOffsets(t.Context(), h.dead)
				if err != nil {
					t.Fatal(err)
				}
				if end, _ := ends.Lookup(h.dead, 0); end.Offset != int64((starts+1)*each) {
					t.Errorf("%d dead letters after %d starts, want %d a start", end.Offset, starts+1, each)
				}
			}
			for _, r := range h.read(h.dead, 2*each) {
				if string(r.Key) != "k" || string(r.Value) != counting.Failing || r.Timestamp.UnixMilli() != 77 {
					t.Errorf("dead letter %q=%q@%d", r.Key, r.Value, r.Timestamp.UnixMilli())
				}
			}
			own := func(c *rt.Config) { c.OnProcessing = func(*rt.RecordError) rt.Handler { return rt.Fail } }
			h.start(mode, own) // a handler of the user's writes what it says
			h.fails("a failing value")
			if ends, err := h.admin.ListEndOffsets(t.Context(), h.dead); err != nil {
				t.Fatal(err)
			} else if end, _ := ends.Lookup(h.dead, 0); end.Offset != int64(2*each) {
				t.Errorf("the user's handler has written a dead letter: %d", end.Offset)
			}
			h.up(mode, goOn)
			h.put("a", "b")
			h.outcome()
			h.down()
		})
	}
}

// large has a count that its topic doesn't take, once the topic is told to take less.
const large = 3000

// shrink has the counts' topic take less than a large record. A broker answers before it does what it was told, so a large one is
// sent until it is refused; nobody sees those that were taken, since their transaction is aborted.
func (h *harness) shrink() {
	h.t.Helper()
	must := func(err error) {
		h.t.Helper()
		if err != nil {
			h.t.Fatal(err)
		}
	}
	most := "2000"
	changed, err := h.admin.AlterTopicConfigs(h.t.Context(), []kadm.AlterConfig{{Name: "max.message.bytes", Value: &most}}, h.counts)
	must(err)
	must(changed[0].Err)
	cl, err := kgo.NewClient(kgo.SeedBrokers(h.address), kgo.TransactionalID(h.prefix+"shrink"), kgo.ProducerBatchCompression(kgo.NoCompression()))
	must(err)
	defer cl.Close()
	for refused := false; !refused; {
		must(cl.BeginTransaction())
		err := cl.ProduceSync(h.t.Context(), &kgo.Record{Topic: h.counts, Value: make([]byte, large)}).FirstErr()
		if refused = errors.Is(err, kerr.MessageTooLarge); !refused {
			must(err)
		}
		must(cl.EndTransaction(h.t.Context(), kgo.TryAbort))
	}
}

// TestUnwritten: a record that its topic doesn't take stops the application, with the place of the sink and the source record, or
// is dropped by the production handler while all around it commits.
func TestUnwritten(t *testing.T) {
	t.Parallel()
	h := newHarness(t)
	h.shrink()
	big := strings.Repeat("x", large)
	h.put("a", big, "b", "a")
	delete(h.input, big)
	h.start()
	h.fails("counting.go:13:4: production of KSTREAM-SINK-0000000006, record "+h.words+"-1@0", "max.message.bytes (2000)")
	var seen []*rt.RecordError
	var mu sync.Mutex
	h.up(func(c *rt.Config) {
		c.DeadLetterTopic = h.dead
		c.OnProduction = func(f *rt.RecordError) rt.Handler {
			mu.Lock()
			defer mu.Unlock()
			seen = append(seen, f)
			return rt.DeadLetter
		}
	})
	h.outcome()
	h.put("b")
	h.outcome()
	h.down()
	if r := h.read(h.dead, 1)[0]; string(r.Value) != big {
		t.Errorf("the dead letter is %.20q", r.Value)
	}
	if len(seen) != 1 || seen[0].Kind != rt.Production || seen[0].Output != h.counts || seen[0].Topic != h.words || seen[0].Partition != 1 {
		t.Errorf("the handler was asked about %+v", seen)
	}
}

// TestTopicTakesLess: brokers that refuse what the start found to be fine stop the application, and abort what they refused. The
// next start knows.
func TestTopicTakesLess(t *testing.T) {
	t.Parallel()
	h := newHarness(t)
	h.up()
	h.put("a")
	h.outcome()
	h.shrink()
	big := strings.Repeat("x", large)
	h.put(big)
	delete(h.input, big)
	h.fails("Produce to "+h.counts, "raise it, or make the record smaller")
	h.put("a", "b")
	h.up(func(c *rt.Config) { c.ProductionHandler = rt.Continue })
	h.outcome()
	h.down()
}

// TestNegativeTimestamp follows default.timestamp.extractor.
func TestNegativeTimestamp(t *testing.T) {
	t.Parallel()
	h := newHarness(t)
	h.put("a", "b", "c")
	h.record(&kgo.Record{Topic: h.words, Value: []byte("d"), Timestamp: time.UnixMilli(-5)})
	h.start()
	h.fails(h.words+"-0@1 has timestamp -5", "default.timestamp.extractor")
	h.up(func(c *rt.Config) { c.TimestampExtractor = rt.LogAndSkip })
	h.put("e")
	h.outcome()
	h.down()
	h.record(&kgo.Record{Topic: h.words, Value: []byte("f"), Timestamp: time.UnixMilli(-5)})
	h.input["f"]++
	h.up(func(c *rt.Config) { c.TimestampExtractor = rt.UsePartition })
	h.outcome()
	h.down()
	for _, r := range h.read(h.counts, 5) {
		if string(r.Key) == "f" && r.Timestamp.UnixMilli() != 1000 {
			t.Errorf("timestamp %v, want the partition's", r.Timestamp.UnixMilli())
		}
	}
}

// TestMissingTopic names the topic and the place that names it.
func TestMissingTopic(t *testing.T) {
	t.Parallel()
	for what, place := range map[string]string{"source": "counting.go:10:4", "output": "counting.go:13:4"} {
		t.Run(what, func(t *testing.T) {
			h := newHarness(t)
			topic := map[string]string{"source": h.words, "output": h.counts}[what]
			h.delete(topic)
			h.start()
			h.fails(what+" topic \""+topic+"\" does not exist", place)
		})
	}
	h := newHarness(t)
	h.start(func(c *rt.Config) { c.DeadLetterTopic = "nowhere" })
	h.fails(`"nowhere"`, "errors.dead.letter.queue.topic.name")
}

// TestMissingBrokers ends with their addresses, not in silence.
func TestMissingBrokers(t *testing.T) {
	t.Parallel()
	h := newHarness(t)
	h.start(func(c *rt.Config) {
		c.BootstrapServers, c.TransactionTimeout, c.CommitInterval = []string{"127.0.0.1:1"}, time.Second, time.Millisecond
	})
	h.fails("127.0.0.1:1")
}

// TestStopWithoutBrokers is a clean end: nothing had begun.
func TestStopWithoutBrokers(t *testing.T) {
	t.Parallel()
	h := newHarness(t)
	h.start(func(c *rt.Config) { c.BootstrapServers, c.TransactionTimeout = []string{"127.0.0.1:1"}, time.Minute })
	h.down()
}

// TestConfiguration reports what is wrong with it before anything runs.
func TestConfiguration(t *testing.T) {
	t.Parallel()
	for want, c := range map[string]rt.Config{"num.stream.threads": {ApplicationID: "app", Lanes: -3}, "application.id": {}} {
		_, err := rt.New(counting.Program(), c)
		if err == nil || !strings.Contains(err.Error(), want) || rt.ExitCode(err) != rt.ExitRefused {
			t.Errorf("%v, exit code %d", err, rt.ExitCode(err))
		}
	}
}
