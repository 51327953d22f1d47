package lane

// Held is an operator that holds records back within its stage: a cache, a suppression. What it lets go runs on through an
// entry of its own, between batches: like a hop, but without a change of lane.
type Held struct {
	Holder
	In Receiver
}

// Holder is what a Held holds.
type Holder interface {
	// Due takes the records that are to go on, in their order; nil: none. At a barrier the epoch ends.
	Due(barrier bool) Payload

	// Load reads what the durable rows have to hold: once, ahead of the first record.
	Load() error
}

// release lets go what is due. A record may get into another of the stage's holders, which is further down and so comes later in
// the list.
func (s *Stage) release(barrier bool) {
	l := s.lane
	for i := range s.Held {
		if l.stopped != nil {
			return
		}
		h := &s.Held[i]
		recs := h.Due(barrier)
		if recs == nil {
			continue
		}
		if h.In.prefetch != nil {
			h.In.prefetch(recs)
			l.fetch(s)
		}
		if l.stopped == nil {
			h.In.run(l, recs)
		}
		recs.free()
	}
}

// load reads what the stage's holders have to hold, ahead of all work: what a lane without records holds must go on, too.
func (s *Stage) load() {
	for i := range s.Held {
		if err := s.Held[i].Load(); err != nil && s.lane.stopped == nil {
			s.lane.stop(&Failure{Kind: State, Cause: err, Node: s.lane.program.Nodes[s.lane.Node]})
			return
		}
	}
}

// Hold makes a batch of records that a Holder lets go. Its slice is the holder's again once the batch has run.
func Hold[T any](recs []T) *Batch[T] { return &Batch[T]{Recs: recs} }
