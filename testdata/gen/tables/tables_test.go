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

func golden(t *testing.T, name string, app *rt.App, err error, forms rttest.Forms, options ...rttest.Option) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	rttest.Golden(t, app, "testdata/"+name+".txt", forms, options...)
}

var users = rttest.FormOf(rttest.String(), rttest.JSON[tables.User]())

func TestLooked(t *testing.T) {
	app, err := tables.NewLooked(cfg)
	golden(t, "looked", app, err, rttest.Forms{"users": users, "clicks": text, "opens": text, "joined": text, "opened": text})
}

func TestViewed(t *testing.T) {
	app, err := tables.NewViewed(cfg)
	golden(t, "viewed", app, err, rttest.Forms{"users": users, "minors-out": users, "short-out": text, "adults-out": text})
}

func TestCities(t *testing.T) {
	app, err := tables.NewCities(cfg)
	golden(t, "cities", app, err, rttest.Forms{
		"users":      users,
		"totals-out": rttest.FormOf(rttest.String(), rttest.JSON[tables.Total]()),
		"sums-out":   rttest.FormOf(rttest.String(), rttest.Int64()),
	})
}

func TestCounted(t *testing.T) {
	app, err := tables.NewCounted(cfg)
	golden(t, "counted", app, err, rttest.Forms{"users": users, "counted-out": rttest.FormOf(rttest.String(), rttest.Int64())})
}

func TestTabled(t *testing.T) {
	app, err := tables.NewTabled(cfg)
	golden(t, "tabled", app, err, rttest.Forms{"in": text, "self": text, "by-value-out": text})
}
