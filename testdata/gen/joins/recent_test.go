package joins_test

import (
	"testing"

	"github.com/stoatgen/stoatgen/rt"
	"github.com/stoatgen/stoatgen/rt/rttest"
	"github.com/stoatgen/stoatgen/testdata/gen/joins"
)

// TestFewPrices: a row that is looked up stays, and one that nobody asked for goes, as Kafka Streams answers.
func TestFewPrices(t *testing.T) {
	app, err := joins.NewFewPrices(rt.Config{ApplicationID: "golden"})
	if err != nil {
		t.Fatal(err)
	}
	d := rttest.New(t, app, rttest.Lanes(2))
	for _, step := range []struct{ price, ask, want string }{
		{price: "k"}, {price: "k2"}, {ask: "k", want: "k-p"}, {price: "k3"}, {ask: "k", want: "k-p"}, {ask: "k2", want: "k2-null"},
		{ask: "k3", want: "k3-p"}, {price: "k4"}, {ask: "k", want: "k-null"}, {ask: "k3", want: "k3-p"}, {ask: "k4", want: "k4-p"},
	} {
		if step.price != "" {
			d.Pipe(rttest.Record{Topic: "prices", Key: []byte(step.price), Value: []byte("p")})
			continue
		}
		d.Pipe(rttest.Record{Topic: "in", Key: []byte("x"), Value: []byte(step.ask), Partition: -1})
		if got := d.Read("out"); len(got) != 1 || string(got[0].Value) != step.want {
			t.Errorf("asked for %s: %v, want %s", step.ask, got, step.want)
		}
	}
	if rows := d.Rows("prices"); len(rows) != 2 || string(rows[0].Key) != "k3" || string(rows[1].Key) != "k4" {
		t.Errorf("rows are %v", rows)
	}
}
