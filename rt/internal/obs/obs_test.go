package obs

import (
	"bytes"
	"io"
	"log/slog"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/stoatgen/stoatgen/rt/abi"
	"github.com/stoatgen/stoatgen/rt/internal/config"
	"github.com/stoatgen/stoatgen/rt/store"
)

func sample() *Metrics {
	return New(Shape{Application: "flights", Nodes: []abi.Node{{Name: "source"}, {Name: "count"}}, Stores: []string{"counts", "airports"}})
}

// series are the lines of a scrape that start with a prefix, without the label that all have.
func series(t *testing.T, m *Metrics, prefix string) []string {
	t.Helper()
	w := httptest.NewRecorder()
	m.Handler().ServeHTTP(w, httptest.NewRequest("GET", "/metrics", nil))
	body, err := io.ReadAll(w.Result().Body)
	if err != nil {
		t.Fatal(err)
	}
	var found []string
	for line := range strings.Lines(string(body)) {
		if strings.HasPrefix(line, prefix) {
			if !strings.Contains(line, `application="flights"`) {
				t.Errorf("without the application: %s", line)
			}
			line = strings.NewReplacer(`application="flights",`, "", `{application="flights"}`, "").Replace(line)
			found = append(found, strings.TrimSpace(line))
		}
	}
	return found
}

func expect(t *testing.T, m *Metrics, prefix string, want ...string) {
	t.Helper()
	if diff := cmp.Diff(want, series(t, m, prefix)); diff != "" {
		t.Errorf("%s: %s", prefix, diff)
	}
}

// O1: the series of a drop is there, at zero, before anything is dropped.
func TestEveryDropHasItsSeries(t *testing.T) {
	m := sample()
	if n := len(series(t, m, "stoat_dropped_records_total")); n != 2*int(abi.Reasons) {
		t.Errorf("%d series, expected one for each of 2 nodes and %d reasons", n, abi.Reasons)
	}
	counts := make([][abi.Reasons]uint64, 2)
	counts[1][abi.Late] = 3
	m.Dropped(counts)
	m.Dropped(counts)
	m.DeadLetter(1, 4)
	expect(t, m, `stoat_dropped_records_total{application="flights",node="count",reason="late"`, `stoat_dropped_records_total{node="count",reason="late"} 6`)
	expect(t, m, "stoat_dead_letters_total", `stoat_dead_letters_total{node="count"} 4`, `stoat_dead_letters_total{node="source"} 0`)
}

func TestRecordsAndTime(t *testing.T) {
	m := sample()
	expect(t, m, "stoat_watermark_timestamp_seconds", "stoat_watermark_timestamp_seconds -1")
	m.Read("in", 10, 2000)
	m.Read("in", 5, 100)
	m.Wrote("out", 7)
	m.Lag("in", 3, 42)
	m.Watermark(1500)
	expect(t, m, "stoat_read", `stoat_read_bytes_total{topic="in"} 2100`, `stoat_read_records_total{topic="in"} 15`)
	expect(t, m, "stoat_written", `stoat_written_records_total{topic="out"} 7`)
	expect(t, m, "stoat_lag", `stoat_lag_records{partition="3",topic="in"} 42`)
	expect(t, m, "stoat_watermark_timestamp_seconds", "stoat_watermark_timestamp_seconds 1.5")
	m.Watermark(-1)
	expect(t, m, "stoat_watermark_timestamp_seconds", "stoat_watermark_timestamp_seconds -1")
}

