package state_test

import (
	"testing"

	"github.com/stoatgen/stoatgen/rt"
	"github.com/stoatgen/stoatgen/rt/rttest"
	"github.com/stoatgen/stoatgen/testdata/gen/state"
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

func TestTagged(t *testing.T) {
	app, err := state.NewTagged(cfg)
	golden(t, "tagged", app, err, rttest.Forms{"tags": text, "tags-out": text}, rttest.OnProcess(rttest.Skipping), rttest.OnDecode(rttest.Skipping))
}

func TestNumbers(t *testing.T) {
	app, err := state.NewNumbers(cfg)
	floats := rttest.FormOf(rttest.String(), rttest.Number[float64]())
	golden(t, "numbers", app, err, rttest.Forms{"in": floats, "means": floats})
}

func TestPairs(t *testing.T) {
	app, err := state.NewPairs(cfg)
	golden(t, "pairs", app, err, rttest.Forms{"in": text, "pairs-out": text,
		"windows-out": rttest.FormOf(rttest.TimeWindowed(rttest.String(), 60000), rttest.String())})
}
