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

func TestUnseen(t *testing.T) {
	rttest.Golden(t, rttest.Must(nulls.NewUnseen(cfg)), "testdata/unseen.txt", rttest.Forms{"in": text, "passed": text, "dropped": text, "seen": text})
}

func TestKeys(t *testing.T) {
	rttest.Golden(t, rttest.Must(nulls.NewKeys(cfg)), "testdata/keys.txt", rttest.Forms{"in": text, "shown": text, "made": text, "plain": text, "mapped": text})
}

func TestRaw(t *testing.T) {
	rttest.Golden(t, rttest.Must(nulls.NewRaw(cfg)), "testdata/raw.txt", rttest.Forms{"in": text, "swapped": text})
}

func TestDeletes(t *testing.T) {
	rttest.Golden(t, rttest.Must(nulls.NewDeletes(cfg)), "testdata/deletes.txt", rttest.Forms{"in": text, "in2": text, "texts-out": text, "reduced-out": text})
}
