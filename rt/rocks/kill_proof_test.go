//go:build killproof

package rocks

import "testing"

// TestSingleFamilyFlushBreaks shows that TestKillLeavesWholeEpochs can fail, and why invariant 2 stands: with a flush of
// one family, kills leave `_offsets` and stores apart. It may need many kills, so it runs with -tags killproof only.
func TestSingleFamilyFlushBreaks(t *testing.T) {
	for _, mode := range []string{flushStore, flushOffsets} {
		const kills = 60
		broken := 0
		for range kills {
			if _, agree := kill(t, t.TempDir(), mode); !agree {
				broken++
			}
		}
		t.Logf("flush of %s: %d of %d kills left the families apart", mode, broken, kills)
		if broken == 0 {
			t.Errorf("flush of %s: no kill left the families apart; does the victim flush at all?", mode)
		}
	}
}
