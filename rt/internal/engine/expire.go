package engine

import (
	"github.com/stoatgen/stoatgen/rt/internal/restore"
	"github.com/stoatgen/stoatgen/rt/lane"
	"github.com/stoatgen/stoatgen/rt/store"
)

const (
	// expireRows is how many rows of a store are looked at with each commit: it takes no longer for them.
	expireRows = 256
	// expirePasses is how many times the whole store is looked at while stream time goes on by its retention.
	expirePasses = 4
)

// expiry takes rows out of the state store whose windows nobody can read any more: those of keys that never come again
// would stay for ever.
type expiry struct {
	rows  store.Expirer
	name  string // of the stream time
	every int64  // from the beginning of a pass to that of the next, in stream time
	due   int64  // when the next pass begins
	from  []byte // where the one that runs goes on; nil: none runs
}

// newExpiry lists the stores that need it. Their shape is enough: any instance will do.
func newExpiry(p *lane.Program, stores []restore.Store) (list []expiry) {
	for i := range stores {
		if rows, expires := stores[i].Rows.(store.Expirer); expires {
			info := &p.Stores[stores[i].Family-1]
			list = append(list, expiry{rows: rows, name: info.Name, every: info.Retention / expirePasses})
		}
	}
	return list
}

// expire adds the deletes of one commit; least are the stream times of the lanes that are furthest behind. The committer
// calls it.
func (s *session) expire(rows *store.Rows, least map[string]int64) (err error) {
	for i := range s.expiring {
		x := &s.expiring[i]
		at, known := least[x.name]
		if !known || x.from == nil && at < x.due {
			continue
		}
		if x.from == nil {
			x.due = at + x.every
		}
		if x.from, err = x.rows.Expire(s.db, rows, at, x.from, expireRows); err != nil {
			return stored(err)
		}
	}
	return nil
}
