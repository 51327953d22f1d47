package rt_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/stoatgen/stoatgen/rt"
	"github.com/stoatgen/stoatgen/rt/internal/counting"
	"github.com/stoatgen/stoatgen/rt/internal/offsets"
	"github.com/stoatgen/stoatgen/rt/store"
)

func (h *harness) storeDir(application string) string {
	return filepath.Join(h.cfg.StateDir, application, "store")
}

// TestStateOfAnotherApplication is refused, and left as it is.
func TestStateOfAnotherApplication(t *testing.T) {
	t.Parallel()
	h := newHarness(t)
	h.up()
	h.put("a")
	h.outcome()
	h.down()
	h.state.Copy(h.storeDir(h.app), h.storeDir("other"))
	h.start(func(c *rt.Config) { c.ApplicationID = "other" })
	err := h.fails("belongs to application \""+h.app, `this is "other"`)
	if _, is := errors.AsType[*rt.Refusal](err); !is || rt.ExitCode(err) != rt.ExitRefused {
		t.Errorf("%T, exit code %d", err, rt.ExitCode(err))
	}
}

// TestNewerState is refused.
func TestNewerState(t *testing.T) {
	t.Parallel()
	h := newHarness(t)
	db, err := h.state.Open(h.storeDir(h.app), []string{counting.Store})
	if err != nil {
		t.Fatal(err)
	}
	rows := &store.Rows{}
	rows.PutRaw(db.ID(store.Offsets), []byte("m"), []byte{offsets.Format + 1})
	if err := errors.Join(db.Write(rows.Bytes()), db.Close()); err != nil {
		t.Fatal(err)
	}
	h.start()
	h.fails("newer format", "run the newer program")
}

// TestFullDisk stops: a restart would fill it again. What was committed is replayed once there is room.
func TestFullDisk(t *testing.T) {
	t.Parallel()
	h := newHarness(t)
	h.up()
	h.put(words(30)...)
	h.outcome()
	h.state.Inject(func(op store.Op, _ string) error {
		if op == store.OpWrite {
			return &os.PathError{Op: "write", Path: "000007.sst", Err: syscall.ENOSPC}
		}
		return nil
	})
	h.put(words(30)...)
	h.fails("no space left on device", "state store")
	if strings.Contains(h.log.String(), "restart in place") {
		t.Error("tried again on a full disk")
	}
	h.state.Inject(nil)
	h.up()
	h.put(words(30)...)
	h.outcome()
	h.down()
}

// TestUnwritableDirectory says which, and what is expected.
func TestUnwritableDirectory(t *testing.T) {
	t.Parallel()
	h := newHarness(t)
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	h.start(func(c *rt.Config) { c.StateDir = file })
	h.fails("state.dir", file, "expected one that this user may write")
}

// TestDirectoryInUse is a second process on the same directory, by another application.id or none at all.
func TestDirectoryInUse(t *testing.T) {
	t.Parallel()
	h := newHarness(t)
	h.up()
	first := h.running
	h.start()
	h.fails("in use")
	h.running = first
	h.put("a")
	h.outcome()
}

// TestChangelogDeleted: the application refuses to go on with a changelog that couldn't restore it.
func TestChangelogDeleted(t *testing.T) {
	t.Parallel()
	h := newHarness(t)
	h.up()
	h.put(words(30)...)
	h.outcome()
	h.down()
	h.delete(h.changelog())
	h.start()
	h.fails(h.changelog(), "deleted and created again")
}

// TestChangelogTruncated: behind the log start nothing can be replayed, so the store is restored in full; with the state
// at the end of it nothing is missing.
func TestChangelogTruncated(t *testing.T) {
	t.Parallel()
	h := newHarness(t)
	h.up()
	h.put(words(30)...)
	h.outcome()
	h.down()
	h.state.Copy(h.storeDir(h.app), "older")
	h.up()
	h.put("word-0", "word-1", "word-4")
	h.outcome()
	h.down()
	h.state.Copy("older", h.storeDir(h.app))
	h.truncate(h.changelog())
	h.up()
	if !strings.Contains(h.log.String(), "store counts-store is restored in full") {
		t.Errorf("nothing said:\n%s", h.log)
	}
	h.down()
}

// TestOffsetsReset: a position that is gone is not replaced by the beginning.
func TestOffsetsReset(t *testing.T) {
	t.Parallel()
	h := newHarness(t)
	h.up()
	h.put(words(30)...)
	h.outcome()
	h.down()
	h.commit(3)
	h.start()
	h.fails(h.words+"-0 is 3", "offsets were reset")
}

// TestPartitionAdded moves keys to other partitions: an application with state says so and stops, while it runs.
func TestPartitionAdded(t *testing.T) {
	t.Parallel()
	h := newHarness(t)
	h.up()
	h.put(words(30)...)
	h.outcome()
	if _, err := h.admin.CreatePartitions(t.Context(), 1, h.words); err != nil {
		t.Fatal(err)
	}
	h.fails(h.changelog(), "it has 3 partitions, the topology needs 4")
}
