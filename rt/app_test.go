package rt_test

import (
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/twmb/franz-go/pkg/kgo"

	"github.com/stoatgen/stoatgen/rt"
)

// TestRestart stops in order and goes on, with the state kept and with it lost, and with other numbers of lanes.
func TestRestart(t *testing.T) {
	t.Parallel()
	h := newHarness(t)
	for i, lanes := range []int{2, 1, 7} {
		if i == 2 {
			h.state.Remove(h.storeDir(h.app))
		}
		r := h.up(func(c *rt.Config) { c.Lanes = lanes })
		h.put(words(60)...)
		h.outcome()
		h.down()
		if strings.Contains(h.log.String(), "restart in place") {
			t.Fatalf("a quiet broker, and a restart:\n%s", h.log)
		}
		if r.app.Program().Name != "Counting" {
			t.Error("not the program that was given")
		}
	}
	if !strings.Contains(h.log.String(), `"in full"=[counts-store]`) || strings.Count(h.log.String(), "restored=0") != 2 {
		t.Errorf("a clean stop leaves nothing to replay, a lost directory everything:\n%s", h.log)
	}
}

// TestCrash loses what the store had not flushed, and goes on exactly.
func TestCrash(t *testing.T) {
	t.Parallel()
	h := newHarness(t)
	h.up()
	h.put(words(60)...)
	h.outcome()
	h.state.Crash(h.storeDir(h.app))
	h.put(words(60)...) // the store's handle is dead: restart in place
	h.outcome()
	if !strings.Contains(h.log.String(), "restart in place") {
		t.Errorf("no restart:\n%s", h.log)
	}
	h.down()
}

// TestEmbedded starts a broker inside the process where none is configured, keeps its data, and says so.
func TestEmbedded(t *testing.T) {
	t.Parallel()
	h := newHarness(t)
	embedded := func(c *rt.Config) { c.BootstrapServers, c.Store = nil, nil }
	for range 2 {
		r := h.up(embedded)
		if len(r.app.Brokers()) != 1 || r.app.Brokers()[0] == h.address {
			t.Errorf("brokers %v", r.app.Brokers())
		}
		h.down()
	}
	if !strings.Contains(h.log.String(), "a broker for development runs inside this process") {
		t.Errorf("nothing said:\n%s", h.log)
	}
	if _, err := os.Stat(filepath.Join(h.cfg.StateDir, h.app, "broker")); err != nil {
		t.Error(err)
	}
}

// TestHTTP serves health and metrics, and tells readiness from life.
func TestHTTP(t *testing.T) {
	t.Parallel()
	h := newHarness(t)
	r := h.up(func(c *rt.Config) { c.HTTPAddress = "127.0.0.1:0" })
	for _, path := range []string{"/health/live", "/health/ready"} {
		r.get(t, path)
	}
	h.put("a", "b", "")
	h.outcome()
	if body := r.get(t, "/metrics"); !strings.Contains(body, `stoat_dropped_records_total{application="`+h.app+`",node="KSTREAM-SOURCE-0000000000",reason="null-value"} 1`) ||
		!strings.Contains(body, `stoat_written_records_total{application="`+h.app+`",topic="`+h.counts+`"} 2`) ||
		!strings.Contains(body, `stoat_store_entries{application="`+h.app+`",store="counts-store"} 2`) {
		t.Errorf("metrics:\n%s", body)
	}
	h.down()
	body := h.up(func(c *rt.Config) { c.HTTPAddress, c.Store = "127.0.0.1:0", nil }).get(t, "/metrics") // restored in full
	for _, want := range []string{`stoat_restored_records_total{application="` + h.app + `",store="counts-store"} 2`,
		`stoat_restore_left_records{application="` + h.app + `",store="counts-store"} 0`} {
		if !strings.Contains(body, want+"\n") {
			t.Errorf("metrics behind a restore lack %s:\n%s", want, body)
		}
	}
	h.down()
}

// TestRunOnce refuses a second Run, and Close without a Run does nothing.
func TestRunOnce(t *testing.T) {
	t.Parallel()
	h := newHarness(t)
	app, err := rt.New(h.program, h.cfg)
	if err != nil {
		t.Fatal(err)
	}
	app.Close()
	go func() { <-app.Ready(); app.Close() }()
	if err := app.Run(t.Context()); err != nil {
		t.Errorf("first: %v", err)
	}
	if err := app.Run(t.Context()); err == nil || !strings.Contains(err.Error(), "once") {
		t.Errorf("second: %v", err)
	}
}

// TestPattern reads a topic that is made while the application runs.
func TestPattern(t *testing.T) {
	t.Parallel()
	h := newHarness(t)
	h.program.Sources[0].Topics, h.program.Sources[0].Pattern = nil, h.words+".*"
	h.up()
	h.put(words(30)...)
	h.outcome()
	h.create(h.words+"-more", 2)
	h.input["late"]++
	if err := h.cl.ProduceSync(t.Context(), &kgo.Record{Topic: h.words + "-more", Value: []byte("late"), Timestamp: time.UnixMilli(1)}).FirstErr(); err != nil {
		t.Fatal(err)
	}
	h.outcome()
	h.down()
	if !strings.Contains(h.log.String(), "source topics have changed") {
		t.Errorf("nothing said:\n%s", h.log)
	}
}

// TestLittleMemory keeps a small part of the state in memory: what is evicted comes back as it was, also behind a crash of
// the store and a restart.
func TestLittleMemory(t *testing.T) {
	t.Parallel()
	h := newHarness(t)
	r := h.up(func(c *rt.Config) { c.StateMemoryMaxBytes, c.HTTPAddress = 1<<16, "127.0.0.1:0" })
	for round := range 4 {
		for i := range 3000 {
			h.cl.Produce(t.Context(), &kgo.Record{Topic: h.words, Partition: int32(i % 3), Value: fmt.Append(nil, "word-", i), Timestamp: time.UnixMilli(1)}, nil)
			h.input[fmt.Sprint("word-", i)]++
		}
		if err := h.cl.Flush(t.Context()); err != nil {
			t.Fatal(err)
		}
		h.outcome()
		if round != 2 {
			continue
		}
		if strings.Contains(r.get(t, "/metrics"), `stoat_store_evicted_total{application="`+h.app+`",store="counts-store"} 0`) {
			t.Error("nothing was evicted: this test shows nothing")
		}
		h.state.Crash(h.storeDir(h.app))
	}
	h.down()
}

// get asks the application's HTTP server.
func (r *running) get(t *testing.T, path string) string {
	t.Helper()
	resp, err := http.Get("http://" + r.app.HTTPAddress() + path)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	if resp.StatusCode != http.StatusOK {
		t.Errorf("%s: %d %s", path, resp.StatusCode, body)
	}
	return string(body)
}
