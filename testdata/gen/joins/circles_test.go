package joins_test

import (
	"testing"

	"github.com/stoatgen/stoatgen/internal/difftest"
	"github.com/stoatgen/stoatgen/rt"
	"github.com/stoatgen/stoatgen/testdata/gen/joins"
)

// TestCircles: what comes back to where it was sent from is what Kafka Streams makes of it.
func TestCircles(t *testing.T) {
	difftest.Answers(t, "testdata/answers", true, map[string]func(rt.Config) (*rt.App, error){
		"Share": joins.NewShare, "Bosses": joins.NewBosses, "Again": joins.NewAgain, "Derived": joins.NewDerived,
		"Back": joins.NewBack, "Chain": joins.NewChain, "Onto": joins.NewOnto, "Counted": joins.NewCounted, "Numbered": joins.NewNumbered,
		"Told": joins.NewTold, "Met": joins.NewMet,
	})
}

// TestWaited: a suppression on the left, whose clock is the lane's.
func TestWaited(t *testing.T) {
	difftest.Answers(t, "testdata/waited", false, map[string]func(rt.Config) (*rt.App, error){"Waited": joins.NewWaited})
}
