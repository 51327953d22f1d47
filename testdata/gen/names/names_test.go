package names_test

import (
	"testing"

	"github.com/stoatgen/stoatgen/rt"
	"github.com/stoatgen/stoatgen/rt/rttest"
	"github.com/stoatgen/stoatgen/testdata/gen/names"
)

// TestNames: what the user's package is called like does not matter; both topologies of one receiver run.
func TestNames(t *testing.T) {
	sales, err := names.NewShopSales(&names.Shop{}, rt.Config{ApplicationID: "a"})
	if err != nil {
		t.Fatal(err)
	}
	d := rttest.New(t, sales)
	rttest.NewInput(d, "range", rttest.String(), rttest.String()).PipeAt("k", "v", 1)
	if got := rttest.NewOutput(d, "type", rttest.String(), rttest.String()).Read(); got.Value != "v" {
		t.Errorf("%+v", got)
	}
	returns, err := names.NewShopReturns(&names.Shop{}, rt.Config{ApplicationID: "a"})
	if err != nil {
		t.Fatal(err)
	}
	d = rttest.New(t, returns)
	rttest.NewInput(d, "1-2.3_x", rttest.String(), rttest.String()).PipeAt("k", "V", 1)
	if got := rttest.NewOutput(d, "vabi", rttest.String(), rttest.Int64()).Read(); got.Key != "v" || got.Value != 1 {
		t.Errorf("%+v", got)
	}
}

func TestClashes(t *testing.T) {
	app, err := names.NewClashes(rt.Config{ApplicationID: "a"})
	if err != nil {
		t.Fatal(err)
	}
	d := rttest.New(t, app)
	rttest.NewInput(d, "store", rttest.String(), rttest.String()).PipeAt("k", "!", 1)
	rttest.NewInput(d, "codec", rttest.String(), rttest.String()).PipeAt("k", "a b", 2)
	got := d.Read("words")
	for i, want := range []string{"k++", "k++++"} {
		if i >= len(got) || string(got[i].Key[1:]) != want { // behind its length
			t.Errorf("%d: want %q of %d: %+v", i, want, len(got), got)
		}
	}
}

func TestTaken(t *testing.T) {
	app, err := names.NewTaken(rt.Config{ApplicationID: "a"})
	if err != nil {
		t.Fatal(err)
	}
	d := rttest.New(t, app)
	in := rttest.NewInput(d, "taken", rttest.String(), rttest.Int64()) // of as many bytes as the struct
	out := rttest.NewOutput(d, "low", rttest.String(), rttest.Int64())
	for i, want := range []int64{9, 5, 5} {
		in.PipeAt("k", []int64{20, 5, 7}[i], int64(i))
		if got := out.Read(); got.Value != want {
			t.Errorf("%d: %+v, want %d", i, got, want)
		}
	}
}

func TestLatest(t *testing.T) {
	d := rttest.New(t, rttest.Must(names.NewLatest(rt.Config{ApplicationID: "a"})))
	in, out := rttest.NewInput(d, "latest", rttest.String(), rttest.Int64()), rttest.NewOutput(d, "sums", rttest.String(), rttest.Int64())
	for i, want := range []int64{6, 13} {
		in.PipeAt("k", []int64{5, 7}[i], int64(i))
		if got := out.Read(); got.Value != want {
			t.Errorf("%d: %+v, want %d", i, got, want)
		}
	}
}
