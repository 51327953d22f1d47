package statetest

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stoatgen/stoatgen/rt/store"
)

// Subject is a kind of DB under test.
type Subject struct {
	Backend store.Backend
	Lives   int // how many random lives each store has
}

// open is an empty DB. Stores are in its second family, whose index is 2.
func (on Subject) open(t testing.TB) store.DB {
	t.Helper()
	db, err := on.Backend.Open(t.TempDir(), []string{"other", "s"})
	must(t, err)
	return db
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// Run is the whole contract.
func Run(t *testing.T, on Subject) {
	for i, m := range []struct {
		name  string
		model func(*testing.T, *rand.Rand)
	}{
		{"KeyValueModel", on.keyValueModel},
		{"RecentModel", on.recentModel},
		{"RecentTableModel", on.recentTableModel},
		{"WindowModel", on.windowsModel},
		{"SessionModel", on.sessionsModel},
		{"VersionedModel", on.versionedModel},
		{"BufferModel", on.bufferModel},
		{"TimersModel", on.timersModel},
	} {
		t.Run(m.name, func(t *testing.T) {
			for seed := range uint64(on.Lives) {
				t.Run(fmt.Sprint(seed), func(t *testing.T) { m.model(t, rand.New(rand.NewPCG(seed, uint64(i)))) })
			}
		})
	}
	t.Run("IteratorsSeeOneMoment", on.iterators)
	t.Run("Forms", on.forms)
	t.Run("LRU", on.lru)
	t.Run("RecentLog", on.recentLog)
	t.Run("Duplicates", on.duplicates)
	t.Run("ExpiredRowsGo", on.expired)
	t.Run("TimersOfTheFuture", on.timersOfTheFuture)
	t.Run("Keep", on.keep)
}
