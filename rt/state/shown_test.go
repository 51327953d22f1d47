package state_test

import (
	"fmt"
	"sync"
	"testing"

	"github.com/stoatgen/stoatgen/rt/record"
	"github.com/stoatgen/stoatgen/rt/state"
	"github.com/stoatgen/stoatgen/rt/state/statetest"
	"github.com/stoatgen/stoatgen/rt/store"
)

// TestFollowersSeeWhole is invariant 5: whoever follows a store sees all rows as they were behind one batch, whatever the owner
// does meanwhile, and never an older one after a newer one.
func TestFollowersSeeWhole(t *testing.T) {
	const keys, batches = 40, 300
	epoch, now := uint32(1), int64(0)
	open := func(o *state.Ordered) *state.KeyValue[string, string] {
		return state.NewKeyValue(o, statetest.Text, state.Plain(statetest.Text), 0)
	}
	owner := open(state.NewOrdered(1, state.Values, &epoch, &now))
	owner.Open(nil, store.Limits{})
	owner.Publish()
	var readers sync.WaitGroup
	for range 3 {
		seen := open(state.Follow(owner)).ReadPart(0)
		readers.Go(func() {
			for last := ""; last != batch(batches); {
				rows, first := 0, ""
				for _, v := range seen.All() {
					if rows++; rows == 1 {
						first = v
					}
					if v != first {
						t.Errorf("a row of batch %s beside one of batch %s", v, first)
						return
					}
				}
				if rows != 0 && rows != keys || first < last {
					t.Errorf("%d rows of batch %q after batch %q", rows, first, last)
					return
				}
				last = first
				if v, ok := seen.Get("key 7"); ok && v < last {
					t.Errorf("a row of batch %s after batch %s", v, last)
					return
				}
			}
		})
	}
	rows := owner.Part(0)
	for b := 1; b <= batches; b++ {
		for k := range keys {
			key := fmt.Sprint("key ", k)
			if rows.Delete(key); b%2 == 0 { // a delete is nothing that is left behind
				rows.Put(key, "never seen")
			}
			rows.Put(key, batch(b))
		}
		epoch++
		owner.Publish()
	}
	readers.Wait()
}

func batch(n int) string { return fmt.Sprintf("%04d", n) }

// TestDeletedRowsAreFreed: a store that only grows by what is alive.
func TestDeletedRowsAreFreed(t *testing.T) {
	epoch, now := uint32(1), int64(0)
	owner := state.NewKeyValue(state.NewOrdered(1, state.Values, &epoch, &now), statetest.Text, state.Plain(statetest.Text), 0)
	owner.Open(nil, store.Limits{})
	owner.Publish()
	var rows record.KeyValueStore[string, string] = owner.Part(0)
	for i := range 100 {
		rows.Put(fmt.Sprint(i), "v")
		epoch++
		owner.Publish()
		rows.Delete(fmt.Sprint(i))
		epoch++
		owner.Publish()
	}
	if s := owner.Stats(); s.Entries != 0 || s.Bytes != 0 || s.Dirty != 0 {
		t.Errorf("%+v after every row was deleted, want nothing", s)
	}
}
