package fraud

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/stoatgen/stoatgen/rt"
	"github.com/stoatgen/stoatgen/rt/rttest"
)

const seed = 1

func application(t *testing.T) *rt.App {
	t.Helper()
	app, err := NewFraud(rt.Config{ApplicationID: "fraud"})
	if err != nil {
		t.Fatal(err)
	}
	return app
}

// lenient has the driver do with bad records what the demo's configuration says.
var lenient = []rttest.Option{rttest.OnDecode(rttest.Skipping), rttest.OnProcess(rttest.Skipping), rttest.DeadLetters(DeadLettersTopic)}

// replay pipes a day through the topology, calls step after each message, and reads what came out.
func replay(t *testing.T, messages []Message, step func(d *rttest.Driver, n int), options ...rttest.Option) (f Found) {
	t.Helper()
	d := rttest.New(t, application(t), append(options, lenient...)...)
	for n, m := range messages {
		d.Pipe(rttest.Record{Topic: m.Topic, Partition: -1, Key: []byte(m.Key), Value: m.Value, Timestamp: m.At})
		step(d, n)
	}
	for _, r := range rttest.NewOutput(d, AlertsTopic, rttest.String(), rttest.JSON[Alert]()).ReadAll() {
		f.Alerts = append(f.Alerts, Row[Alert]{r.Key, r.Value})
	}
	for _, r := range rttest.NewOutput(d, LapsedTopic, rttest.String(), rttest.JSON[Settlement]()).ReadAll() {
		f.Lapsed = append(f.Lapsed, Row[Settlement]{r.Key, r.Value})
	}
	for _, r := range rttest.NewOutput(d, HoldsTopic, rttest.String(), rttest.JSON[Hold]()).ReadAll() {
		row := Row[*Hold]{Card: r.Key}
		if !r.NullValue {
			row.Value = &r.Value
		}
		f.Holds = append(f.Holds, row)
	}
	for _, r := range d.Read(DeadLettersTopic) {
		f.Dead = append(f.Dead, string(r.Value))
	}
	f.Sort()
	return f
}

func nothing(*rttest.Driver, int) {}

// TestEveryRow compares each row with the direct computation.
func TestEveryRow(t *testing.T) {
	messages, _ := Day(seed)
	if diff := cmp.Diff(Direct(messages), replay(t, messages, nothing)); diff != "" {
		t.Error(diff)
	}
}

// TestEveryRowOfManyLanes spreads the cards over lanes and partitions and crashes now and then, with the state kept and lost.
func TestEveryRowOfManyLanes(t *testing.T) {
	messages, _ := Day(seed + 1)
	crash := func(d *rttest.Driver, n int) {
		switch n % 2000 {
		case 777:
			d.Crash(rttest.Kept)
		case 1555:
			d.Crash(rttest.Lost)
		}
	}
	got := replay(t, messages, crash, rttest.Lanes(3), rttest.Shuffled(seed), rttest.Partitions(AuthorisationsTopic, 4),
		rttest.Partitions(PaymentsTopic, 3), rttest.Partitions(HoldsTopic, 2))
	if diff := cmp.Diff(Direct(messages), got); diff != "" {
		t.Error(diff)
	}
}

// TestPlanted: what was planted is found, and nobody else is bothered. Each seed is another day.
func TestPlanted(t *testing.T) {
	for s := range uint64(20) {
		messages, planted := Day(s)
		end := messages[len(messages)-1].At
		if n := slices.IndexFunc(messages, func(m Message) bool { return m.At > end }); n >= 0 {
			t.Errorf("seed %d: message %d is later than the one that closes the day", s, n)
		}
		found := Direct(messages)
		if diff := cmp.Diff(Sorted(planted), found.Caught()); diff != "" {
			t.Errorf("seed %d: %s", s, diff)
		}
		if len(found.Dead) != broken+implausible || len(found.Lapsed) < 50 {
			t.Errorf("seed %d: %d dead letters and %d lapsed authorisations", s, len(found.Dead), len(found.Lapsed))
		}
	}
}

// TestScenario is what docs/fraud.md walks through, with the process killed twice.
func TestScenario(t *testing.T) {
	text := rttest.String()
	rttest.Golden(t, application(t), "testdata/fraud.txt", rttest.Forms{
		AuthorisationsTopic: rttest.FormOf(text, rttest.JSON[any]()),
		PaymentsTopic:       rttest.FormOf(text, rttest.JSON[any]()),
		AlertsTopic:         rttest.FormOf(text, rttest.JSON[Alert]()),
		LapsedTopic:         rttest.FormOf(text, rttest.JSON[Settlement]()),
		HoldsTopic:          rttest.FormOf(text, rttest.JSON[*Hold]()),
		DeadLettersTopic:    rttest.FormOf(text, rttest.JSON[any]()),
	}, lenient...)
}
