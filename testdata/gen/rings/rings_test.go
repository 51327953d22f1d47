package rings_test

import (
	"testing"

	"github.com/stoatgen/stoatgen/rt"
	"github.com/stoatgen/stoatgen/rt/rttest"
	"github.com/stoatgen/stoatgen/testdata/gen/rings"
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

func TestReduced(t *testing.T) {
	app, err := rings.NewReduced(cfg)
	golden(t, "reduced", app, err, rttest.Forms{"in": text,
		"longest-out": rttest.FormOf(rttest.TimeWindowed(rttest.String(), 10000), rttest.String()),
		"texts-out":   rttest.FormOf(rttest.String(), rttest.Int64())})
}

func TestDeleted(t *testing.T) {
	app, err := rings.NewDeleted(cfg)
	numbers := rttest.FormOf(rttest.String(), rttest.Int64())
	golden(t, "deleted", app, err, rttest.Forms{"in": numbers, "out": numbers})
}

func TestKeyed(t *testing.T) {
	app, err := rings.NewKeyed(cfg)
	golden(t, "keyed", app, err, rttest.Forms{"in": text, "out": rttest.FormOf(rttest.TimeWindowed(rttest.String(), 1000), rttest.Int64())})
}
