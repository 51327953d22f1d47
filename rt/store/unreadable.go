package store

// Unreadable is the panic of a store that is read in the middle of a record and can't be. No handler is asked about it: the
// lane stops, as it does when a batched read fails.
type Unreadable struct{ Err error }

func (u *Unreadable) Error() string { return "state can't be read: " + u.Err.Error() }
func (u *Unreadable) Unwrap() error { return u.Err }

// HeadersRestorer is an Any whose changelog records have headers that belong to the row. The caller of RestoreLog calls
// RestoreHeaders instead.
type HeadersRestorer interface {
	RestoreHeaders(part int32, key, val []byte, ts int64, headers []byte, rows *Rows, r Reader) error
}

// Restorer is what a restore asks of an Any.
type Restorer interface {
	RestoreLog(part int32, key, val []byte, ts int64, rows *Rows, r Reader) error
	RestoreEnd(rows *Rows, r Reader) error
}

// Restore is RestoreLog, or RestoreHeaders where the store wants headers.
func Restore(to Restorer, part int32, key, val []byte, ts int64, headers []byte, rows *Rows, r Reader) error {
	if h, ok := to.(HeadersRestorer); ok {
		return h.RestoreHeaders(part, key, val, ts, headers, rows, r)
	}
	return to.RestoreLog(part, key, val, ts, rows, r)
}
