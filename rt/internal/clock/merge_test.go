package clock

import (
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"pgregory.net/rapid"
)

// next checks the choice: want -1 for none.
func next(t *testing.T, m *Merge, want int, until int64) {
	t.Helper()
	i, u, ok := m.Next()
	if !ok {
		i, u = -1, until
	}
	if i != want || u != until {
		t.Errorf("Next: partition %d until %d, expected %d until %d", i, u, want, until)
	}
}

const end = 1<<63 - 1

func TestSmallestHeadIsNext(t *testing.T) {
	m := NewMerge(3, 0, &Manual{})
	next(t, m, -1, 0)
	m.Head(0, 30)
	m.Head(1, 10)
	next(t, m, -1, 0) // partition 2 was never asked for
	m.Head(2, 20)
	next(t, m, 1, 20)
	m.Head(1, 25)
	next(t, m, 2, 25)
	m.Empty(2, true)
	next(t, m, 1, 30)
	m.Head(1, 30) // a tie goes by number
	next(t, m, 0, 30)
	m.Empty(0, true)
	next(t, m, 1, end)
}

func TestLaggingPartitionIsWaitedFor(t *testing.T) {
	m := NewMerge(2, 0, &Manual{})
	m.Head(0, 1)
	m.Empty(1, false)
	next(t, m, -1, 0)
	if m.Wait() != Forever {
		t.Errorf("Wait = %v", m.Wait())
	}
	m.Empty(1, true)
	next(t, m, 0, end)
	m.Empty(1, false) // the broker got more meanwhile
	next(t, m, -1, 0)
}

func TestNegativeIdleNeverWaits(t *testing.T) {
	m := NewMerge(2, -time.Millisecond, &Manual{})
	m.Head(0, 1)
	next(t, m, 0, end)
	if m.Wait() != 0 {
		t.Errorf("Wait = %v", m.Wait())
	}
}

func TestPositiveIdleWaitsFromWhenItIsCaughtUp(t *testing.T) {
	wall := &Manual{}
	m := NewMerge(3, 50*time.Millisecond, wall)
	m.Head(0, 1)
	m.Empty(1, true)
	wall.Advance(20 * time.Millisecond)
	m.Empty(2, true)
	m.Empty(1, true) // asked again, still nothing: its time runs on
	if m.Wait() != 50*time.Millisecond {
		t.Errorf("Wait = %v, expected partition 2's 50ms", m.Wait())
	}
	wall.Advance(30 * time.Millisecond)
	if !m.Idle(1) || m.Idle(2) || m.Idle(0) {
		t.Errorf("idle: %v %v %v", m.Idle(0), m.Idle(1), m.Idle(2))
	}
	next(t, m, -1, 0)
	wall.Advance(20 * time.Millisecond)
	next(t, m, 0, end)
	m.Head(1, 5)
	m.Empty(1, true) // it had something: the wait starts again
	next(t, m, -1, 0)
}

// A loop that sleeps for Wait and asks again wakes up exactly when the last partition becomes idle.
func TestWaitIsLongEnough(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := NewMerge(2, 70*time.Millisecond, System)
		m.Head(0, 1)
		m.Empty(1, true)
		start := time.Now()
		asked := 0
		for {
			asked++
			if _, _, ok := m.Next(); ok {
				break
			}
			time.Sleep(m.Wait())
		}
		if waited := time.Since(start); waited != 70*time.Millisecond || asked != 2 {
			t.Errorf("waited %v, asked %d times", waited, asked)
		}
	})
}

func TestWatermark(t *testing.T) {
	wall := &Manual{}
	m := NewMerge(3, 50*time.Millisecond, wall)
	expect := func(want int64, why string) {
		t.Helper()
		if got := m.Watermark(); got != want {
			t.Errorf("watermark %d, expected %d: %s", got, want, why)
		}
	}
	expect(None, "nothing was taken")
	m.Head(0, 110)
	m.Took(0, 100)
	m.Head(1, 60)
	m.Took(1, 50)
	m.Took(1, 40)
	expect(None, "partition 2 may still deliver anything")
	m.Empty(2, true)
	expect(None, "and does not count as idle yet")
	wall.Advance(50 * time.Millisecond)
	expect(50, "partition 2 is idle, 1 is behind")
	m.Empty(1, true)
	wall.Advance(50 * time.Millisecond)
	expect(100, "only 0 is left")
	m.Head(1, 55)
	m.Took(1, 55)
	expect(100, "a partition that wakes up does not turn it back")
	m.Took(0, 130)
	m.Empty(0, true)
	m.Empty(1, true)
	wall.Advance(50 * time.Millisecond)
	expect(130, "all are idle: nothing holds it back")
}

