package rttest

import (
	"slices"

	"github.com/stoatgen/stoatgen/rt/abi"
	"github.com/stoatgen/stoatgen/rt/codec"
	"github.com/stoatgen/stoatgen/rt/lane"
	"github.com/stoatgen/stoatgen/rt/store"
)

// Crash is what a crash leaves of the state directory.
type Crash uint8

const (
	Kept Crash = iota // the rows of the last commit
	Lost              // nothing: state comes back from the changelog
)

// Crash stops the lanes without warning and starts new ones, with the state that is left. A failure is forgotten.
func (d *Driver) Crash(c Crash) {
	d.tb.Helper()
	if c == Lost {
		if err := d.db.Close(); err != nil {
			d.tb.Fatalf("close the store: %v", err)
		}
		d.open()
	}
	d.unasked()
	d.failure, d.asked, d.given = nil, false, nil
	d.start()
	if c == Lost {
		d.restore()
		d.start() // over the rows that have been written now
	}
	d.begin()
}

// restore writes the rows that the changelogs say.
func (d *Driver) restore() {
	d.tb.Helper()
	for i, log := range d.changes {
		var rows store.Rows
		st := d.store(d.lanes[0], i)
		for _, r := range log {
			if err := store.Restore(st, r.Partition, r.Key, r.Value, r.Timestamp, headers(r), &rows, d.db); err != nil {
				d.tb.Fatalf("restore store %q: %v", d.program.Stores[i].Name, err)
			}
		}
		if err := st.RestoreEnd(&rows, d.db); err != nil {
			d.tb.Fatalf("restore store %q: %v", d.program.Stores[i].Name, err)
		}
		if rows.Len() == 0 {
			continue
		}
		if err := d.db.Write(rows.Bytes()); err != nil {
			d.tb.Fatalf("restore store %q: %v", d.program.Stores[i].Name, err)
		}
	}
}

// store is a lane's instance of a store.
func (d *Driver) store(on *lane.Lane, index int) store.Any {
	stage := d.program.Stores[index].Stage
	at := slices.Index(d.program.Stages[stage].Stores, index)
	return on.Stage(stage).Stores[at]
}

// Row is a row of a store: for a window store Key is the key's bytes and eight bytes of window start.
type Row struct {
	Partition  int32
	Key, Value []byte
	Timestamp  int64
}

// Rows is what a store holds after the last step, sorted by partition and key. Windows that Kafka Streams' store would
// not show any more are left out.
func (d *Driver) Rows(name string) (rows []Row) {
	d.tb.Helper()
	if rows, ok := d.globalRows(name); ok {
		return rows
	}
	index := d.index(name)
	l := d.lanes[0]
	if len(d.lanes) > 1 { // a lane's own tables don't know what other lanes have stored since
		l = d.lane(0, d.env())
	}
	err := d.store(l, index).Rows(d.db, func(part int32, key []byte, ts int64, val []byte) bool { // every step ends with a commit: the rows are all there is
		rows = append(rows, Row{part, slices.Clone(key), slices.Clone(val), ts})
		return true
	})
	if err != nil {
		d.tb.Fatalf("store %q: %v", name, err)
	}
	return rows
}

// Stores are the names of the topology's stores.
func (d *Driver) Stores() (names []string) {
	for _, s := range d.program.Stores {
		names = append(names, s.Name)
	}
	for _, g := range d.program.Globals {
		names = append(names, g.Name)
	}
	return names
}

// Kind is the shape of a store.
func (d *Driver) Kind(name string) lane.StoreKind {
	d.tb.Helper()
	if slices.ContainsFunc(d.program.Globals, func(g lane.GlobalInfo) bool { return g.Name == name }) {
		return lane.KeyValue
	}
	return d.program.Stores[d.index(name)].Kind
}

// Changelog is every record that a store's changelog topic has got. Global tables and stores have none.
func (d *Driver) Changelog(store string) []Record {
	d.tb.Helper()
	return d.changes[d.index(store)]
}

func (d *Driver) index(store string) int {
	d.tb.Helper()
	i := slices.IndexFunc(d.program.Stores, func(s lane.StoreInfo) bool { return s.Name == store })
	if i < 0 {
		d.tb.Fatalf("store %q: the topology has none of that name", store)
	}
	return i
}

// Dropped is how many records an operator has dropped for a reason. The operator is named as -describe prints it.
func (d *Driver) Dropped(node string, r abi.Reason) (n uint64) {
	d.tb.Helper()
	known := false
	for i := range d.program.Nodes {
		if d.program.Nodes[i].Name == node {
			known = true
			n += d.drops[i][r]
		}
	}
	if !known {
		d.tb.Fatalf("operator %q: the topology has none of that name; -describe prints them", node)
	}
	return n
}

// headers of a record as a block, nil for none.
func headers(r Record) []byte {
	if len(r.Headers) == 0 {
		return nil
	}
	return codec.AppendHeaderBlock(nil, r.Headers)
}
