package lane

import "github.com/stoatgen/stoatgen/rt/abi"

// GlobalInfo is a table that every lane sees whole: it is read to its end before the lanes start, and goes on beside them.
// It has no changelog: its topic is one.
type GlobalInfo struct {
	Name  string // of the store
	Node  abi.NodeID
	Topic string
	New   func() Global
}

// Global is the rows of such a table, one for all lanes. One goroutine puts, lanes look up meanwhile.
type Global interface {
	// Put applies a record, whose own timestamp counts; a null key is nothing. cause says why the codec refused it.
	Put(b *abi.Batch, i uint32) (cause error)

	// Rows yields the rows by key; key and val are lent.
	Rows(yield func(key []byte, ts int64, val []byte) bool)
}

// Global is a table that all lanes see, by its index in the program. A lane that only lends its stores, to a restore, has an
// empty one.
func (l *Lane) Global(i int) Global {
	if l.env.Globals == nil {
		return l.program.Globals[i].New()
	}
	return l.env.Globals[i]
}
