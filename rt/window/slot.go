package window

// Slot is one window of one key. Its zero value is no window.
type Slot[A any] struct {
	Next  int64  // start + 1, so that zero is empty; negative: that window was deleted
	TS    int64  // largest timestamp in it; of a deleted window, that of the record that deleted it
	Epoch uint32 // last epoch that changed it
	Agg   A
}

// Start of the window that is in the slot, or was deleted in it.
func (s *Slot[A]) Start() int64 { return max(s.Next, -s.Next) - 1 }

// Live says whether there is a window.
func (s *Slot[A]) Live() bool { return s.Next > 0 }

// Delete removes the window, for an aggregate that became null: the changelog gets a null, and the next record begins
// the window anew, since Take calls the slot fresh. The entry must be touched, and Epoch set, as for a change.
func (s *Slot[A]) Delete(ts int64) {
	var none A
	s.Next, s.TS, s.Agg = -s.Next, ts, none
}

// Take is the slot at the ring's place, which moves on. fresh says that the slot holds another window or none: the
// caller starts it with Store.Begin.
func Take[A any](r *Ring, slots []Slot[A], start int64) (s *Slot[A], fresh bool) {
	s = &slots[r.i]
	if r.i++; r.i == len(slots) {
		r.i = 0
	}
	return s, s.Next != start+1
}
