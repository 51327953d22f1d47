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

func TestByShop(t *testing.T) {
	rttest.Golden(t, rttest.Must(keys.NewByShop(cfg)), "testdata/by_shop.txt", rttest.Forms{
		"payments":  rttest.FormOf(rttest.String(), rttest.JSON[keys.Payment]()),
		"shops-out": rttest.FormOf(rttest.Int64(), rttest.Int64()),
	})
}

func TestByAccount(t *testing.T) {
	rttest.Golden(t, rttest.Must(keys.NewByAccount(cfg)), "testdata/by_account.txt", rttest.Forms{
		"payments":     rttest.FormOf(rttest.Int64(), rttest.JSON[keys.Payment]()),
		"accounts-out": rttest.FormOf(rttest.JSON[keys.Account](), rttest.Int64()),
	})
}

func TestNumbered(t *testing.T) {
	rttest.Golden(t, rttest.Must(keys.NewNumbered(cfg)), "testdata/numbered.txt", rttest.Forms{
		"names":      rttest.FormOf(rttest.Int64(), rttest.String()),
		"visits":     rttest.FormOf(rttest.Int64(), rttest.String()),
		"visits-out": rttest.FormOf(rttest.Int64(), rttest.String()),
	})
}

func TestBytewise(t *testing.T) {
	rttest.Golden(t, rttest.Must(keys.NewBytewise(cfg)), "testdata/bytewise.txt", rttest.Forms{"in": text, "out": text})
}

func TestWindows(t *testing.T) {
	rttest.Golden(t, rttest.Must(keys.NewWindows(cfg)), "testdata/windows.txt", rttest.Forms{
		"in":     rttest.FormOf(rttest.Number[int32](), rttest.String()),
		"keyed":  rttest.FormOf(rttest.TimeWindowed(rttest.Number[int32](), 1000), rttest.Int64()),
		"mapped": rttest.FormOf(rttest.String(), rttest.Int64()),
	})
}
