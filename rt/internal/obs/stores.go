package obs

import (
	"runtime"
	"runtime/debug"
	"sync"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/stoatgen/stoatgen/rt/store"
)

// stores shows what the lanes keep of each store, summed over lanes when it is asked.
type stores struct {
	names []string

	mu    sync.Mutex
	stats map[place]store.Stats // guarded by mu
}

type place struct{ store, lane int }

var (
	storeEntries = describe("stoat_store_entries", "Keys of a store that are in memory.")
	storeBytes   = describe("stoat_store_bytes", "Memory of a store's keys and values, about.")
	storeAsked   = describe("stoat_store_asked_total", "Keys that were not in memory and were asked of the durable store.")
	storeFound   = describe("stoat_store_found_total", "Of these, how many it had.")
	storeEvicted = describe("stoat_store_evicted_total", "Keys that were put out of memory.")
)

func describe(name, help string) *prometheus.Desc {
	return prometheus.NewDesc(name, help, []string{"store"}, nil)
}

func newStores(names []string) *stores {
	return &stores{names: names, stats: map[place]store.Stats{}}
}

// Store sets what a lane keeps of a store, by the store's index.
func (m *Metrics) Store(index, lane int, s store.Stats) {
	m.stores.mu.Lock()
	defer m.stores.mu.Unlock()
	m.stores.stats[place{index, lane}] = s
}

// Describe implements prometheus.Collector.
func (s *stores) Describe(ch chan<- *prometheus.Desc) {
	for _, d := range []*prometheus.Desc{storeEntries, storeBytes, storeAsked, storeFound, storeEvicted} {
		ch <- d
	}
}

// Collect implements prometheus.Collector.
func (s *stores) Collect(ch chan<- prometheus.Metric) {
	sums := make([]store.Stats, len(s.names))
	s.mu.Lock()
	for at, st := range s.stats {
		sum := &sums[at.store]
		sum.Entries += st.Entries
		sum.Bytes += st.Bytes
		sum.Asked += st.Asked
		sum.Found += st.Found
		sum.Evicted += st.Evicted
	}
	s.mu.Unlock()
	for i, sum := range sums {
		gauge := func(d *prometheus.Desc, v float64) {
			ch <- prometheus.MustNewConstMetric(d, prometheus.GaugeValue, v, s.names[i])
		}
		counter := func(d *prometheus.Desc, v int64) {
			ch <- prometheus.MustNewConstMetric(d, prometheus.CounterValue, float64(v), s.names[i])
		}
		gauge(storeEntries, float64(sum.Entries))
		gauge(storeBytes, float64(sum.Bytes))
		counter(storeAsked, sum.Asked)
		counter(storeFound, sum.Found)
		counter(storeEvicted, sum.Evicted)
	}
}

// engine shows the durable store's own figures.
type engine struct {
	mu    sync.Mutex
	stats func() map[string]int64 // guarded by mu
}

var engineStat = prometheus.NewDesc("stoat_store_engine", "The durable store's own figures, by its own names.", []string{"property"}, nil)

// Engine sets where the durable store's figures come from. Once it has returned, the source before it is not asked any
// more: call it with nil ahead of closing the store.
func (m *Metrics) Engine(stats func() map[string]int64) {
	m.engine.mu.Lock()
	defer m.engine.mu.Unlock()
	m.engine.stats = stats
}

// Describe implements prometheus.Collector.
func (e *engine) Describe(ch chan<- *prometheus.Desc) { ch <- engineStat }

// Collect implements prometheus.Collector.
func (e *engine) Collect(ch chan<- prometheus.Metric) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.stats == nil {
		return
	}
	for name, v := range e.stats() {
		ch <- prometheus.MustNewConstMetric(engineStat, prometheus.UntypedValue, float64(v), name)
	}
}

const module = "github.com/stoatgen/stoatgen"

// buildInfo is 1, with the versions of this module and of Go as labels.
func buildInfo() prometheus.Collector {
	version := "unknown"
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, m := range append(info.Deps, &info.Main) {
			if m.Path == module && m.Version != "" {
				version = m.Version
			}
		}
	}
	g := prometheus.NewGauge(prometheus.GaugeOpts{Name: "stoat_build_info", Help: "Versions, as labels.",
		ConstLabels: prometheus.Labels{"version": version, "go": runtime.Version()}})
	g.Set(1)
	return g
}
