// Package engine runs a program against Kafka and a state directory: it starts, polls, feeds the lanes, has epochs
// committed, restarts in place after what can be mended, and stops in order.
//
//	        ┌──────────────────────────── session ────────────────────────────┐
//	        │ fetcher ─► feed ─► router ───► lanes ══hand-overs══► coordinator │──► Kafka, store
//	start ─►│ (poll)     (order,  (by key)   (one goroutine        (one        │
//	(restore)            stamps)             each)                 goroutine)  │
//	        └────────┬───────────────────────────────────────────────┬────────┘
//	          stop: drain, rest                         failure: tear down, start again or return
//
// The poller is the goroutine that calls Run. It never blocks on a lane or a commit: it admits a run of records only
// while the lanes' inboxes and the running epoch have room, and what isn't admitted waits in the feed, which in turn
// stops asking the brokers.
//
// Invariants:
//
//  1. A session's goroutines are the lanes, the coordinator's, the fetcher's, the one that flushes, the one that watches the
//     topics and the one that follows global tables. They have ended when the session has, and with them every request: only
//     then may a new one look at the brokers.
//  2. Nothing is carried from a session to the next but clients, producers with their ids, and an intact store handle.
//  3. Positions at a cut are behind exactly what was admitted: barrier n follows it into every inbox (I2).
//  4. A failure of the user's code ends Run with its sentence. A record is never skipped but by a handler, counted.
//  5. Restarts in place are bounded: five in five minutes.
//  6. Committed state is flushed by the session alone, by time and by bytes; beside it the store flushes when its own memory is
//     full. A flush never splits an epoch (I3).
//
// Entry points: New, Engine.Run.
package engine
