package rocks

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

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

// TestFailedFlushEndsTheDB: while its directory is away, RocksDB can't make an SST file. Write must say so, and go on
// saying so once the directory is back: whoever wrote meanwhile has to begin again from what is durable.
func TestFailedFlushEndsTheDB(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "db")
	d, err := Backend(quiet).Open(dir, []string{"a"})
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
	if err := d.Flush(); err == nil || !strings.Contains(err.Error(), dir) {
		t.Fatalf("flush: %v; want an error that names the directory", err)
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
	if err := errors.Join(d.Write(r.Bytes()), d.Flush()); err != nil {
		t.Fatal(err)
	}
	if s := d.Stats(); s["estimate-num-keys"] != 100 || s["size-all-mem-tables"] == 0 || s["background-errors"] != 0 || s["flushes"] != 1 {
		t.Fatalf("stats %v", s)
	}
}
