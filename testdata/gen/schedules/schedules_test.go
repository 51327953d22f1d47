package schedules_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stoatgen/stoatgen/rt"
	"github.com/stoatgen/stoatgen/rt/rttest"
	"github.com/stoatgen/stoatgen/rt/store"
	"github.com/stoatgen/stoatgen/testdata/gen/schedules"
)

var (
	text    = rttest.FormOf(rttest.String(), rttest.String())
	numbers = rttest.FormOf(rttest.String(), rttest.Int64())
	cfg     = rt.Config{ApplicationID: "schedules"}
)

func TestClock(t *testing.T) {
	for _, lanes := range []int{1, 3} {
		rttest.Golden(t, rttest.Must(schedules.NewClock(cfg)), "testdata/clock.txt", rttest.Forms{"beats": text}, rttest.Lanes(lanes), rttest.OnProcess(rttest.Skipping))
	}
}

func TestReports(t *testing.T) {
	for _, options := range [][]rttest.Option{nil, {rttest.Lanes(2)}, {rttest.Memory(store.Limits{Entries: 1})}} {
		rttest.Golden(t, rttest.Must(schedules.NewReports(cfg)), "testdata/reports.txt", rttest.Forms{"in": numbers, "reports": numbers}, options...)
	}
}

func TestBeside(t *testing.T) {
	rttest.Golden(t, rttest.Must(schedules.NewBeside(cfg)), "testdata/beside.txt", rttest.Forms{"in": text, "out": text})
}

// TestPartitions: with a store a schedule ticks in each partition, and sees its rows; without one once.
func TestPartitions(t *testing.T) {
	app, err := schedules.NewReports(cfg)
	if err != nil {
		t.Fatal(err)
	}
	d := rttest.New(t, app, rttest.Lanes(2), rttest.Partitions("in", 3))
	for part := range int32(3) {
		d.Pipe(rttest.Record{Topic: "in", Partition: part, Key: []byte(fmt.Sprint("key", part)), Value: make([]byte, 8), Timestamp: 5})
	}
	d.Advance(3_600_000)
	var got []string
	for _, r := range d.Read("reports") {
		got = append(got, fmt.Sprint(string(r.Key), "@", r.Timestamp))
	}
	slices.Sort(got)
	if want := []string{"key0@3600000", "key1@3600000", "key2@3600000"}; !slices.Equal(got, want) {
		t.Errorf("got %v, expected %v", got, want)
	}
	app, err = schedules.NewBeside(cfg)
	if err != nil {
		t.Fatal(err)
	}
	d = rttest.New(t, app, rttest.Lanes(2), rttest.Partitions("in", 3))
	d.Advance(1000)
	if n := len(d.Read("out")); n != 1 {
		t.Errorf("%d ticks in an application of three partitions", n)
	}
	if rows := d.Rows("beat-schedule"); len(rows) != 1 || rows[0].Timestamp != 2000 || !strings.HasSuffix(string(rows[0].Key), "every 1s") {
		t.Errorf("the schedule's store has %v", rows)
	}
}
