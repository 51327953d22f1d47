package tables_test

import (
	"testing"

	"github.com/stoatgen/stoatgen/rt"
	"github.com/stoatgen/stoatgen/rt/rttest"
	"github.com/stoatgen/stoatgen/testdata/gen/tables"
)

var (
	text = rttest.FormOf(rttest.String(), rttest.String())
	cfg  = rt.Config{ApplicationID: "golden"}
)

var users = rttest.FormOf(rttest.String(), rttest.JSON[tables.User]())

func TestLooked(t *testing.T) {
	rttest.Golden(t, rttest.Must(tables.NewLooked(cfg)), "testdata/looked.txt", rttest.Forms{"users": users, "clicks": text, "opens": text, "joined": text, "opened": text})
}

func TestViewed(t *testing.T) {
	rttest.Golden(t, rttest.Must(tables.NewViewed(cfg)), "testdata/viewed.txt", rttest.Forms{"users": users, "minors-out": users, "short-out": text, "adults-out": text})
}

func TestCities(t *testing.T) {
	rttest.Golden(t, rttest.Must(tables.NewCities(cfg)), "testdata/cities.txt", rttest.Forms{
		"users":      users,
		"totals-out": rttest.FormOf(rttest.String(), rttest.JSON[tables.Total]()),
		"sums-out":   rttest.FormOf(rttest.String(), rttest.Int64()),
	})
}

func TestCounted(t *testing.T) {
	rttest.Golden(t, rttest.Must(tables.NewCounted(cfg)), "testdata/counted.txt", rttest.Forms{"users": users, "counted-out": rttest.FormOf(rttest.String(), rttest.Int64())})
}

func TestTabled(t *testing.T) {
	rttest.Golden(t, rttest.Must(tables.NewTabled(cfg)), "testdata/tabled.txt", rttest.Forms{"in": text, "self": text, "by-value-out": text})
}
