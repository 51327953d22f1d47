package odd_test

import (
	"testing"

	"github.com/stoatgen/stoatgen/rt"
	"github.com/stoatgen/stoatgen/rt/rttest"
	"github.com/stoatgen/stoatgen/testdata/gen/odd"
)

var (
	cfg  = rt.Config{ApplicationID: "golden"}
	text = rttest.FormOf(rttest.String(), rttest.String())
)

func TestLetters(t *testing.T) {
	rttest.Golden(t, rttest.Must(odd.NewLetters(cfg)), "testdata/letters.txt", rttest.Forms{"in": text, "out": text})
}

func TestTitles(t *testing.T) {
	app := rttest.Must(odd.NewShop(odd.Shop{Named: &odd.Named{Name: "a"}}, cfg))
	rttest.Golden(t, app, "testdata/titles.txt", rttest.Forms{"in": text, "out": text})
}

func TestWritten(t *testing.T) {
	rttest.Golden(t, rttest.Must(odd.NewWritten(cfg)), "testdata/written.txt", rttest.Forms{"in": text, "same": text, "letters": text, "words": text,
		"hex": text, "functions": text, "sums": text})
}

func TestGeneric(t *testing.T) {
	rttest.Golden(t, rttest.Must(odd.NewGeneric(cfg)), "testdata/generic.txt", rttest.Forms{"in": text, "pairs": text, "maps": text})
}

func TestBetween(t *testing.T) {
	rttest.Golden(t, rttest.Must(odd.NewLimit(odd.LimitOf(2), cfg)), "testdata/between.txt", rttest.Forms{"in": text, "out": text})
}

// What is written to a topic that is read comes back in the same step.
func TestThrough(t *testing.T) {
	rttest.Golden(t, rttest.Must(odd.NewThrough(cfg)), "testdata/through.txt", rttest.Forms{"in": text, "mid": text, "late": text, "joined": text, "again": text})
}
