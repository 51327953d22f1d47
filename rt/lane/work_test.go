package lane

import "testing"

// TestQueueThatIsNeverEmpty is a lane that always lags a few pieces behind.
func TestQueueThatIsNeverEmpty(t *testing.T) {
	var q queue
	in, out := 0, 0
	push := func() {
		q.push(Work{Stage: in})
		in++
	}
	for range 10 {
		push()
	}
	for range 100_000 {
		push()
		if w := q.pop(); w.Stage != out {
			t.Fatalf("piece %d comes where %d was put", w.Stage, out)
		}
		out++
	}
	if q.len() != 10 {
		t.Errorf("%d pieces are queued, not 10", q.len())
	}
	if cap(q.items) > 64 {
		t.Errorf("room for %d pieces where never more than 11 were queued", cap(q.items))
	}
	for i, w := range q.items[:cap(q.items)] {
		if free := i < q.head || i >= len(q.items); free && w.Stage != 0 {
			t.Errorf("slot %d is free and still holds piece %d", i, w.Stage)
		}
	}
}
