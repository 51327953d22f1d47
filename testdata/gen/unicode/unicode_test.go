package unicode

import (
	"testing"

	"github.com/stoatgen/stoatgen/rt"
	"github.com/stoatgen/stoatgen/rt/rttest"
)

func TestSizes(t *testing.T) {
	app, err := NewSizes(rt.Config{ApplicationID: "unicode"})
	if err != nil {
		t.Fatal(err)
	}
	d := rttest.New(t, app)
	in := rttest.NewInput(d, "in", rttest.String(), rttest.String())
	longer := rttest.NewOutput(d, "longer", rttest.String(), rttest.String())
	names := rttest.NewOutput(d, "names", rttest.String(), rttest.String())
	in.PipeAt("k", `{"Länge":4,"Имя":"Ёж"}`, 1)
	if got, want := longer.Read().Value, `{"Länge":5,"Имя":"Ёж"}`; got != want {
		t.Errorf("longer is %s, not %s", got, want)
	}
	if got, want := names.Read().Value, "⟪Ёж⟫.y⟪#0⟫ rt.Main"; got != want {
		t.Errorf("name is %s, not %s", got, want)
	}
}

func TestÉclairs(t *testing.T) {
	app, err := NewÉclairs(rt.Config{ApplicationID: "unicode"})
	if err != nil {
		t.Fatal(err)
	}
	d := rttest.New(t, app)
	in := rttest.NewInput(d, "eclairs", rttest.String(), rttest.String())
	out := rttest.NewOutput(d, "out", rttest.String(), rttest.String())
	for i, want := range []string{`{"Länge":1,"Имя":""}`, `{"Länge":2,"Имя":""}`} {
		in.PipeAt("k", `{"Länge":1}`, int64(i))
		if got := out.Read().Value; got != want {
			t.Errorf("%d: %s, not %s", i, got, want)
		}
	}
}
