package partitions_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stoatgen/stoatgen/rt"
	"github.com/stoatgen/stoatgen/rt/abi"
	"github.com/stoatgen/stoatgen/rt/codec"
	"github.com/stoatgen/stoatgen/rt/record"
	"github.com/stoatgen/stoatgen/rt/rttest"
	"github.com/stoatgen/stoatgen/testdata/gen/partitions"
)

var cfg = rt.Config{ApplicationID: "golden"}

// driver has four partitions of every topic.
func driver(t *testing.T, app *rt.App, err error, options ...rttest.Option) *rttest.Driver {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	for _, topic := range []string{"named", "sent", "to-k", "to-kk", "headed", "out", "orders", "customers"} {
		options = append(options, rttest.Partitions(topic, 4))
	}
	return rttest.New(t, app, options...)
}

// in pipes a record; a value of "null" is null.
func in(d *rttest.Driver, topic string, part int32, key, value string, headers ...record.Header) {
	r := rttest.Record{Topic: topic, Partition: part, Key: []byte(key), Value: []byte(value), Timestamp: 1000, Headers: headers}
	if value == "null" {
		r.Value = nil
	}
	d.Pipe(r)
}

// wrote says where the last step wrote: topic/partition=value, sorted.
func wrote(d *rttest.Driver) string {
	var all []string
	for _, topic := range d.Unread() {
		for _, r := range d.Read(topic) {
			all = append(all, fmt.Sprintf("%s/%d=%s", topic, r.Partition, r.Value))
		}
	}
	slices.Sort(all)
	return strings.Join(all, " ")
}

func expect(t *testing.T, d *rttest.Driver, want string) {
	t.Helper()
	if err := d.Err(); err != nil {
		t.Fatal(err)
	}
	if got := wrote(d); got != want {
		t.Errorf("wrote %s, expected %s", got, want)
	}
}

func usual(key string) int32 { return codec.Partition(codec.Murmur2([]byte(key)), 4) }

// TestRouter: an answer is a partition, or Kafka's default; several answers are a set; none drops the record (KIP-837).
func TestRouter(t *testing.T) {
	app, err := partitions.NewRouter(&partitions.Router{Home: 1}, cfg)
	d := driver(t, app, err)
	u := usual("k")
	for _, c := range []struct{ value, want string }{
		{"2", "headed/%[1]d=2 named/2=2 sent/2=2 to-k/1=2"},
		{"031", "headed/%[1]d=031 named/0=031 sent/0=031 sent/1=031 sent/3=031 to-k/1=031"},
		{"1111", "headed/%[1]d=1111 named/1=1111 sent/1=1111 to-k/1=1111"},
		{"-", "headed/%[1]d=- named/%[1]d=- sent/%[1]d=- to-k/1=-"},
		{"3*", "headed/%[1]d=3* named/3=3* sent/0=3* sent/1=3* sent/2=3* sent/3=3* to-k/1=3*"},
		{"null", "headed/%[1]d="}, // functions of plain types don't see it
	} {
		in(d, "in", 0, "k", c.value)
		expect(t, d, fmt.Sprintf(c.want, u))
	}
	in(d, "in", 0, "kk", "1", record.Header{Name: "partition", Value: []byte("0")})
	expect(t, d, "headed/0=1 named/1=1 sent/1=1 to-kk/2=1")
	if got := d.Dropped("KSTREAM-SINK-0000000002", abi.NullValue); got != 1 {
		t.Errorf("%d records dropped for a null value, expected 1", got)
	}
}

// TestNone: a set without partitions drops the record.
func TestNone(t *testing.T) {
	app, err := partitions.NewSpread(cfg)
	d := driver(t, app, err)
	in(d, "in", 0, "00000007", "")
	expect(t, d, "")
	if got := d.Dropped("spread-repartition-sink", abi.NoPartition); got != 1 {
		t.Errorf("%d records dropped without a partition, expected 1", got)
	}
}

