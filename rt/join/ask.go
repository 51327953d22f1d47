package join

import "github.com/stoatgen/stoatgen/rt/store"

// Ask is the place of a key that is needed in the middle of a batch: what the table hasn't got is read at once. It is 0 for a
// key without rows.
func (s *Sides[L, R]) Ask(part int32, key string, hash uint32) store.At {
	var m store.Misses
	at, err := s.Table.Ask(part, key, hash, &m, s.Left.LoadRow)
	if err != nil {
		panic(&store.Unreadable{Err: err})
	}
	return at
}

// Ask is the place of a foreign key's subscribers, read at once where memory hasn't got them.
func (s *Subscriptions) Ask(part int32, foreign string, hash uint32) store.At {
	if at := s.Table.Find(part, foreign, hash); at != 0 || s.Table.Complete {
		return at
	}
	if err := s.load(part, foreign, hash); err != nil {
		panic(&store.Unreadable{Err: err})
	}
	return s.Table.Find(part, foreign, hash)
}
