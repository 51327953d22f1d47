package bench

// met is a record of one side by hand. wait is its place among those that wait for a partner, if it is still that one's turn.
type met struct {
	ts, v int64
	seq   int32
	turn  uint32
	wait  *waiter
}

// metRing is one side's records of a key, by time: a ring buffer, whose length is a power of two.
type metRing struct {
	recs    []met
	head, n int
	fresh   int // of them, how many the epoch put: the last ones
	stored  int // how many the row has
}

func (r *metRing) at(i int) *met { return &r.recs[(r.head+i)&(len(r.recs)-1)] }

func (r *metRing) expire(to int64) {
	for r.n > 0 && r.recs[r.head].ts <= to {
		r.head = (r.head + 1) & (len(r.recs) - 1)
		r.n--
	}
}

// from is the place of the first record at or after a time.
func (r *metRing) from(ts int64) int {
	i, j := 0, r.n
	for i < j {
		if k := (i + j) / 2; r.at(k).ts < ts {
			i = k + 1
		} else {
			j = k
		}
	}
	return i
}

func (r *metRing) put(x met) *met {
	if r.n == len(r.recs) {
		grown := make([]met, max(4, 2*len(r.recs)))
		for i := range r.n {
			grown[i] = *r.at(i)
		}
		r.recs, r.head = grown, 0
	}
	i := r.n
	r.n++
	for ; i > 0 && r.at(i-1).ts > x.ts; i-- {
		*r.at(i) = *r.at(i - 1)
	}
	r.fresh = max(r.fresh+1, r.n-i)
	p := r.at(i)
	*p = x
	return p
}
