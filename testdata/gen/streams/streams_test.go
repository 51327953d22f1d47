package streams_test

import (
	"strings"
	"testing"

	"github.com/stoatgen/stoatgen/rt"
	"github.com/stoatgen/stoatgen/rt/rttest"
	"github.com/stoatgen/stoatgen/testdata/gen/streams"
)

var (
	text = rttest.FormOf(rttest.String(), rttest.String())
	cfg  = rt.Config{ApplicationID: "golden"}
)

func golden(t *testing.T, name string, app *rt.App, err error, forms rttest.Forms, options ...rttest.Option) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	rttest.Golden(t, app, "testdata/"+name+".txt", forms, options...)
}

var everything = []rttest.Option{rttest.OnProcess(rttest.Skipping), rttest.OnDecode(rttest.Skipping)}

func TestFan(t *testing.T) {
	var seen []string
	app, err := streams.NewApp(&streams.App{Suffix: "", Seen: func(s string) { seen = append(seen, s) }}, cfg)
	golden(t, "fan", app, err, rttest.Forms{"in": text, "copy": text, "checked": text, "crashed": text}, everything...)
	if got := strings.Join(seen, " "); got != "k=A Ak k=BAD BADk k=CRASH CRASHk" {
		t.Errorf("seen %s", got)
	}
}

func TestFlat(t *testing.T) {
	app, err := streams.NewFlat(cfg)
	golden(t, "flat", app, err, rttest.Forms{"in": text, "words": text, "plain": text, "pairs": text}, everything...)
}

func TestFlatStops(t *testing.T) {
	app, err := streams.NewFlat(cfg)
	golden(t, "flat_stops", app, err, rttest.Forms{"in": text, "words": text, "plain": text, "pairs": text})
}

func TestMerged(t *testing.T) {
	app, err := streams.NewMerged(cfg)
	golden(t, "merged", app, err, rttest.Forms{"a": text, "b": text, "c": text, "d-1": text, "merged": text},
		append(everything, rttest.Partitions("d-1", 1))...)
}

func TestRouted(t *testing.T) {
	app, err := streams.NewRouted(cfg)
	word := rttest.FormOf(rttest.String(), rttest.JSON[streams.Word]())
	golden(t, "routed", app, err, rttest.Forms{"in": word, "in-long": word, "else": word, "rest": word}, everything...)
}
