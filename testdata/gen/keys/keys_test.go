package keys_test

import (
	"testing"

	"github.com/stoatgen/stoatgen/rt"
	"github.com/stoatgen/stoatgen/rt/rttest"
	"github.com/stoatgen/stoatgen/testdata/gen/keys"
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

func TestByShop(t *testing.T) {
	app, err := keys.NewByShop(cfg)
	golden(t, "by_shop", app, err, rttest.Forms{
		"payments":  rttest.FormOf(rttest.String(), rttest.JSON[keys.Payment]()),
		"shops-out": rttest.FormOf(rttest.Int64(), rttest.Int64()),
	})
}

func TestByAccount(t *testing.T) {
	app, err := keys.NewByAccount(cfg)
	golden(t, "by_account", app, err, rttest.Forms{
		"payments":     rttest.FormOf(rttest.Int64(), rttest.JSON[keys.Payment]()),
		"accounts-out": rttest.FormOf(rttest.JSON[keys.Account](), rttest.Int64()),
	})
}

func TestNumbered(t *testing.T) {
	app, err := keys.NewNumbered(cfg)
	golden(t, "numbered", app, err, rttest.Forms{
		"names":      rttest.FormOf(rttest.Int64(), rttest.String()),
		"visits":     rttest.FormOf(rttest.Int64(), rttest.String()),
		"visits-out": rttest.FormOf(rttest.Int64(), rttest.String()),
	})
}

func TestBytewise(t *testing.T) {
	app, err := keys.NewBytewise(cfg)
	golden(t, "bytewise", app, err, rttest.Forms{"in": text, "out": text})
}

func TestWindows(t *testing.T) {
	app, err := keys.NewWindows(cfg)
	golden(t, "windows", app, err, rttest.Forms{
		"in":     rttest.FormOf(rttest.Number[int32](), rttest.String()),
		"keyed":  rttest.FormOf(rttest.TimeWindowed(rttest.Number[int32](), 1000), rttest.Int64()),
		"mapped": rttest.FormOf(rttest.String(), rttest.Int64()),
	})
}
