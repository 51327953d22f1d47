package rocks

/*
#include <stdlib.h>
#ifdef __GLIBC__
#include <malloc.h>
static void one_arena(void) { mallopt(M_ARENA_MAX, 1); }
static void map_from(int bytes) { mallopt(M_MMAP_THRESHOLD, bytes); }
#else
static void one_arena(void) {}
static void map_from(int bytes) {}
#endif
*/
import "C"

import (
	"os"
	"sync"
)

// mapped is how many bytes make an allocation a mapping of its own, which goes back to the system as soon as it is freed.
// It is glibc's own first value.
const mapped = 128 << 10

// tuneMalloc has glibc keep less of what RocksDB frees, unless the environment says otherwise.
//
// All threads allocate from one heap. glibc gives almost every thread one of its own, and what RocksDB's flushes free
// stays in the heap of the thread that freed it: some megabytes that nobody else gets. Threads here seldom wait for one
// another, since RocksDB is asked once an epoch.
//
// The blocks of memtables stay mappings of their own. glibc raises the limit to the size of what was freed, so from the
// first flush on they would lie in the heap, which keeps them wherever something smaller lies behind them.
var tuneMalloc = sync.OnceFunc(func() {
	if os.Getenv("MALLOC_ARENA_MAX") == "" {
		C.one_arena()
	}
	if os.Getenv("MALLOC_MMAP_THRESHOLD_") == "" {
		C.map_from(mapped)
	}
})
