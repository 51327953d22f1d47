package prints_test

import (
	"os"
	"strings"
	"testing"

	"github.com/stoatgen/stoatgen/rt"
	"github.com/stoatgen/stoatgen/rt/codec"
	"github.com/stoatgen/stoatgen/rt/rttest"
	"github.com/stoatgen/stoatgen/testdata/gen/prints"
)

var cfg = rt.Config{ApplicationID: "golden"}

// printed runs records through an application in a directory of its own, and reads a file that it printed to.
func printed(t *testing.T, app *rt.App, err error, lanes int, records ...rttest.Record) func(file string) string {
	t.Helper()
	t.Chdir(t.TempDir())
	if err == nil {
		err = os.WriteFile("plain.txt", []byte("of an earlier run\n"), 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	d := rttest.New(t, app, rttest.Lanes(lanes))
	for _, r := range records {
		r.Partition = -1
		d.Pipe(r)
	}
	if d.Err() != nil {
		t.Fatal(d.Err())
	}
	return func(file string) string {
		b, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		return string(b)
	}
}

// TestPrinted: "[label]: key, value", the label that of the node above, is Kafka Streams' form.
func TestPrinted(t *testing.T) {
	for _, lanes := range []int{1, 3} {
		app, err := prints.NewPrinted(cfg)
		id := codec.AppendUUID(nil, [16]byte{15: 1})
		file := printed(t, app, err, lanes,
			rttest.Record{Topic: "text", Key: []byte("k"), Value: []byte("v")},
			rttest.Record{Topic: "text", Value: []byte("v")},
			rttest.Record{Topic: "text", Key: []byte("k")},
			rttest.Record{Topic: "orders", Key: codec.AppendInt64(nil, -7), Value: []byte(`{"id":"x","price":1.5}`)},
			rttest.Record{Topic: "flags", Key: []byte("raw"), Value: []byte{1}},
			rttest.Record{Topic: "flags"},
			rttest.Record{Topic: "halves", Key: id, Value: codec.AppendFloat64(nil, 0.5)},
		)
		want := `[KSTREAM-SOURCE-0000000000]: k, v
[upper]: k, V
[KSTREAM-SOURCE-0000000000]: null, v
[upper]: null, V
[KSTREAM-SOURCE-0000000000]: k, null
[upper]: k, null
[o]: -7, order x
[f]: raw, true
[f]: null, null
[h]: [0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 1], 0.5
`
		if got := file("plain.txt"); got != want {
			t.Errorf("%d lanes printed\n%sexpected\n%s", lanes, got, want)
		}
		if got, want := file("labelled.txt"), "[a label]: k=1\n[a label]: =1\n[a label]: k, null\n"; got != want {
			t.Errorf("%d lanes printed\n%sexpected\n%s", lanes, got, want)
		}
	}
}

func TestWindowed(t *testing.T) {
	app, err := prints.NewWindowed(cfg)
	file := printed(t, app, err, 1, rttest.Record{Topic: "in", Key: []byte("k"), Value: []byte("v"), Timestamp: 1500})
	want := "[formatted]: k 1\n[KTABLE-TOSTREAM-0000000002]: [k@1000/2000], 1\n[view]: [k@1000/2000], 1\n"
	if got := file("windows.txt"); got != want {
		t.Errorf("printed %q, expected %q", got, want)
	}
}

// TestNowhere: a file that can't be opened is an error at the start, with the operator's place.
func TestNowhere(t *testing.T) {
	app, err := prints.NewNowhere(cfg)
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	x, err := app.Program().OpenPrints()
	if err == nil {
		t.Fatal("opened", x)
	}
	for _, want := range []string{"topology.go:50:45", "KSTREAM-PRINTER-0000000001", "no/such/directory.txt", "in a directory that is there"} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("%v, expected %s in it", err, want)
		}
	}
}
