package store_test

import (
	"fmt"
	"testing"

	"github.com/stoatgen/stoatgen/rt/store"
	"github.com/stoatgen/stoatgen/rt/store/storetest"
)

func TestMemoryContract(t *testing.T) {
	m := store.Memory()
	n := 0
	storetest.Run(t, storetest.Subject{
		Backend: m,
		Dir:     func() string { n++; return fmt.Sprint("dir", n) },
		Crash:   func(_ store.DB, dir string) { m.Crash(dir) },
	})
}