// TestOutOfRange: a number that is no partition goes to the production handler, whatever its siblings do, and of several
// partitions none gets it.
func TestOutOfRange(t *testing.T) {
	app, err := partitions.NewRouter(&partitions.Router{}, cfg)
	d := driver(t, app, err, rttest.OnProduce(rttest.Skipping))
	in(d, "in", 0, "k", "17")
	if got, want := wrote(d), fmt.Sprintf("headed/%d=17 named/1=17 to-k/0=17", usual("k")); got != want {
		t.Errorf("wrote %s, expected %s", got, want)
	}
	d = driver(t, app, err)
	in(d, "in", 0, "k", "4")
	const want = `the partitioner named partition 4 of topic "named", expected 0 to 3, or record.DefaultPartition`
	if err := d.Err(); err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "topology.go:28:5") {
		t.Errorf("%v, expected %s at topology.go:28:5", err, want)
	}
}

// TestMoved: the partition that a record is moved to is part of its state's identity, on every lane count, also behind a crash.
func TestMoved(t *testing.T) {
	for _, lanes := range []int{1, 3} {
		app, err := partitions.NewMoved(cfg)
		d := driver(t, app, err, rttest.Lanes(lanes))
		for i, value := range []string{"2", "1", "1", "-"} {
			in(d, "in", 0, "k", value)
			expect(t, d, fmt.Sprintf("out/%d=%s", usual("k"), number(1, 1, 2, 1)[i]))
		}
		d.Crash(rttest.Lost)
		in(d, "in", 0, "k", "1")
		expect(t, d, fmt.Sprintf("out/%d=%s", usual("k"), number(3)[0]))
	}
}

func number(ns ...int64) (out []string) {
	for _, n := range ns {
		out = append(out, string(codec.AppendInt64(nil, n)))
	}
	return out
}

// TestSpread: a record that is moved to several partitions is counted in each.
func TestSpread(t *testing.T) {
	app, err := partitions.NewSpread(cfg)
	d := driver(t, app, err, rttest.Lanes(2))
	p := usual("00000007")
	in(d, "in", 0, "00000007", "012")
	one := fmt.Sprintf("out/%d=%s", p, number(1)[0])
	expect(t, d, strings.Join([]string{one, one, one}, " "))
	in(d, "in", 0, "00000007", "2-")
	if p == 2 {
		t.Fatal("the default partition of the key is the one named: take another key")
	}
	second := fmt.Sprintf("out/%d=%s", p, number(2)[0])
	if got := wrote(d); got != one+" "+second && got != second+" "+second {
		t.Errorf("wrote %q", got)
	}
}

// TestWindowed: a partitioner sees the windowed key. What it leaves to Kafka's default goes by all of the key's bytes, as in
// Kafka Streams, where the partitioner of windowed keys takes the place of none only.
func TestWindowed(t *testing.T) {
	app, err := partitions.NewWindowed(cfg)
	d := driver(t, app, err)
	d.Pipe(rttest.Record{Topic: "in", Key: []byte("a"), Value: []byte("x"), Timestamp: 2500})
	expect(t, d, "out/2="+number(1)[0])
	d.Pipe(rttest.Record{Topic: "in", Key: []byte("-"), Value: []byte("x"), Timestamp: 7500})
	key := append([]byte("-"), number(7000)[0]...)
	expect(t, d, fmt.Sprintf("out/%d=%s", usual(string(key)), number(1)[0]))
}

// TestForeign: both tables are partitioned by what their keys begin with. Without the partitioners the subscription would ask
// in the partition of the foreign key's hash, where its row isn't.
func TestForeign(t *testing.T) {
	app, err := partitions.NewForeign(cfg)
	for _, lanes := range []int{1, 3} {
		d := driver(t, app, err, rttest.Lanes(lanes))
		for _, c := range []struct {
			topic, key, value, want string
		}{
			{"customers", "1c", "ann", ""},
			{"orders", "3o", "1c", "1c=ann"},
			{"orders", "2p", "0d", "0d?"},
			{"customers", "0d", "bob", "0d=bob"},
			{"customers", "1c", "eve", "1c=eve"},
			{"orders", "2p", "1c", "1c=eve"},
			{"orders", "3o", "", "?"},
			{"customers", "1c", "null", "1c?"},
		} {
			in(d, c.topic, int32(c.key[0]-'0'), c.key, c.value)
			got, _ := strings.CutPrefix(wrote(d), fmt.Sprintf("out/%d=", usual("3o")))
			got, _ = strings.CutPrefix(got, fmt.Sprintf("out/%d=", usual("2p")))
			if err := d.Err(); err != nil || got != c.want {
				t.Errorf("%s %s=%s: wrote %s, expected %s (%v)", c.topic, c.key, c.value, got, c.want, err)
			}
		}
	}
}
