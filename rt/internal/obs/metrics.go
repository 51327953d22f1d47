package obs

import (
	"net/http"
	"strconv"
	"sync/atomic"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"github.com/stoatgen/stoatgen/rt/abi"
)

// Shape is what is known of an application before it runs.
type Shape struct {
	Application string
	Nodes       []abi.Node
	Stores      []string
}

// Metrics are the figures of one application, in a registry of its own: two applications in one process don't meet.
// All methods are safe for use by several goroutines.
type Metrics struct {
	registry *prometheus.Registry

	read, readBytes *prometheus.CounterVec
	written         *prometheus.CounterVec
	dropped         [][abi.Reasons]prometheus.Counter // by node
	deadLetters     []prometheus.Counter              // by node
	epochs          *prometheus.CounterVec
	epochRecords    prometheus.Histogram
	commit          *prometheus.HistogramVec
	restarts        *prometheus.CounterVec
	restored        *prometheus.CounterVec
	restoreLeft     *prometheus.GaugeVec
	lag             *prometheus.GaugeVec
	uncommitted     prometheus.Gauge
	state           *prometheus.GaugeVec
	lifecycle       atomic.Pointer[string]
	watermark       prometheus.Gauge
	stores          *stores
	engine          *engine
}

// New makes the metrics of an application, all series with a known label at zero.
func New(shape Shape) *Metrics {
	m := &Metrics{registry: prometheus.NewRegistry()}
	m.register(prometheus.WrapRegistererWith(prometheus.Labels{"application": shape.Application}, m.registry), shape)
	return m
}

func (m *Metrics) register(reg prometheus.Registerer, shape Shape) {
	m.records(reg, shape)
	m.commits(reg)
	m.restores(reg, shape)
	m.stores = newStores(shape.Stores)
	m.engine = &engine{}
	reg.MustRegister(m.stores, m.engine, buildInfo(),
		collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
}

// Handler serves the figures as Prometheus text.
func (m *Metrics) Handler() http.Handler {
	return promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{Registry: m.registry})
}

// A family of metrics is declared, and registered, in one line.

func counters(reg prometheus.Registerer, name, help string, labels ...string) *prometheus.CounterVec {
	c := prometheus.NewCounterVec(prometheus.CounterOpts{Name: name, Help: help}, labels)
	reg.MustRegister(c)
	return c
}

func gauges(reg prometheus.Registerer, name, help string, labels ...string) *prometheus.GaugeVec {
	g := prometheus.NewGaugeVec(prometheus.GaugeOpts{Name: name, Help: help}, labels)
	reg.MustRegister(g)
	return g
}

func (m *Metrics) records(reg prometheus.Registerer, shape Shape) {
	m.read = counters(reg, "stoat_read_records_total", "Source records of committed epochs.", "topic")
	m.readBytes = counters(reg, "stoat_read_bytes_total", "Bytes of fetched record batches, as they came.", "topic")
	m.written = counters(reg, "stoat_written_records_total", "Records written in committed epochs: outputs, changelogs, dead letters.", "topic")
	dropped := counters(reg, "stoat_dropped_records_total", "Records that ended at a node without an effect, by reason.", "node", "reason")
	deadLetters := counters(reg, "stoat_dead_letters_total", "Source records sent to the dead-letter topic, by the node that failed.", "node")
	for _, n := range shape.Nodes {
		var row [abi.Reasons]prometheus.Counter
		for r := range abi.Reasons {
			row[r] = dropped.WithLabelValues(n.Name, r.String()) // O1
		}
		m.dropped = append(m.dropped, row)
		m.deadLetters = append(m.deadLetters, deadLetters.WithLabelValues(n.Name))
	}
	m.lag = gauges(reg, "stoat_lag_records", "Records behind the end of a source partition, at the last commit.", "topic", "partition")
	m.watermark = gauges(reg, "stoat_watermark_timestamp_seconds", "Event time up to which all partitions that aren't idle were read, since 1970; -1 before the first record.").WithLabelValues()
	m.watermark.Set(-1)
}

// Read counts source records and the bytes they came in.
func (m *Metrics) Read(topic string, records, bytes int) {
	m.read.WithLabelValues(topic).Add(float64(records))
	m.readBytes.WithLabelValues(topic).Add(float64(bytes))
}

// Wrote counts records that a commit made visible.
func (m *Metrics) Wrote(topic string, records int) {
	m.written.WithLabelValues(topic).Add(float64(records))
}

// Dropped adds a lane's counts, by node and reason.
func (m *Metrics) Dropped(counts [][abi.Reasons]uint64) {
	for node := range counts {
		for reason, n := range counts[node] {
			if n > 0 {
				m.dropped[node][reason].Add(float64(n))
			}
		}
	}
}

// DeadLetter counts source records that a node sent to the dead-letter topic.
func (m *Metrics) DeadLetter(node abi.NodeID, records int) { m.deadLetters[node].Add(float64(records)) }

// Lag sets how far a source partition is behind.
func (m *Metrics) Lag(topic string, partition int32, records int64) {
	m.lag.WithLabelValues(topic, strconv.Itoa(int(partition))).Set(float64(records))
}

// Watermark sets the watermark, in milliseconds; negative for none yet.
func (m *Metrics) Watermark(ms int64) {
	if ms < 0 {
		m.watermark.Set(-1)
		return
	}
	m.watermark.Set(float64(ms) / float64(time.Second/time.Millisecond))
}
