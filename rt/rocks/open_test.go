package rocks

import (
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stoatgen/stoatgen/rt/store"
)

// TestDirectoryOfAnotherProcess: the victim of the kill test holds it.
func TestDirectoryOfAnotherProcess(t *testing.T) {
	dir := t.TempDir()
	c, _ := victim(t, dir, flushNone)
	defer func() {
		_ = c.Process.Kill()
		_ = c.Wait()
	}()
	if _, err := Backend(quiet).Open(dir, nil); !errors.Is(err, store.ErrLocked) || !strings.Contains(err.Error(), dir) {
		t.Fatalf("opened while another process has it: %v", err)
	}
}

func TestOpenSaysWhatIsWrong(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	damaged := t.TempDir()
	if err := os.WriteFile(filepath.Join(damaged, "CURRENT"), []byte("MANIFEST-999\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, dir := range []string{file, filepath.Join(file, "below"), damaged} {
		db, err := Backend(quiet).Open(dir, []string{"a"})
		if err == nil {
			_ = db.Close()
		}
		if err == nil || errors.Is(err, store.ErrLocked) || !strings.Contains(err.Error(), dir) {
			t.Errorf("open %s: %v; want an error that names it", dir, err)
		}
	}
}

// flushes counts what the flusher did.
func flushes(d store.DB) int64 { return d.Stats()["flushes"] }

func wait(t *testing.T, what string, ok func() bool) {
	t.Helper()
	for range 1000 {
		if ok() {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Fatal("never came: ", what)
}

func TestFlushByBytes(t *testing.T) {
	d, err := Backend(quiet, func(o *Options) { o.FlushBytes = 10_000 }).Open(t.TempDir(), []string{"a"})
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	var r store.Rows
	r.Put(d.ID(1), 0, []byte("k"), make([]byte, 900))
	for i := range 10 {
		if n := flushes(d); n != 0 {
			t.Fatalf("%d flushes after %d bytes", n, i*r.Size())
		}
		if err := d.Write(r.Bytes()); err != nil {
			t.Fatal(err)
		}
	}
	if err := d.Write(r.Bytes()); err != nil {
		t.Fatal(err)
	}
	wait(t, "a flush after 10,000 bytes", func() bool { return flushes(d) == 1 })
}

// TestFlushByTime: a single write, then silence, becomes durable; without writes nothing is flushed.
func TestFlushByTime(t *testing.T) {
	dir := t.TempDir()
	d, err := Backend(quiet, func(o *Options) { o.FlushEvery = 20 * time.Millisecond }).Open(dir, []string{"a"})
	if err != nil {
		t.Fatal(err)
	}
	for n := range int64(2) {
		var r store.Rows
		r.Put(d.ID(1), 0, []byte("k"), binary.BigEndian.AppendUint64(nil, uint64(n)))
		if err := d.Write(r.Bytes()); err != nil {
			t.Fatal(err)
		}
		wait(t, "a flush after a time", func() bool { return flushes(d) == n+1 })
	}
	time.Sleep(60 * time.Millisecond)
	if n := flushes(d); n != 2 {
		t.Fatalf("%d flushes for two writes", n)
	}
	crash(t, d, dir)
	d = openRocks(t, dir, "a")
	if row, _, err := d.Get(1, []byte("\x00\x00k")); err != nil || fmt.Sprintf("%x", row) != "0000000000000001" {
		t.Fatalf("after a crash: %x, %v", row, err)
	}
}

// TestFailedFlushEndsTheDB: while its directory is away, RocksDB can't make an SST file. Write must say so, and go on
// saying so once the directory is back: whoever wrote meanwhile has to begin again from what is durable.
func TestFailedFlushEndsTheDB(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "db")
	d, err := Backend(quiet, func(o *Options) { o.FlushEvery = time.Millisecond }).Open(dir, []string{"a"})
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(dir, dir+".away"); err != nil {
		t.Fatal(err)
	}
	var r store.Rows
	r.Put(d.ID(1), 0, []byte("k"), []byte("v"))
	if err := d.Write(r.Bytes()); err != nil {
		t.Fatal(err)
	}
	select {
	case <-d.(*db).flush.gone:
	case <-time.After(time.Minute):
		t.Fatal("the flusher goes on")
	}
	if err := os.Rename(dir+".away", dir); err != nil {
		t.Fatal(err)
	}
	for range 3 {
		if err = d.Write(r.Bytes()); err == nil || !strings.Contains(err.Error(), dir) {
			t.Fatalf("error %v; want one that names the directory", err)
		}
	}
	if err := d.Close(); err != nil {
		t.Fatal(err)
	}
	if got := scanned(t, openRocks(t, dir, "a")); got != 0 {
		t.Fatalf("%d rows after a flush that failed", got)
	}
}

func scanned(t *testing.T, d store.DB) (n int) {
	t.Helper()
	if err := d.Scan(1, nil, nil, func(_, _ []byte) bool { n++; return true }); err != nil {
		t.Fatal(err)
	}
	return n
}

func TestStats(t *testing.T) {
	d := openRocks(t, t.TempDir(), "a", "b")
	var r store.Rows
	for i := range 100 {
		r.Put(d.ID(1+uint32(i%2)), 0, fmt.Append(nil, i), []byte("v"))
	}
	if err := d.Write(r.Bytes()); err != nil {
		t.Fatal(err)
	}
	if s := d.Stats(); s["estimate-num-keys"] != 100 || s["size-all-mem-tables"] == 0 || s["background-errors"] != 0 {
		t.Fatalf("stats %v", s)
	}
}
