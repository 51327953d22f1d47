package rocks

/*
#include <stdlib.h>
#ifdef __GLIBC__
#include <malloc.h>
static void one_arena(void) { mallopt(M_ARENA_MAX, 1); }
#else
static void one_arena(void) {}
#endif
*/
import "C"

import (
	"os"
	"sync"
)

// oneArena makes all threads allocate from one heap, unless MALLOC_ARENA_MAX says otherwise. glibc gives almost every
// thread one of its own, and what RocksDB's flushes free stays in the heap of the thread that freed it: some megabytes
// that nobody else gets. Threads here seldom wait for one another, since RocksDB is asked once an epoch.
var oneArena = sync.OnceFunc(func() {
	if os.Getenv("MALLOC_ARENA_MAX") == "" {
		C.one_arena()
	}
})
