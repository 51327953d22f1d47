package times_test

import (
	"testing"

	"github.com/stoatgen/stoatgen/rt"
	"github.com/stoatgen/stoatgen/rt/rttest"
	"github.com/stoatgen/stoatgen/testdata/gen/times"
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

func TestTimes(t *testing.T) {
	app, err := times.NewClock(&times.Clock{Shift: 100}, cfg)
	events, numbers := rttest.FormOf(rttest.String(), rttest.JSON[times.Event]()), rttest.FormOf(rttest.String(), rttest.Int64())
	golden(t, "times", app, err, rttest.Forms{"events": events, "events-out": events, "shifted": numbers, "shifted-out": numbers,
		"skipped": text, "skipped-out": text, "read": text, "read-out": text, "kept": text, "kept-out": text})
}
