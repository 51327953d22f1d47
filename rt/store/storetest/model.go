package storetest

import (
	"fmt"
	"maps"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/stoatgen/stoatgen/rt/store"
)

// contents are the rows of each family, by the key's and value's text.
type contents map[string]map[string]string

func (c contents) clone() contents {
	out := contents{}
	for name, rows := range c {
		out[name] = maps.Clone(rows)
	}
	return out
}

// machine is a DB beside what it should hold.
type machine struct {
	Subject
	dir              string
	db               store.DB
	families         []string // by index; "" was dropped
	written, durable contents
}

// stores that a program may have.
var stores = []string{"a", "b", "c", "d"}

func (s Subject) model(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := &machine{Subject: s, dir: s.Dir(), written: contents{}, durable: contents{}}
		m.open(t)
		defer func() { _ = m.db.Close() }()
		t.Repeat(map[string]func(*rapid.T){
			"write": m.write,
			"flush": m.flush,
			"close": func(t *rapid.T) {
				check(t, m.db.Close())
				m.durable = m.written.clone()
				m.open(t)
			},
			"crash": func(t *rapid.T) {
				m.Crash(m.db, m.dir)
				m.written = m.durable.clone()
				m.open(t)
			},
			"drop": m.drop,
			"":     m.compare,
		})
	})
}

func check(t *rapid.T, err error) {
	if err != nil {
		t.Fatal(err)
	}
}

// open opens with some of the stores, in any order; what is there besides stays.
func (m *machine) open(t *rapid.T) {
	names := rapid.Permutation(stores).Draw(t, "order")[:rapid.IntRange(1, len(stores)).Draw(t, "stores")]
	db, err := m.Backend.Open(m.dir, slices.Clone(names))
	check(t, err)
	m.db, m.families = db, db.Families()
	for _, name := range m.families {
		if m.written[name] == nil { // made by this Open: durable at once
			m.written[name], m.durable[name] = map[string]string{}, map[string]string{}
		}
	}
	if len(m.families) != len(m.written) {
		t.Fatalf("families %q; want %q", m.families, slices.Sorted(maps.Keys(m.written)))
	}
}

var keys = rapid.SampledFrom([]string{"", "a", "b", "b\x00", "ba", "a key that is longer than any that lies inside an entry", "\xff"})

// write applies a random batch; a later record wins over an earlier one.
func (m *machine) write(t *rapid.T) {
	var r, lane store.Rows
	for range rapid.IntRange(0, 12).Draw(t, "records") {
		cf := m.family(t)
		rows, id := m.written[m.families[cf]], m.db.ID(cf)
		part, key := rapid.Int32Range(0, 3).Draw(t, "part"), keys.Draw(t, "key")
		full := string([]byte{0, byte(part)}) + key
		val := rapid.SliceOfN(rapid.Byte(), 0, 300).Draw(t, "val")
		switch rapid.IntRange(0, 11).Draw(t, "record") {
		case 0:
			lane.Delete(id, part, []byte(key))
			delete(rows, full)
		case 1:
			to := string([]byte{0, byte(part + 1)}) + keys.Draw(t, "to")
			lane.DeleteRange(id, []byte(full), []byte(to))
			maps.DeleteFunc(rows, func(k, _ string) bool { return full <= k && k < to })
		case 2:
			lane.Wipe(id)
			clear(rows)
		case 3:
			lane.DeleteRaw(id, []byte(full))
			delete(rows, full)
		case 4:
			lane.PutAt(id, part, []byte(key), 1<<40, val)
			rows[full] = "\x00\x00\x01\x00\x00\x00\x00\x00" + string(val)
		case 5:
			lane.PutRaw(id, []byte(full), val)
			rows[full] = string(val)
		case 6, 7:
			lane.Merge(id, part, []byte(key), val)
			rows[full] += string(val)
		default:
			lane.Put(id, part, []byte(key), val)
			rows[full] = string(val)
		}
		if rapid.Bool().Draw(t, "join") {
			r.Join(&lane)
			lane.Reset()
		}
	}
	r.Join(&lane)
	check(t, m.db.Write(r.Bytes()))
}

// family draws the index of one that is there.
func (m *machine) family(t *rapid.T) uint32 {
	var there []uint32
	for i, name := range m.families {
		if name != "" {
			there = append(there, uint32(i))
		}
	}
	return rapid.SampledFrom(there).Draw(t, "family")
}

func (m *machine) flush(t *rapid.T) {
	check(t, m.db.Flush())
	m.durable = m.written.clone()
}

// drop removes a family, as a program without that store does.
func (m *machine) drop(t *rapid.T) {
	cf := m.family(t)
	if cf == store.Offsets {
		return
	}
	name := m.families[cf]
	check(t, m.db.DropFamily(name))
	m.families[cf] = ""
	delete(m.written, name)
	delete(m.durable, name)
}

// compare reads everything, by key, by keys and in order.
func (m *machine) compare(t *rapid.T) {
	for cf, name := range m.families {
		if name == "" {
			continue
		}
		rows := m.written[name]
		want, got := []string{}, []string{}
		for _, k := range slices.Sorted(maps.Keys(rows)) {
			want = append(want, fmt.Sprintf("%x=%x", k, rows[k]))
		}
		check(t, m.db.Scan(uint32(cf), nil, nil, func(key, val []byte) bool {
			got = append(got, fmt.Sprintf("%x=%x", key, val))
			return true
		}))
		if !slices.Equal(got, want) {
			t.Fatalf("family %s holds\n%q, want\n%q", name, got, want)
		}
		m.reads(t, uint32(cf), rows)
	}
}

func (m *machine) reads(t *rapid.T, cf uint32, rows map[string]string) {
	var miss store.Misses
	for range 5 {
		miss.Add(rapid.Int32Range(0, 3).Draw(t, "part"), keys.Draw(t, "key"), 0)
	}
	found := map[int]string{}
	check(t, m.db.MultiGet(cf, &miss, func(i int, row []byte) { found[i] = string(row) }))
	for i, key := range miss.Keys {
		full := string([]byte{0, byte(miss.Parts[i])}) + key
		want, ok := rows[full]
		if got, is := found[i]; is != ok || got != want {
			t.Fatalf("MultiGet of %x: %x, %v; want %x, %v", full, got, is, want, ok)
		}
		row, is, err := m.db.Get(cf, []byte(full))
		check(t, err)
		if is != ok || string(row) != want {
			t.Fatalf("Get of %x: %x, %v; want %x, %v", full, row, is, want, ok)
		}
	}
}
