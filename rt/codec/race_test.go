//go:build race

package codec

// forgotten is how many allocations a run may cost because the race detector's sync.Pool forgets at random what it was
// given. It is far below one for each record or member of what the tests run.
const forgotten = 12
