// Command demo replays a made-up day of card payments through the topology of package fraud, says what was found, and
// compares it with a direct computation. It ends by itself, with exit code 1 if anything differs.
//
//	day ─► replay ─► broker inside the process ─► fraud application ─► the same broker ─► watch ─► report, check
//
// It starts from nothing each time: broker and state are kept in a temporary directory.
//
// A day passes in seconds, so event time runs thousands of times faster than the clock. What is a moment late there would
// be half an hour late here; so replay goes on by half an hour of the day at a time and waits until the application has
// committed it.
package main