func TestCommits(t *testing.T) {
	m := sample()
	m.Committed(ByTime, 100)
	m.Commit(End, 3*time.Millisecond)
	m.Restarted("fenced")
	m.Uncommitted(512)
	m.State("starting")
	m.State("running")
	expect(t, m, "stoat_epochs_total", `stoat_epochs_total{cause="idle"} 0`, `stoat_epochs_total{cause="memory"} 0`,
		`stoat_epochs_total{cause="records"} 0`, `stoat_epochs_total{cause="time"} 1`)
	expect(t, m, "stoat_epoch_records_sum", "stoat_epoch_records_sum 100")
	expect(t, m, `stoat_commit_seconds_sum{application="flights",phase="end"`, `stoat_commit_seconds_sum{phase="end"} 0.003`)
	expect(t, m, `stoat_commit_seconds_bucket{application="flights",phase="end",le="0.004"`, `stoat_commit_seconds_bucket{phase="end",le="0.004"} 1`)
	expect(t, m, "stoat_engine_restarts", `stoat_engine_restarts_total{reason="fenced"} 1`)
	expect(t, m, "stoat_uncommitted", "stoat_uncommitted_bytes 512")
	expect(t, m, "stoat_state", `stoat_state{state="running"} 1`, `stoat_state{state="starting"} 0`)
}

func TestStoresAreSummedOverLanes(t *testing.T) {
	m := sample()
	m.Restored("counts", 100, 50)
	m.Restored("counts", 50, 0)
	m.Store(0, 0, store.Stats{Entries: 1, Bytes: 10, Asked: 5, Found: 4, Evicted: 1})
	m.Store(0, 1, store.Stats{Entries: 2, Bytes: 20, Asked: 6, Found: 5, Evicted: 2})
	m.Store(0, 1, store.Stats{Entries: 3, Bytes: 30, Asked: 7, Found: 6, Evicted: 3})
	expect(t, m, "stoat_restore", `stoat_restore_left_records{store="airports"} 0`, `stoat_restore_left_records{store="counts"} 0`,
		`stoat_restored_records_total{store="airports"} 0`, `stoat_restored_records_total{store="counts"} 150`)
	for name, want := range map[string]string{"entries": "4", "bytes": "40", "asked_total": "12", "found_total": "10", "evicted_total": "4"} {
		expect(t, m, `stoat_store_`+name+`{application="flights",store="counts"`, `stoat_store_`+name+`{store="counts"} `+want)
		expect(t, m, `stoat_store_`+name+`{application="flights",store="airports"`, `stoat_store_`+name+`{store="airports"} 0`)
	}
}

func TestEngineIsAskedWhileItIsOpen(t *testing.T) {
	m := sample()
	expect(t, m, "stoat_store_engine")
	m.Engine(func() map[string]int64 { return map[string]int64{"cur-size-all-mem-tables": 9} })
	expect(t, m, "stoat_store_engine", `stoat_store_engine{property="cur-size-all-mem-tables"} 9`)
	m.Engine(nil)
	expect(t, m, "stoat_store_engine")
}

func TestProcessAndBuild(t *testing.T) {
	m := sample()
	if n := len(series(t, m, "stoat_build_info{")); n != 1 {
		t.Errorf("%d lines of build information", n)
	}
	if n := len(series(t, m, "go_goroutines")); n != 1 {
		t.Errorf("%d lines of go_goroutines", n)
	}
}

func TestLogger(t *testing.T) {
	var out bytes.Buffer
	conf := config.Config{ApplicationID: "flights", LogLevel: slog.LevelWarn, LogFormat: config.LogJSON}
	log := Logger(&out, &conf)
	log.Info("not wanted")
	log.Warn("wanted", "lane", 3)
	if got := out.String(); !strings.HasPrefix(got, `{"time":`) || !strings.HasSuffix(got, `"level":"WARN","msg":"wanted","application":"flights","lane":3}`+"\n") || strings.Contains(got, "not wanted") {
		t.Errorf("got %s", got)
	}
	out.Reset()
	Logger(&out, &config.Config{ApplicationID: "flights"}).Info("hello")
	if got := out.String(); !strings.HasSuffix(got, "level=INFO msg=hello application=flights\n") {
		t.Errorf("got %s", got)
	}
	own := slog.New(slog.DiscardHandler)
	if Logger(&out, &config.Config{Logger: own}) != own {
		t.Error("the code's own logger was not taken")
	}
}
