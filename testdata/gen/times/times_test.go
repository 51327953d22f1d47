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

func TestTimes(t *testing.T) {
	events, numbers := rttest.FormOf(rttest.String(), rttest.JSON[times.Event]()), rttest.FormOf(rttest.String(), rttest.Int64())
	rttest.Golden(t, rttest.Must(times.NewClock(&times.Clock{Shift: 100}, cfg)), "testdata/times.txt", rttest.Forms{"events": events, "events-out": events, "shifted": numbers, "shifted-out": numbers,
		"skipped": text, "skipped-out": text, "read": text, "read-out": text, "kept": text, "kept-out": text})
}
