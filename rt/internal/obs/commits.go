package obs

import (
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

// Cause is why an epoch ended.
type Cause string

// Causes of epochs.
const (
	ByTime    Cause = "time"
	ByRecords Cause = "records"
	ByMemory  Cause = "memory"
	ByIdle    Cause = "idle" // an idle process keeps its committed offsets from expiring
)

// Phase is a part of a commit; a commit's phases follow each other.
type Phase string

// Phases of commits.
const (
	Lanes   Phase = "lanes"   // from the barrier's injection to the last lane's hand-over
	Acks    Phase = "acks"    // until all batches are acknowledged
	Offsets Phase = "offsets" // TxnOffsetCommit
	End     Phase = "end"     // EndTxn
	Write   Phase = "write"   // the epoch's batch into the store
	Total   Phase = "total"
)

var (
	causes = []Cause{ByTime, ByRecords, ByMemory, ByIdle}
	phases = []Phase{Lanes, Acks, Offsets, End, Write, Total}
)

func (m *Metrics) commits(reg prometheus.Registerer) {
	m.epochs = counters(reg, "stoat_epochs_total", "Committed epochs, by what ended them.", "cause")
	m.epochRecords = prometheus.NewHistogram(prometheus.HistogramOpts{
		Name: "stoat_epoch_records", Help: "Source records of a committed epoch.",
		Buckets: prometheus.ExponentialBuckets(1, 4, 12)}) // 1 to 4 million
	m.commit = prometheus.NewHistogramVec(prometheus.HistogramOpts{
		Name: "stoat_commit_seconds", Help: "Time of a commit, by phase.",
		Buckets: prometheus.ExponentialBuckets(0.0005, 2, 16)}, []string{"phase"}) // 0.5 ms to 16 s
	reg.MustRegister(m.epochRecords, m.commit)
	for _, c := range causes {
		m.epochs.WithLabelValues(string(c))
	}
	for _, p := range phases {
		m.commit.WithLabelValues(string(p))
	}
	m.restarts = counters(reg, "stoat_engine_restarts_total", "Restarts in place after an epoch that could not be committed.", "reason")
	m.uncommitted = gauges(reg, "stoat_uncommitted_bytes", "Changed and not yet committed state and outputs, at the last barrier.").WithLabelValues()
	m.state = gauges(reg, "stoat_state", "1 for the state the application is in.", "state")
}

// Committed counts an epoch whose transaction was committed, with its source records.
func (m *Metrics) Committed(c Cause, records int64) {
	m.epochs.WithLabelValues(string(c)).Inc()
	m.epochRecords.Observe(float64(records))
}

// Commit takes the time of one phase of a commit.
func (m *Metrics) Commit(p Phase, d time.Duration) {
	m.commit.WithLabelValues(string(p)).Observe(d.Seconds())
}

// Restarted counts a restart in place; reason is the class of the error, one of a few words.
func (m *Metrics) Restarted(reason string) { m.restarts.WithLabelValues(reason).Inc() }

// Uncommitted sets what the running epoch holds.
func (m *Metrics) Uncommitted(bytes int64) { m.uncommitted.Set(float64(bytes)) }

// State sets the state of the application: starting, restoring, running, stopping.
func (m *Metrics) State(name string) {
	if before := m.lifecycle.Swap(&name); before != nil {
		m.state.WithLabelValues(*before).Set(0)
	}
	m.state.WithLabelValues(name).Set(1)
}

func (m *Metrics) restores(reg prometheus.Registerer, shape Shape) {
	m.restored = counters(reg, "stoat_restored_records_total", "Changelog records applied since the start.", "store")
	m.restoreLeft = gauges(reg, "stoat_restore_left_records", "Changelog offsets still to pass before the application is ready: records, and the markers of transactions.", "store")
	for _, s := range shape.Stores {
		m.restored.WithLabelValues(s)
		m.restoreLeft.WithLabelValues(s)
	}
}

// Restored counts changelog records applied to a store, and sets how many offsets are left.
func (m *Metrics) Restored(store string, records, left int64) {
	m.restored.WithLabelValues(store).Add(float64(records))
	m.restoreLeft.WithLabelValues(store).Set(float64(left))
}
