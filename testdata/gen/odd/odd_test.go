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
