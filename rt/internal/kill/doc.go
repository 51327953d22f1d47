// Command kill shows that an application survives kill -9: it runs one as a process of its own under load, kills it at
// random moments, and compares what a read_committed reader sees, the changelogs and the state directory with a direct
// computation over the input.
//
//	kill ──load──► brokers ◄──► application (a process of its own: "kill app …")
//	  │                              ▲
//	  └──SIGKILL, at random──────────┘   after each: directory against changelog · at the end: outputs, changelog, state
//
//	go run ./rt/internal/kill -kills 50 -app flights -broker embedded
//	go run ./rt/internal/kill -kills 50 -app counting -broker localhost:9092 -fault state-before-commit
//
// Between two lives the state directory is sometimes lost, or replaced by an older copy. The last life catches up; a program
// that keeps records back until time goes on is then given what closes them all, and has to send them without more input.
//
// With the broker inside the application's process it dies too. Then a kill may hit kfake between the writes of one
// commit, which no client can mend: the broker's start recognises it, the round is given up and counted apart.
//
// A fault is a mistake in the order of a commit (barrier.Faults). With one the command must fail, or it shows nothing; a
// start that is refused counts as failing.
//
// Invariants:
//
//  1. The application is started again each time with nothing but its directory and the brokers.
//  2. What is expected is computed from the input as the brokers have it in the end, by code that shares nothing with
//     the application.
//  3. A check that finds a difference ends the run at once, with both sides.
package main
