package rocks

import (
	"encoding/binary"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"

	"github.com/linxGnu/grocksdb"

	"github.com/stoatgen/stoatgen/rt/store"
)

// db is an open database.
type db struct {
	// Immutable after newDB.
	dir   string
	names []string // by family index; the handles have the default family behind them
	ids   []uint32
	write *grocksdb.WriteOptions
	read  *grocksdb.ReadOptions

	// Guarded by mu: Close takes it alone.
	mu      sync.RWMutex
	raw     *grocksdb.DB // nil: closed
	opts    *grocksdb.Options
	handles []*grocksdb.ColumnFamilyHandle // by family index; nil: dropped

	broken  atomic.Pointer[error] // of the write or flush that failed
	flushes atomic.Int64          // since Open
}

func newDB(dir string, raw *grocksdb.DB, opts *grocksdb.Options, names []string, handles []*grocksdb.ColumnFamilyHandle) *db {
	d := &db{dir: dir, raw: raw, opts: opts, names: names, handles: handles,
		write: grocksdb.NewDefaultWriteOptions(), read: grocksdb.NewDefaultReadOptions()}
	d.write.DisableWAL(true) // 1
	for _, h := range handles {
		d.ids = append(d.ids, h.ID())
	}
	return d
}

// use runs f with the handle of a family while Close waits.
func (d *db) use(what string, cf uint32, f func(h *grocksdb.ColumnFamilyHandle) error) error {
	d.mu.RLock()
	defer d.mu.RUnlock()
	if d.raw == nil {
		return d.wrap(what, store.ErrClosed)
	}
	h := d.handles[cf]
	if h == nil {
		return d.wrap(what, fmt.Errorf("family %q was dropped", d.names[cf]))
	}
	if err := f(h); err != nil {
		return d.wrap(what, err)
	}
	return nil
}

func (d *db) wrap(what string, err error) error {
	return fmt.Errorf("%s RocksDB in %s: %w", what, d.dir, err)
}

func (d *db) ID(cf uint32) uint32 { return d.ids[cf] }

func (d *db) MultiGet(cf uint32, m *store.Misses, found func(i int, row []byte)) error {
	return d.use("read from", cf, func(h *grocksdb.ColumnFamilyHandle) error {
		size := 0
		for _, k := range m.Keys {
			size += 2 + len(k)
		}
		buf, keys := make([]byte, 0, size), make([][]byte, len(m.Keys))
		for i, k := range m.Keys {
			at := len(buf)
			buf = append(binary.BigEndian.AppendUint16(buf, uint16(m.Parts[i])), k...)
			keys[i] = buf[at:]
		}
		rows, err := d.raw.BatchedMultiGetCF(d.read, h, false, keys...)
		if err != nil {
			return err
		}
		defer rows.Destroy()
		for i, row := range rows {
			if row.Exists() {
				found(i, row.Data())
			}
		}
		return nil
	})
}

func (d *db) Get(cf uint32, key []byte) (row []byte, ok bool, err error) {
	err = d.use("read from", cf, func(h *grocksdb.ColumnFamilyHandle) error {
		s, err := d.raw.GetPinnedCF(d.read, h, key)
		if err != nil {
			return err
		}
		defer s.Destroy()
		if ok = s.Exists(); ok {
			row = append([]byte{}, s.Data()...)
		}
		return nil
	})
	return row, ok, err
}

func (d *db) Scan(cf uint32, from, to []byte, row func(key, val []byte) bool) error {
	return d.use("scan of", cf, func(h *grocksdb.ColumnFamilyHandle) error {
		ro := grocksdb.NewDefaultReadOptions()
		defer ro.Destroy()
		if to != nil {
			ro.SetIterateUpperBound(append([]byte{}, to...))
		}
		it := d.raw.NewIteratorCF(ro, h)
		defer it.Close()
		for it.Seek(from); it.Valid(); it.Next() {
			if !row(it.KeySlice().Data(), it.ValueSlice().Data()) {
				break
			}
		}
		return it.Err()
	})
}

