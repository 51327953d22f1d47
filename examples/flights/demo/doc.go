// Command demo replays 20,000 flights through the topology of package flights, shows its tables while they fill, and
// compares them with a direct computation at the end.
//
//	CSV ─► replay ─► broker inside the process ─► flights application ─► the same broker ─► watch ─► board ─► screen
//
// It starts from nothing each time: broker and state are kept in a temporary directory.
package main
