package streams_test

import (
	"strings"
	"testing"

	"github.com/stoatgen/stoatgen/rt"
	"github.com/stoatgen/stoatgen/rt/rttest"
	"github.com/stoatgen/stoatgen/testdata/gen/streams"
)

var (
	text = rttest.FormOf(rttest.String(), rttest.String())
	cfg  = rt.Config{ApplicationID: "golden"}
)

var everything = []rttest.Option{rttest.OnProcess(rttest.Skipping), rttest.OnDecode(rttest.Skipping)}

func TestFan(t *testing.T) {
	var seen []string
	rttest.Golden(t, rttest.Must(streams.NewApp(&streams.App{Suffix: "", Seen: func(s string) { seen = append(seen, s) }}, cfg)), "testdata/fan.txt", rttest.Forms{"in": text, "copy": text, "checked": text, "crashed": text}, everything...)
	if got := strings.Join(seen, " "); got != "k=A Ak k=BAD BADk k=CRASH CRASHk" {
		t.Errorf("seen %s", got)
	}
}

func TestFlat(t *testing.T) {
	rttest.Golden(t, rttest.Must(streams.NewFlat(cfg)), "testdata/flat.txt", rttest.Forms{"in": text, "words": text, "plain": text, "pairs": text}, everything...)
}

func TestFlatStops(t *testing.T) {
	rttest.Golden(t, rttest.Must(streams.NewFlat(cfg)), "testdata/flat_stops.txt", rttest.Forms{"in": text, "words": text, "plain": text, "pairs": text})
}

func TestMerged(t *testing.T) {
	rttest.Golden(t, rttest.Must(streams.NewMerged(cfg)), "testdata/merged.txt", rttest.Forms{"a": text, "b": text, "c": text, "d-1": text, "merged": text},
		append(everything, rttest.Partitions("d-1", 1))...)
}

func TestRouted(t *testing.T) {
	word := rttest.FormOf(rttest.String(), rttest.JSON[streams.Word]())
	rttest.Golden(t, rttest.Must(streams.NewRouted(cfg)), "testdata/routed.txt", rttest.Forms{"in": word, "in-long": word, "else": word, "rest": word}, everything...)
}
