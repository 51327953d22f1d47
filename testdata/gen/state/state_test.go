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

func TestTagged(t *testing.T) {
	rttest.Golden(t, rttest.Must(state.NewTagged(cfg)), "testdata/tagged.txt", rttest.Forms{"tags": text, "tags-out": text}, rttest.OnProcess(rttest.Skipping), rttest.OnDecode(rttest.Skipping))
}

func TestNumbers(t *testing.T) {
	floats := rttest.FormOf(rttest.String(), rttest.Number[float64]())
	rttest.Golden(t, rttest.Must(state.NewNumbers(cfg)), "testdata/numbers.txt", rttest.Forms{"in": floats, "means": floats})
}

func TestPairs(t *testing.T) {
	rttest.Golden(t, rttest.Must(state.NewPairs(cfg)), "testdata/pairs.txt", rttest.Forms{"in": text, "pairs-out": text,
		"windows-out": rttest.FormOf(rttest.TimeWindowed(rttest.String(), 60000), rttest.String())})
}
