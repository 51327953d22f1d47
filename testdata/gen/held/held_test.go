package held_test

import (
	"testing"

	"github.com/stoatgen/stoatgen/rt"
	"github.com/stoatgen/stoatgen/rt/rttest"
	"github.com/stoatgen/stoatgen/rt/store"
	"github.com/stoatgen/stoatgen/testdata/gen/held"
)

var (
	text    = rttest.FormOf(rttest.String(), rttest.String())
	numbers = rttest.FormOf(rttest.String(), rttest.Int64())
	seats   = rttest.FormOf(rttest.Int64(), rttest.String())
	cfg     = rt.Config{ApplicationID: "golden"}
)

func TestSeats(t *testing.T) {
	rttest.Golden(t, rttest.Must(held.NewSeats(cfg)), "testdata/seats.txt", rttest.Forms{"seats": seats, "paid-out": seats, "rows-out": numbers}, rttest.Memory(store.Limits{Entries: 1}))
}

// TestSeatsOnLanes: what a quiet lane holds is let go when the others' stream time reaches it.
func TestSeatsOnLanes(t *testing.T) {
	rttest.Golden(t, rttest.Must(held.NewSeats(cfg)), "testdata/seats_lanes.txt", rttest.Forms{"seats": seats, "paid-out": seats, "rows-out": numbers}, rttest.Lanes(3), rttest.Partitions("seats", 2))
}

func TestLongest(t *testing.T) {
	rttest.Golden(t, rttest.Must(held.NewLongest(cfg)), "testdata/longest.txt", rttest.Forms{"in": text, "out": text})
}

func TestVisits(t *testing.T) {
	rttest.Golden(t, rttest.Must(held.NewVisits(cfg)), "testdata/visits.txt", rttest.Forms{"in": text, "out": rttest.FormOf(rttest.Bytes(), rttest.Int64())})
}

func TestCached(t *testing.T) {
	forms := rttest.Forms{"seats": seats, "in": text, "full-out": numbers, "windows-out": numbers, "at-once-out": text}
	rttest.Golden(t, rttest.Must(held.NewCached(cfg)), "testdata/cached.txt", forms, rttest.Memory(store.Limits{Entries: 1}))
}

// TestCachesAreFull: what does not fit is sent at the end of its batch, with the same results in the end.
func TestCachesAreFull(t *testing.T) {
	forms := rttest.Forms{"seats": seats, "in": text, "full-out": numbers, "windows-out": numbers, "at-once-out": text}
	rttest.Golden(t, rttest.Must(held.NewCached(cfg)), "testdata/cached.txt", forms, rttest.Cache(1))
}

func TestOne(t *testing.T) {
	rttest.Golden(t, rttest.Must(held.NewOne(cfg)), "testdata/one.txt", rttest.Forms{"in": text, "out": text})
}

func TestCachesOff(t *testing.T) {
	rttest.Golden(t, rttest.Must(held.NewOne(cfg)), "testdata/one_off.txt", rttest.Forms{"in": text, "out": text}, rttest.Cache(0))
}

func TestJoins(t *testing.T) {
	forms := rttest.Forms{"in": text, "other": text, "join-out": text, "at-once-out": text, "foreign-out": text, "seen-out": text}
	rttest.Golden(t, rttest.Must(held.NewJoins(cfg)), "testdata/joins.txt", forms)
}

func TestTwice(t *testing.T) {
	rttest.Golden(t, rttest.Must(held.NewTwice(cfg)), "testdata/twice.txt", rttest.Forms{"a": text, "b": text, "first": text, "second": text})
}

// TestInternalTopics shows what a repartition topic and the changelogs would have.
func TestInternalTopics(t *testing.T) {
	app, err := held.NewSeats(cfg)
	if err != nil {
		t.Fatal(err)
	}
	d := rttest.New(t, app, rttest.Internal(), rttest.Application("x"))
	in := rttest.NewInput(d, "seats", rttest.Int64(), rttest.String())
	in.PipeAt(1, `{"row":"a","paid":1}`, 0)
	in.PipeAt(1, `{"row":"b","paid":1}`, 5)
	in.PipeAt(2, `{"row":"b","paid":0}`, 10)
	for topic, want := range map[string]int{"x-seats-changelog": 3, "x-calm-store-changelog": 4, "x-paid-changelog": 1, "x-by-row-changelog": 2, "x-rows-repartition": 2} {
		if got := d.Read(topic); len(got) != want {
			t.Errorf("%s has %d records, want %d: %v", topic, len(got), want, got)
		}
	}
}
