package rocks

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"testing"
	"time"

	"github.com/linxGnu/grocksdb"

	"github.com/stoatgen/stoatgen/rt/store"
)

// The test binary is its own victim: with these set it writes epochs until it is killed.
const (
	killDir  = "ROCKS_KILL_DIR"
	killMode = "ROCKS_KILL_MODE"
)

// Modes of the victim: which flush it adds to those of full memtables.
const (
	flushAll     = "all"     // Flush
	flushNone    = "none"    //
	flushStore   = "store"   // one family: what invariant 2 forbids
	flushOffsets = "offsets" // `_offsets` alone: the same
)

const (
	killRows  = 200
	killAfter = 30 // epochs that a victim writes at least
)

func smallBuffers(o *Options) { o.WriteBuffer = 256 << 10 }

// writeForever writes one epoch after the other: the epoch's number into 200 rows of each of two stores and into
// `_offsets`, one batch an epoch.
func writeForever(dir, mode string) {
	x, err := Backend(smallBuffers).Open(dir, []string{"a", "b"})
	if err != nil {
		panic(err)
	}
	d := x.(*db)
	at, _, err := epochs(d)
	if err != nil {
		panic(err)
	}
	fmt.Println("open")
	o := grocksdb.NewDefaultFlushOptions()
	o.SetWait(false)
	var r store.Rows
	val := make([]byte, 308)
	for n := at + 1; ; n++ {
		r.Reset()
		binary.BigEndian.PutUint64(val, n)
		for i := range killRows {
			for cf := uint32(1); cf <= 2; cf++ {
				r.Put(d.ID(cf), 0, fmt.Appendf(nil, "k%d", i), val)
			}
		}
		r.PutRaw(d.ID(store.Offsets), []byte("o"), val[:8])
		if err := d.Write(r.Bytes()); err != nil {
			panic(err)
		}
		if n == at+killAfter {
			fmt.Println("under way")
		}
		if n%7 != 0 {
			continue
		}
		switch mode {
		case flushAll:
			if err := d.Flush(); err != nil {
				panic(err)
			}
		case flushStore: // RocksDB refuses it while writes are stopped; the next one comes soon
			_ = d.raw.FlushCF(d.handles[1+n%2], o)
		case flushOffsets:
			_ = d.raw.FlushCF(d.handles[store.Offsets], o)
		}
	}
}

// epochs gives the epoch in `_offsets`, and whether every row of both stores has the same.
func epochs(d store.DB) (n uint64, agree bool, err error) {
	row, ok, err := d.Get(store.Offsets, []byte("o"))
	if err != nil {
		return 0, false, err
	}
	if ok {
		n = binary.BigEndian.Uint64(row)
	}
	agree = true
	for cf := uint32(1); cf <= 2; cf++ {
		rows := 0
		err := d.Scan(cf, nil, nil, func(_, val []byte) bool {
			rows++
			agree = agree && binary.BigEndian.Uint64(val) == n
			return true
		})
		if err != nil {
			return 0, false, err
		}
		agree = agree && (rows == killRows || n == 0 && rows == 0)
	}
	return n, agree, nil
}

// victim starts a process that writes epochs, and returns once it has opened the database. said gives what it says next.
func victim(t *testing.T, dir, mode string) (c *exec.Cmd, said func()) {
	t.Helper()
	c = exec.Command(os.Args[0])
	c.Env = append(os.Environ(), killDir+"="+dir, killMode+"="+mode)
	c.Stderr = os.Stderr
	out, err := c.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewReader(out)
	said = func() {
		t.Helper()
		if _, err := lines.ReadString('\n'); err != nil {
			t.Fatal("the victim ended by itself: ", err)
		}
	}
	said()
	return c, said
}

// kill runs a victim, kills it at a random moment and looks at what it left.
func kill(t *testing.T, dir, mode string) (n uint64, agree bool) {
	t.Helper()
	c, said := victim(t, dir, mode)
	said()
	time.Sleep(time.Duration(rand.IntN(150)) * time.Millisecond)
	if err := c.Process.Kill(); err != nil {
		t.Fatal("the victim ended by itself: ", err)
	}
	_ = c.Wait() // "signal: killed"
	d, err := Backend(smallBuffers).Open(dir, []string{"a", "b"})
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	if n, agree, err = epochs(d); err != nil {
		t.Fatal(err)
	}
	return n, agree
}

// TestKillLeavesWholeEpochs is I3 under kill -9.
func TestKillLeavesWholeEpochs(t *testing.T) {
	for _, mode := range []string{flushAll, flushNone} {
		dir, last := t.TempDir(), uint64(0)
		for range 3 {
			n, agree := kill(t, dir, mode)
			if !agree || n < last {
				t.Fatalf("flush of %s: `_offsets` says epoch %d (%d before), the stores say otherwise", mode, n, last)
			}
			last = n
		}
		if last == 0 {
			t.Fatalf("flush of %s: no victim got anything to disk", mode)
		}
	}
}
