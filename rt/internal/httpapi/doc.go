// Package httpapi serves what orchestrators and monitoring ask of a running application.
//
//	GET /health/live    200, or 503 and why the process should be replaced
//	GET /health/ready   200, or 503 and why it has no answers yet: starting, restoring, stopping
//	GET /metrics        Prometheus text
//	GET /               the list of these
//
// It holds no state of its own but two gates that the engine turns, and knows nothing of Kafka, lanes or stores.
//
// Invariants:
//
//   - H1 The server answers before the first gate opens and until the last one is shut: who asks during restore or
//     drain gets an answer, not a refused connection.
//   - H2 It listens where it is told, on loopback by default, and changes nothing: every path is read only.
//
// Entry points: Serve, NewGate.
package httpapi
