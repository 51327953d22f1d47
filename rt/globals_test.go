package rt_test

import (
	"testing"
	"time"

	"github.com/twmb/franz-go/pkg/kgo"

	"github.com/stoatgen/stoatgen/testdata/gen/joins"
	"github.com/stoatgen/stoatgen/testdata/gen/processors"
)

// TestGlobalTable has what was in its topic when the first record comes, also behind a restart, and what comes later.
func TestGlobalTable(t *testing.T) {
	t.Parallel()
	h := newEmbedded(t)
	h.create("prices", 2)
	h.create("sales", 1)
	h.create("out", 1)
	put := func(topic string, partition int32, key, value string) {
		h.record(&kgo.Record{Topic: topic, Partition: partition, Key: []byte(key), Value: []byte(value)})
	}
	start := func() {
		app, err := joins.NewPriced(h.cfg)
		if err != nil {
			t.Fatal(err)
		}
		h.ready(h.run(app))
	}
	sold := func(n int, want string) {
		t.Helper()
		got := h.read("out", n)
		if last := string(got[n-1].Value); last != want {
			t.Fatalf("result %d is %q; want %q", n, last, want)
		}
	}
	put("prices", 0, "pen", "5")
	put("prices", 1, "ink", "9")
	put("prices", 1, "ink", "8")
	start()
	put("sales", 0, "a", "pen")
	sold(1, "pen5")
	put("sales", 0, "b", "ink")
	sold(2, "ink8")
	h.down()
	put("prices", 0, "pen", "6")
	start()
	put("sales", 0, "a", "pen")
	sold(3, "pen6")
	n := 3
	put("prices", 1, "cup", "1")
	for last := ""; last != "cup1"; { // nothing aligns the table with the stream
		put("sales", 0, "a", "cup")
		n++
		if last = string(h.read("out", n)[n-1].Value); last != "cup1" && last != "cup?" {
			t.Fatalf("result %q", last)
		}
	}
	h.down()
}

// TestGlobalTableBesideATransaction starts with what is committed, though whoever writes the table has a transaction open.
func TestGlobalTableBesideATransaction(t *testing.T) {
	t.Parallel()
	h := newEmbedded(t)
	h.create("prices", 2)
	h.create("sales", 1)
	h.create("out", 1)
	h.record(&kgo.Record{Topic: "prices", Key: []byte("pen"), Value: []byte("5")})
	cl, err := kgo.NewClient(kgo.SeedBrokers(h.address), kgo.TransactionalID("writer"), kgo.TransactionTimeout(5*time.Minute), kgo.DefaultProduceTopic("prices"))
	if err != nil {
		t.Fatal(err)
	}
	defer cl.Close()
	if err := cl.BeginTransaction(); err != nil {
		t.Fatal(err)
	}
	if err := cl.ProduceSync(t.Context(), &kgo.Record{Key: []byte("pen"), Value: []byte("6")}).FirstErr(); err != nil {
		t.Fatal(err)
	}
	app, err := joins.NewPriced(h.cfg)
	if err != nil {
		t.Fatal(err)
	}
	h.ready(h.run(app))
	h.record(&kgo.Record{Topic: "sales", Key: []byte("a"), Value: []byte("pen")})
	if got := h.read("out", 1); string(got[0].Value) != "pen5" {
		t.Errorf("%q, want pen5", got[0].Value)
	}
	h.down()
}

// TestGlobalTableWithoutTopic ends with what is missing.
func TestGlobalTableWithoutTopic(t *testing.T) {
	t.Parallel()
	h := newEmbedded(t)
	h.create("sales", 1)
	h.create("out", 1)
	app, err := joins.NewPriced(h.cfg)
	if err != nil {
		t.Fatal(err)
	}
	h.run(app)
	h.fails("prices", "does not exist")
}

// TestGlobalStore has what its processor put of all partitions when the first record comes, again behind a restart, and what
// comes later. What the processor refuses ends the application.
func TestGlobalStore(t *testing.T) {
	t.Parallel()
	h := newEmbedded(t)
	for topic, parts := range map[string]int32{"names": 2, "in": 1, "found": 1, "windows": 1, "sessions": 1, "recent": 1, "ask": 1, "told": 1} {
		h.create(topic, parts)
	}
	put := func(topic string, partition int32, key, value string) {
		h.record(&kgo.Record{Topic: topic, Partition: partition, Key: []byte(key), Value: []byte(value)})
	}
	start := func() {
		app, err := processors.NewEverywhere(h.cfg)
		if err != nil {
			t.Fatal(err)
		}
		h.ready(h.run(app))
	}
	n := 0
	found := func() string {
		put("in", 0, "k", "*")
		n++
		return string(h.read("found", n)[n-1].Value)
	}
	put("names", 0, "1", "Ann")
	put("names", 1, "2", "where")
	for range 2 {
		start()
		if got := found(); got != "1=Ann 2=names1 0 false" {
			t.Fatalf("found %q", got)
		}
		h.down()
	}
	start()
	put("names", 1, "3", "Cy")
	for got := ""; got != "1=Ann 2=names1 0 3=Cy false"; { // nothing aligns the store with the stream
		if got = found(); got != "1=Ann 2=names1 0 false" && got != "1=Ann 2=names1 0 3=Cy false" {
			t.Fatalf("found %q", got)
		}
	}
	put("names", 0, "4", "bad")
	h.fails("a bad name", "names-0@1", "global.go:17:4")
}
