package rocks

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/linxGnu/grocksdb"

	"github.com/stoatgen/stoatgen/rt/store"
)

// Backend opens RocksDB databases with the defaults as changed by options.
func Backend(options ...func(*Options)) store.Backend {
	tuneMalloc()
	o := defaults()
	for _, f := range options {
		f(&o)
	}
	return &backend{o}
}

type backend struct{ Options }

// Open opens, or makes, the database in a directory.
func (b *backend) Open(dir string, families []string) (store.DB, error) {
	db, err := b.open(dir, families)
	if err != nil {
		return nil, fmt.Errorf("open RocksDB in %s: %w", dir, err)
	}
	return db, nil
}

// defaultFamily is RocksDB's own; it must be opened and stays empty.
const defaultFamily = "default"

func (b *backend) open(dir string, families []string) (*db, error) {
	if err := store.CheckFamilies(families); err != nil {
		return nil, err
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, err
	}
	opts, err := b.build()
	if err != nil {
		return nil, err
	}
	names := append([]string{store.OffsetsFamily}, families...)
	old, err := existing(opts, dir)
	if err != nil {
		opts.Destroy()
		return nil, err
	}
	for _, name := range old {
		if name != defaultFamily && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	all := append(slices.Clone(names), defaultFamily)
	each := slices.Repeat([]*grocksdb.Options{opts}, len(all))
	raw, handles, err := grocksdb.OpenDbColumnFamilies(opts, dir, all, each)
	if err != nil {
		opts.Destroy()
		return nil, explain(err)
	}
	return newDB(dir, raw, opts, names, handles), nil
}

// existing are the families that the directory has, sorted; none if there is no database yet.
func existing(opts *grocksdb.Options, dir string) ([]string, error) {
	if _, err := os.Stat(filepath.Join(dir, "CURRENT")); err != nil {
		if os.IsNotExist(err) {
			return nil, nil
		}
		return nil, err
	}
	names, err := grocksdb.ListColumnFamilies(opts, dir)
	slices.Sort(names)
	return names, err
}

// explain turns RocksDB's words about its LOCK file into ErrLocked: it has no code for it in its C API.
func explain(err error) error {
	if msg := strings.ToLower(err.Error()); strings.Contains(msg, "lock hold by current process") || strings.Contains(msg, "while lock file") {
		return fmt.Errorf("%w (%w); stop the other one, or give this one a state directory of its own", store.ErrLocked, err)
	}
	return err
}
