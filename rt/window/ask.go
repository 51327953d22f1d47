package window

import "github.com/stoatgen/stoatgen/rt/store"

// Ask is the place of a key that is needed in the middle of a batch: what the table hasn't got is read at once. It is 0 for a
// key without a row.
func (s *Store[V, A]) Ask(part int32, key string, hash uint32) store.At {
	return ask(s.Table, part, key, hash, s.LoadRow)
}

// Ask is Store.Ask.
func (s *Lists[A]) Ask(part int32, key string, hash uint32) store.At {
	return ask(s.Table, part, key, hash, s.LoadRow)
}

func ask[V any](t *store.Table[V], part int32, key string, hash uint32, load func(part int32, key string, hash uint32, row []byte) bool) store.At {
	var m store.Misses
	at, err := t.Ask(part, key, hash, &m, load)
	if err != nil {
		panic(&store.Unreadable{Err: err})
	}
	return at
}
