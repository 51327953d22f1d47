package joins_test

import (
	"slices"
	"testing"

	"github.com/stoatgen/stoatgen/rt"
	"github.com/stoatgen/stoatgen/rt/rttest"
	"github.com/stoatgen/stoatgen/rt/store"
	"github.com/stoatgen/stoatgen/testdata/gen/joins"
)

var (
	text    = rttest.FormOf(rttest.String(), rttest.String())
	orders  = rttest.FormOf(rttest.Int64(), rttest.String()) // JSON as text
	byID    = rttest.FormOf(rttest.Int64(), rttest.String())
	numbers = rttest.FormOf(rttest.Int64(), rttest.Int64())
	cfg     = rt.Config{ApplicationID: "golden"}
)

// TestPaired keeps one entry a table in memory, so that the counts of records without a partner have to be read from below.
func TestPaired(t *testing.T) {
	rttest.Golden(t, rttest.Must(joins.NewPaired(cfg)), "testdata/paired.txt", rttest.Forms{"l": orders, "r": byID, "out": numbers}, rttest.Memory(store.Limits{Entries: 1}))
}

func TestLooked(t *testing.T) {
	rttest.Golden(t, rttest.Must(joins.NewLooked(cfg)), "testdata/looked.txt", rttest.Forms{"x": text, "y": text, "in": text, "out": text})
}

func TestNamed(t *testing.T) {
	rttest.Golden(t, rttest.Must(joins.NewNamed(cfg)), "testdata/named.txt", rttest.Forms{"orders": orders, "items": text, "customers": text, "out": byID}, rttest.Memory(store.Limits{Entries: 1}))
}

// TestNamedOnLanes: what hops comes to the same rows, whatever the lane.
func TestNamedOnLanes(t *testing.T) {
	rttest.Golden(t, rttest.Must(joins.NewNamed(cfg)), "testdata/named_lanes.txt", rttest.Forms{"orders": orders, "items": text, "customers": text, "out": byID}, rttest.Lanes(3))
}

func TestPriced(t *testing.T) {
	rttest.Golden(t, rttest.Must(joins.NewPriced(cfg)), "testdata/priced.txt", rttest.Forms{"sales": text, "prices": text, "out": text})
}

// TestSidesAreNamed: This and Other name the stores of their sides, the join's own name or number what is left.
func TestSidesAreNamed(t *testing.T) {
	app, err := joins.NewLeft(cfg)
	if err != nil {
		t.Fatal(err)
	}
	if got := rttest.New(t, app).Stores(); !slices.Equal(got, []string{"lefts", "rights", "KSTREAM-OUTERSHARED-0000000004-store"}) {
		t.Errorf("stores %q", got)
	}
	marks := app.Program().Stages[0].Marks
	if !slices.Contains(marks, "lefts") || !slices.Contains(marks, "rights") {
		t.Errorf("clocks %q: the rows of a side expire by the one of its name", marks)
	}
}