func (d *db) Write(batch []byte) error {
	if len(batch) == 0 {
		return nil
	}
	if err := d.broken.Load(); err != nil {
		return *err
	}
	err := d.use("write to", store.Offsets, func(*grocksdb.ColumnFamilyHandle) error {
		b := grocksdb.WriteBatchFrom(batch)
		defer b.Destroy()
		return d.raw.Write(d.write, b)
	})
	if err != nil {
		d.broken.CompareAndSwap(nil, &err)
		return err
	}
	return nil
}

func (d *db) Families() []string {
	names := make([]string, len(d.names))
	copy(names, d.names)
	d.mu.RLock()
	defer d.mu.RUnlock()
	for i := range names {
		if d.handles != nil && d.handles[i] == nil {
			names[i] = ""
		}
	}
	return names
}

func (d *db) DropFamily(name string) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.raw == nil {
		return d.wrap("drop family of", store.ErrClosed)
	}
	for i, n := range d.names {
		if n != name || uint32(i) == store.Offsets || d.handles[i] == nil {
			continue
		}
		if err := d.raw.DropColumnFamily(d.handles[i]); err != nil {
			return d.wrap("drop family of", err)
		}
		d.handles[i].Destroy()
		d.handles[i] = nil
		return nil
	}
	return d.wrap("drop family of", fmt.Errorf("%q is not a store's family there", name))
}

// properties that are a sum over the families.
var properties = []string{
	"estimate-num-keys", "estimate-live-data-size", "total-sst-files-size", "size-all-mem-tables",
	"estimate-table-readers-mem", "num-files-at-level0",
}

// global properties are the same for every family.
var global = []string{"background-errors", "is-write-stopped", "num-running-compactions", "num-running-flushes", "block-cache-usage"}

func (d *db) Stats() map[string]int64 {
	d.mu.RLock()
	defer d.mu.RUnlock()
	out := map[string]int64{}
	if d.raw == nil {
		return out
	}
	for i, h := range d.handles {
		if h == nil {
			continue
		}
		for _, p := range properties {
			n, _ := d.raw.GetIntPropertyCF("rocksdb."+p, h)
			out[p] += int64(n)
		}
		if uint32(i) == store.Offsets {
			for _, p := range global {
				n, _ := d.raw.GetIntPropertyCF("rocksdb."+p, h)
				out[p] = int64(n)
			}
		}
	}
	out["flushes"] = d.flushes.Load()
	return out
}

// Flush makes all families durable in one step (2). One that fails makes the next write fail: what RocksDB has in memory then
// might never become durable.
func (d *db) Flush() error {
	err := d.use("flush", store.Offsets, func(*grocksdb.ColumnFamilyHandle) error {
		o := grocksdb.NewDefaultFlushOptions()
		defer o.Destroy()
		o.SetWait(true)
		all := make([]*grocksdb.ColumnFamilyHandle, 0, len(d.handles))
		for _, h := range d.handles {
			if h != nil {
				all = append(all, h)
			}
		}
		return d.raw.FlushCFs(all, o)
	})
	if err != nil {
		if !errors.Is(err, store.ErrClosed) {
			d.broken.CompareAndSwap(nil, &err)
		}
		return err
	}
	d.flushes.Add(1)
	return nil
}

// Close flushes, unless a write has failed: what is in memory then is not to be trusted.
func (d *db) Close() error {
	var errs []error
	if d.broken.Load() == nil {
		errs = append(errs, d.Flush())
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.raw == nil {
		return d.wrap("close", store.ErrClosed)
	}
	for _, h := range d.handles {
		if h != nil {
			h.Destroy()
		}
	}
	d.raw.Close()
	d.opts.Destroy()
	d.write.Destroy()
	d.read.Destroy()
	d.raw, d.handles = nil, nil
	return errors.Join(errs...)
}
