// Package obs is what an application shows of itself: metrics for Prometheus, and the shape of its log.
//
//	lanes ──hand-over of an epoch──► engine ──once an epoch──► Metrics ◄──scrape── /metrics
//
// Nothing here is called once a record: lanes count in plain memory of their own and hand their counts over with each
// epoch, so the record path has neither atomics nor look-ups of labels. What an application counts is therefore as old
// as its last commit; an idle one has nothing new to say.
//
// Names are stoat_…, in base units, counters with _total; docs/metrics.md lists them.
//
// Invariants:
//
//   - O1 What is dropped is counted by node and reason, and every pair has its series from the start: a rate over a
//     series that appears with its first event would miss that event.
//   - O2 A scrape never waits for a lane or for Kafka.
//
// Entry points: New, Logger.
package obs
