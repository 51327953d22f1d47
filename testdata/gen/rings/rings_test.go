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

func TestReduced(t *testing.T) {
	rttest.Golden(t, rttest.Must(rings.NewReduced(cfg)), "testdata/reduced.txt", rttest.Forms{"in": text,
		"longest-out": rttest.FormOf(rttest.TimeWindowed(rttest.String(), 10000), rttest.String()),
		"texts-out":   rttest.FormOf(rttest.String(), rttest.Int64())})
}

func TestDeleted(t *testing.T) {
	numbers := rttest.FormOf(rttest.String(), rttest.Int64())
	rttest.Golden(t, rttest.Must(rings.NewDeleted(cfg)), "testdata/deleted.txt", rttest.Forms{"in": numbers, "out": numbers})
}

func TestKeyed(t *testing.T) {
	rttest.Golden(t, rttest.Must(rings.NewKeyed(cfg)), "testdata/keyed.txt", rttest.Forms{"in": text, "out": rttest.FormOf(rttest.TimeWindowed(rttest.String(), 1000), rttest.Int64())})
}