func TestUnreadPartitionHoldsTheWatermark(t *testing.T) {
	m := NewMerge(2, 0, &Manual{})
	m.Head(0, 1)
	m.Took(0, 20)
	m.Head(1, 5)
	if got := m.Watermark(); got != None {
		t.Errorf("watermark %d: partition 1 has a record and gave none", got)
	}
	m.Resume(1, 7)
	if got := m.Watermark(); got != 7 {
		t.Errorf("watermark %d, expected the 7 of before the restart", got)
	}
	if m.PartitionTime(1) != 7 || m.PartitionTime(0) != 20 {
		t.Errorf("partition times %d, %d", m.PartitionTime(0), m.PartitionTime(1))
	}
}

// Runs taken as Next allows are the stable merge of the partitions: smallest head first, ties by number, no matter how
// fetches cut the partitions into pieces.
func TestMergeEqualsSortedHeads(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		queues := rapid.SliceOfN(rapid.SliceOfN(rapid.Int64Range(0, 9), 0, 8), 1, 6).Draw(t, "queues")
		m := NewMerge(len(queues), 0, &Manual{})
		left := make([][]int64, len(queues))
		for i, q := range queues {
			if left[i] = q; len(q) == 0 {
				m.Empty(i, true)
			} else {
				m.Head(i, q[0])
			}
		}
		for {
			i, until, ok := m.Next()
			if !ok {
				break
			}
			for j, other := range left {
				if len(other) > 0 && (other[0] < left[i][0] || other[0] == left[i][0] && j < i) {
					t.Fatalf("took %d from %d before %d from %d", left[i][0], i, other[0], j)
				}
			}
			n := 1 // at least the head, then whatever until covers
			for n < len(left[i]) && left[i][n] <= until {
				n++
			}
			m.Took(i, slices.Max(left[i][:n]))
			if left[i] = left[i][n:]; len(left[i]) == 0 {
				m.Empty(i, true)
			} else {
				m.Head(i, left[i][0])
			}
		}
		for i, rest := range left {
			if len(rest) > 0 {
				t.Fatalf("partition %d kept %v", i, rest)
			}
		}
	})
}

// Whatever comes and goes, in whatever order, the smallest head is next.
func TestNextIsTheSmallestHeadAlways(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		const n = 20
		m := NewMerge(n, -1*time.Millisecond, &Manual{})
		model := map[int]int64{}
		for range rapid.IntRange(1, 150).Draw(t, "steps") {
			i := rapid.IntRange(0, n-1).Draw(t, "partition")
			if rapid.IntRange(0, 4).Draw(t, "empty") == 0 {
				m.Empty(i, true)
				delete(model, i)
			} else {
				model[i] = rapid.Int64Range(0, 20).Draw(t, "head")
				m.Head(i, model[i])
			}
			want, found := -1, false
			for j := range n {
				if head, ok := model[j]; ok && (!found || head < model[want]) {
					want, found = j, true
				}
			}
			if got, _, ok := m.Next(); ok != found || found && got != want {
				t.Fatalf("next %d, %v, expected %d of %v", got, ok, want, model)
			}
			for at := 1; at < len(m.heads); at++ { // what is out of order deep down comes up much later
				if m.less(at, (at-1)/2) {
					t.Fatalf("heap of %v out of order at %d", model, at)
				}
			}
		}
	})
}

func BenchmarkMergeOneRecordRuns(b *testing.B) {
	const partitions = 16
	m := NewMerge(partitions, 0, System)
	for i := range partitions {
		m.Head(i, int64(i))
	}
	b.ReportAllocs()
	for b.Loop() {
		i, until, _ := m.Next()
		m.Took(i, until)
		m.Head(i, until+int64(i))
	}
}
