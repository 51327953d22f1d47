package store

const (
	// expireRows is how many rows of a store are looked at with each commit: it takes no longer for them.
	expireRows = 256
	// expirePasses is how many times the whole store is looked at while stream time goes on by its retention.
	expirePasses = 4
)

// Expiry takes rows out of stores whose windows nobody can read any more: those of keys that never come again would stay
// for ever. The zero value has no stores.
type Expiry struct{ stores []expiring }

type expiring struct {
	rows  Expirer
	time  string // name of the stream time
	every int64  // from the beginning of a pass to that of the next, in stream time
	due   int64  // when the next pass begins
	from  []byte // where the one that runs goes on; nil: none runs
}

// Add adds a store, if it is one that expires, with the name of its stream time and its retention in milliseconds. Its shape is
// enough: any instance will do. A store that expires by another time of its stage says which.
func (x *Expiry) Add(rows Any, time string, retention int64) {
	if e, expires := rows.(Expirer); expires {
		if other, says := rows.(interface {
			ExpiresBy(streamTime string) string
		}); says {
			time = other.ExpiresBy(time)
		}
		x.stores = append(x.stores, expiring{rows: e, time: time, every: retention / expirePasses})
	}
}

// Expire adds the deletes of one commit, ahead of the rows that it writes. least are the stream times, by name, of the lanes that
// are furthest behind: a lane could still read what one ahead of it has left behind.
func (x *Expiry) Expire(r Reader, rows *Rows, least map[string]int64) (err error) {
	for i := range x.stores {
		s := &x.stores[i]
		at, known := least[s.time]
		if !known || s.from == nil && at < s.due {
			continue
		}
		if s.from == nil {
			s.due = at + s.every
		}
		if s.from, err = s.rows.Expire(r, rows, at, s.from, expireRows); err != nil {
			return err
		}
	}
	return nil
}
