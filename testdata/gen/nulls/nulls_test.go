package nulls_test

import (
	"testing"

	"github.com/stoatgen/stoatgen/rt"
	"github.com/stoatgen/stoatgen/rt/rttest"
	"github.com/stoatgen/stoatgen/testdata/gen/nulls"
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

func TestUnseen(t *testing.T) {
	app, err := nulls.NewUnseen(cfg)
	golden(t, "unseen", app, err, rttest.Forms{"in": text, "passed": text, "dropped": text, "seen": text})
}

func TestKeys(t *testing.T) {
	app, err := nulls.NewKeys(cfg)
	golden(t, "keys", app, err, rttest.Forms{"in": text, "shown": text, "made": text, "plain": text, "mapped": text})
}

func TestRaw(t *testing.T) {
	app, err := nulls.NewRaw(cfg)
	golden(t, "raw", app, err, rttest.Forms{"in": text, "swapped": text})
}

func TestDeletes(t *testing.T) {
	app, err := nulls.NewDeletes(cfg)
	golden(t, "deletes", app, err, rttest.Forms{"in": text, "in2": text, "texts-out": text, "reduced-out": text})
}
