package dsl

import "time"

// Suppressed says how long a table's updates are held back: a TimeLimit fits any table, a WindowClose windowed ones.
// What is held is kept in memory and in a changelog, up to the buffer's limits.
type Suppressed interface{ suppressed() }

// TimeLimit is what UntilTimeLimit gives.
type TimeLimit struct{ _ [0]func() }

// WindowClose is what UntilWindowCloses gives.
type WindowClose struct{ _ [0]func() }

func (TimeLimit) suppressed()   {}
func (WindowClose) suppressed() {}

// UntilTimeLimit holds an update until d of stream time after the first one that it replaces
// (Suppressed.untilTimeLimit). There is no guarantee that it is the last. Zero lets everything through at once.
func UntilTimeLimit(d time.Duration, b Buffer) TimeLimit { return TimeLimit{} }

// UntilWindowCloses sends one final result a window, when end plus grace is reached (Suppressed.untilWindowCloses). Its
// buffer may not drop or send early, hence a StrictBuffer.
func UntilWindowCloses(b StrictBuffer) WindowClose { return WindowClose{} }

// Buffer of a suppression, and what happens when it is full.
type Buffer interface{ buffer() }

// StrictBuffer stops the application when it is full (StrictBufferConfig).
type StrictBuffer struct{ _ [0]func() }

// EagerBuffer sends the oldest update early when it is full (EagerBufferConfig).
type EagerBuffer struct{ _ [0]func() }

func (StrictBuffer) buffer() {}
func (EagerBuffer) buffer()  {}

// Unbounded is a buffer that is never full (BufferConfig.unbounded).
func Unbounded() StrictBuffer { return StrictBuffer{} }

// MaxRecords is a buffer of n keys (BufferConfig.maxRecords).
func MaxRecords(n int64) EagerBuffer { return EagerBuffer{} }

// MaxBytes is a buffer of n bytes of keys, values and what goes with them (BufferConfig.maxBytes).
func MaxBytes(n int64) EagerBuffer { return EagerBuffer{} }

// MaxRecords limits the keys too (withMaxRecords).
func (b EagerBuffer) MaxRecords(n int64) EagerBuffer { return b }

// MaxBytes limits the bytes too (withMaxBytes).
func (b EagerBuffer) MaxBytes(n int64) EagerBuffer { return b }

// EmitEarlyWhenFull says aloud what is the default (emitEarlyWhenFull).
func (b EagerBuffer) EmitEarlyWhenFull() EagerBuffer { return b }

// ShutDownWhenFull stops the application instead (shutDownWhenFull).
func (b EagerBuffer) ShutDownWhenFull() StrictBuffer { return StrictBuffer{} }
