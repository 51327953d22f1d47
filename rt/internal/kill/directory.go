package main

import (
	"errors"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
)

// trouble is what happens to the state directory between two lives, beside the kill: mostly nothing, but sometimes it
// is lost, or somebody puts an older copy in its place.
func (pl *place) trouble(random *rand.Rand) error {
	store := filepath.Join(pl.s.dir, pl.s.id, "store")
	older := filepath.Join(pl.s.dir, "older")
	switch random.IntN(10) {
	case 0:
		return os.RemoveAll(store)
	case 1:
		if _, err := os.Stat(older); errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		if err := os.RemoveAll(store); err != nil {
			return err
		}
		return os.CopyFS(store, os.DirFS(older))
	case 2, 3:
		if err := os.RemoveAll(older); err != nil {
			return err
		}
		return os.CopyFS(older, os.DirFS(store))
	}
	return nil
}
