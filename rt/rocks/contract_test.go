package rocks

import (
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/stoatgen/stoatgen/rt/state/statetest"
	"github.com/stoatgen/stoatgen/rt/store"
	"github.com/stoatgen/stoatgen/rt/store/storetest"
)

func TestMain(m *testing.M) {
	if dir := os.Getenv(killDir); dir != "" {
		writeForever(dir, os.Getenv(killMode))
	}
	flag.Parse()
	if f := flag.Lookup("rapid.checks"); f.Value.String() == f.DefValue {
		_ = f.Value.Set("6") // opening RocksDB takes as long as a hundred steps in memory
	}
	os.Exit(m.Run())
}

func TestRocksContract(t *testing.T) {
	root := t.TempDir()
	n := 0
	storetest.Run(t, storetest.Subject{
		Backend: Backend(quiet),
		Dir: func() string {
			n++
			return filepath.Join(root, "nested", string(rune('a'+n%26))+filepath.Base(t.TempDir()))
		},
		Crash: func(db store.DB, dir string) { crash(t, db, dir) },
	})
}

// TestState: what processors and tables see over RocksDB is what they see over memory.
func TestState(t *testing.T) {
	statetest.Run(t, statetest.Subject{Backend: Backend(quiet), Lives: 2})
}

// quiet keeps RocksDB from doing anything on its own: no test fills a memtable.
func quiet(o *Options) {
	o.BlockCache = 1 << 20
	o.Set = map[string]string{"disable_auto_compactions": "true"}
}

// crash keeps the files as they are while the database is open, which is what kill -9 leaves.
func crash(t testing.TB, db store.DB, dir string) {
	t.Helper()
	left := dir + ".left"
	if err := os.CopyFS(left, os.DirFS(dir)); err != nil {
		t.Fatal(err)
	}
	_ = db.Close() // fails if the test has closed it, or has written a bad batch
	if err := os.RemoveAll(dir); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(left, dir); err != nil {
		t.Fatal(err)
	}
}
