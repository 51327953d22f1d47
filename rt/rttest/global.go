package rttest

import (
	"slices"

	"github.com/stoatgen/stoatgen/rt/lane"
)

// startGlobals makes the tables and stores that every lane sees, and reads their topics from the beginning.
func (d *Driver) startGlobals() {
	env := lane.Env{Now: func() int64 { return d.now }, App: d.settings.application, Errors: d.settings.handlers().OfGlobals(d.settings.global), Failed: func(f *lane.Failure) { d.failure = f }}
	d.globals, _ = lane.NewGlobals(d.program, env)
	for _, b := range d.heard {
		d.globals.Put(b)
	}
	d.globals.Drops() // counted when they came
}

// global gives a record to a global table or store; false: its topic is none of theirs. Nothing follows from it, and there is nothing to commit.
func (d *Driver) global(r Record) bool {
	if !slices.Contains(d.globals.Topics(), r.Topic) {
		return false
	}
	b := batch(r)
	d.heard = append(d.heard, b)
	d.globals.Put(b)
	d.count(d.globals.Drops())
	return true
}

// globalRows is what a global table holds; false: there is none of that name.
func (d *Driver) globalRows(name string) (rows []Row, ok bool) {
	for i, g := range d.program.Globals {
		if g.Name != name {
			continue
		}
		d.globals.Tables()[i].Rows(func(key []byte, ts int64, val []byte) bool {
			rows = append(rows, Row{Key: slices.Clone(key), Value: slices.Clone(val), Timestamp: ts})
			return true
		})
		return rows, true
	}
	return nil, false
}
