package words

import (
	"testing"

	"github.com/stoatgen/stoatgen/rt"
	"github.com/stoatgen/stoatgen/rt/rttest"
)

func TestWords(t *testing.T) {
	app, err := NewWords(rt.Config{ApplicationID: "words"})
	if err != nil {
		t.Fatal(err)
	}
	d := rttest.New(t, app)
	lines := rttest.NewInput(d, "lines", rttest.String(), rttest.String())
	counts := rttest.NewOutput(d, "counts", rttest.String(), rttest.Int64())

	lines.PipeAt("", "to be or not", 10)
	d.Crash(rttest.Lost) // the state directory is gone; the changelog isn't
	lines.PipeAt("", "to be", 20)

	for _, want := range []struct {
		word string
		n    int64
	}{{"to", 1}, {"be", 1}, {"or", 1}, {"not", 1}, {"to", 2}, {"be", 2}} {
		if got := counts.Read(); got.Key != want.word || got.Value != want.n {
			t.Errorf("%s=%d, not %s=%d", got.Key, got.Value, want.word, want.n)
		}
	}
}
