package processors_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stoatgen/stoatgen/rt/abi"
	"github.com/stoatgen/stoatgen/rt/lane"
	"github.com/stoatgen/stoatgen/rt/rttest"
	"github.com/stoatgen/stoatgen/testdata/gen/processors"
)

// failing is a driver with a rate for "k", and what its handlers were asked.
func failing(t *testing.T, v lane.Verdict, options ...rttest.Option) (d *rttest.Driver, pipe func(value string), asked *[]string) {
	t.Helper()
	app, err := processors.NewFailing(cfg)
	if err != nil {
		t.Fatal(err)
	}
	asked = new([]string)
	handler := func(f *lane.Failure) lane.Verdict {
		*asked = append(*asked, fmt.Sprintf("%v of %s from %s-%d@%d at %d: %.40v", f.Kind, f.Node.Name, f.Topic, f.Partition, f.Offset, f.Timestamp, f.Cause))
		if f.Topic != "" && (string(f.Key) != "k" || len(f.Value) == 0) {
			t.Errorf("key %q, value %q of %v", f.Key, f.Value, f)
		}
		return v
	}
	d = rttest.New(t, app, append(options, rttest.OnProcess(handler), rttest.OnProduce(handler))...)
	d.Pipe(rttest.Record{Topic: "rates", Key: []byte("k"), Value: []byte("!"), Timestamp: 1})
	d.Pipe(rttest.Record{Topic: "in", Key: []byte("k"), Value: []byte("fine"), Timestamp: 2})
	for _, topic := range d.Unread() {
		d.Read(topic)
	}
	return d, func(value string) {
		d.Pipe(rttest.Record{Topic: "in", Key: []byte("k"), Value: []byte(value), Timestamp: 3})
	}, asked
}

// TestHandlersKnow: each handler is asked about its own failures, with the source record and the operator, wherever user code
// runs; the record goes on beside the failure, which is counted.
func TestHandlersKnow(t *testing.T) {
	for _, c := range []struct {
		value, asked, missing, node string
		reason                      abi.Reason
	}{
		{"error", "processing of fragile from in-0@1 at 3: an error", "processed", "fragile", abi.Failed},
		{"panic", "processing of fragile from in-0@1 at 3: a panic", "processed", "fragile", abi.Failed},
		{"join", "processing of brittle from in-0@1 at 3: a join", "joined", "brittle", abi.Failed},
		{"write", "production of direct from in-0@1 at 3: a value, production of below from in-0@1 at 3: a value", "direct below", "below", abi.Refused},
		{strings.Repeat("v", 200), "production of processed from in-0@1 at 3: a batch of 271 bytes with this record al, " +
			"production of computed from in-0@1 at 3: a batch of 271 bytes with this record al", "processed to-k", "computed", abi.Refused},
	} {
		d, pipe, asked := failing(t, lane.Continue, rttest.MaxMessageBytes("processed", 200), rttest.MaxMessageBytes("to-k", 200))
		pipe(c.value)
		if got := strings.Join(*asked, ", "); got != c.asked || d.Err() != nil {
			t.Errorf("%.20s: asked about %s, then %v; want %s", c.value, got, d.Err(), c.asked)
		}
		want := slices.DeleteFunc(strings.Fields("below direct joined processed to-k"), func(topic string) bool {
			return slices.Contains(strings.Fields(c.missing), topic)
		})
		if got := d.Unread(); !slices.Equal(got, want) {
			t.Errorf("%.20s: written to %v, want %v", c.value, got, want)
		}
		if n := d.Dropped(c.node, c.reason); n != 1 {
			t.Errorf("%.20s: %d counted at %s", c.value, n, c.node)
		}
	}
}

// TestPunctuationFails without a source record, at its own time; the schedule goes on.
func TestPunctuationFails(t *testing.T) {
	d, pipe, asked := failing(t, lane.DeadLetter, rttest.DeadLetters("dead"))
	for range 3 {
		d.Advance(100)
	}
	if got := strings.Join(*asked, ", "); got != "processing of fragile from --1@-1 at 200: a punctuation" {
		t.Errorf("asked about %s", got)
	}
	pipe("fine")
	if d.Err() != nil || len(d.Read("processed")) != 1 {
		t.Errorf("%v, or nothing goes on", d.Err())
	}
	nowhere(t, d.Read("dead"), "200: a punctuation")
}

// nowhere compares dead letters of what no record caused: their time and message. Kafka Streams' have null key and value, the time of
// the punctuation, a null topic, and -1 as partition and offset.
func nowhere(t *testing.T, dead []rttest.Record, want ...string) {
	t.Helper()
	var got []string
	for _, r := range dead {
		h := map[string]string{}
		for _, x := range r.Headers {
			if h[x.Name] = string(x.Value); x.Value == nil {
				h[x.Name] = "null"
			}
		}
		got = append(got, fmt.Sprintf("%d: %s", r.Timestamp, h["__streams.errors.message"]))
		from := h["__streams.errors.topic"] + h["__streams.errors.partition"] + h["__streams.errors.offset"]
		if r.Key != nil || r.Value != nil || from != "null-1-1" || len(h) != 6 {
			t.Errorf("dead letter %q=%q from %s, headers %v", r.Key, r.Value, from, h)
		}
	}
	if !slices.Equal(got, want) {
		t.Errorf("dead letters %q, want %q", got, want)
	}
}

// TestUnwrittenIsAsked: where the production handler stops, that of the processor above the sink is asked, as in Kafka Streams. Above a
// source there is none.
func TestUnwrittenIsAsked(t *testing.T) {
	d, pipe, asked := failing(t, lane.Stop)
	pipe("write")
	if got := strings.Join(*asked, ", "); got != "production of direct from in-0@1 at 3: a value" || d.Err() == nil {
		t.Errorf("asked about %s, then %v", got, d.Err())
	}
	app, err := processors.NewFailing(cfg)
	if err != nil {
		t.Fatal(err)
	}
	var nodes []string
	d = rttest.New(t, app, rttest.DeadLetters("dead"), rttest.OnProcess(rttest.Skipping), rttest.OnProduce(func(f *lane.Failure) lane.Verdict {
		nodes = append(nodes, f.Node.Name)
		if f.Node.Name == "direct" {
			return lane.Continue
		}
		return lane.Stop
	}))
	d.Pipe(rttest.Record{Topic: "in", Key: []byte("k"), Value: []byte("write"), Timestamp: 3})
	if d.Err() != nil || !slices.Equal(nodes, []string{"direct", "below"}) || d.Dropped("above", abi.Failed) != 1 || len(d.Read("dead")) != 2 {
		t.Errorf("asked at %v, then %v", nodes, d.Err())
	}
}
