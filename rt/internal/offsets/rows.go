package offsets

import (
	"encoding/binary"
	"errors"
	"fmt"
	"strings"

	"github.com/stoatgen/stoatgen/rt/internal/kafka"
	"github.com/stoatgen/stoatgen/rt/store"
)

// Format is the version of rows that this program writes, and the newest that it reads.
const Format = 1

// ErrFormat says that a row is of a version or kind that this program doesn't know.
var ErrFormat = errors.New("the state directory has a newer format")

// Changelog is how far the rows of a changelog partition reach. LeaderEpoch is that of the last record, -1 if unknown.
type Changelog struct {
	Topic       kafka.ID
	Next        int64
	LeaderEpoch int32
	Partitions  int32 // of the whole topic
}

// Source is how far a source partition had been read when the last batch was written.
type Source struct {
	Topic kafka.ID
	Next  int64
}

// Meta describes the directory and its last batch.
type Meta struct {
	Epoch       uint32
	Time        int64 // wall clock of the batch, milliseconds
	Application string
	Cluster     string
	Guarantee   string
}

const (
	kindChangelog = 'c'
	kindSource    = 's'
	kindMeta      = 'm'
	kindLayout    = 'f'
	kindMark      = 't'
)

// Writer puts rows of `_offsets` into a batch. ID is the family's (Reader.ID).
type Writer struct {
	Rows *store.Rows
	ID   uint32
	key  []byte
	val  []byte
}

func (w *Writer) begin(kind byte, name string) {
	w.key = append(append(w.key[:0], kind), name...)
	w.val = append(w.val[:0], Format)
}

func (w *Writer) partition(kind byte, tp kafka.TP) {
	w.begin(kind, tp.Topic)
	w.key = binary.BigEndian.AppendUint32(append(w.key, 0), uint32(tp.Partition))
}

func (w *Writer) put() { w.Rows.PutRaw(w.ID, w.key, w.val) }

// Changelog writes how far a changelog partition's rows reach.
func (w *Writer) Changelog(tp kafka.TP, c Changelog) {
	w.partition(kindChangelog, tp)
	w.val = binary.BigEndian.AppendUint64(append(w.val, c.Topic[:]...), uint64(c.Next))
	w.val = binary.BigEndian.AppendUint32(w.val, uint32(c.LeaderEpoch))
	w.val = binary.BigEndian.AppendUint32(w.val, uint32(c.Partitions))
	w.put()
}

// Source writes how far a source partition has been read.
func (w *Writer) Source(tp kafka.TP, s Source) {
	w.partition(kindSource, tp)
	w.val = binary.BigEndian.AppendUint64(append(w.val, s.Topic[:]...), uint64(s.Next))
	w.put()
}

// Meta writes what describes the directory.
func (w *Writer) Meta(m Meta) {
	w.begin(kindMeta, "")
	w.val = binary.BigEndian.AppendUint32(w.val, m.Epoch)
	w.val = binary.BigEndian.AppendUint64(w.val, uint64(m.Time))
	for _, s := range []string{m.Application, m.Cluster, m.Guarantee} {
		w.val = append(binary.AppendUvarint(w.val, uint64(len(s))), s...)
	}
	w.put()
}

// Layout writes the fingerprint of a store's rows.
func (w *Writer) Layout(storeName, fingerprint string) {
	w.begin(kindLayout, storeName)
	w.val = append(w.val, fingerprint...)
	w.put()
}

// Mark writes a mark of a stage.
func (w *Writer) Mark(name string, at int64) {
	w.begin(kindMark, name)
	w.val = binary.BigEndian.AppendUint64(w.val, uint64(at))
	w.put()
}

// Forget deletes what is said about a store: before its rows are restored in full, and when the topology has it no more.
func (w *Writer) Forget(storeName string, changelog ...kafka.TP) {
	w.begin(kindLayout, storeName)
	w.Rows.DeleteRaw(w.ID, w.key)
	for _, tp := range changelog {
		w.partition(kindChangelog, tp)
		w.Rows.DeleteRaw(w.ID, w.key)
	}
}

// Table is the whole of `_offsets`.
type Table struct {
	Meta       *Meta // nil: nothing has been written yet
	Changelogs map[kafka.TP]Changelog
	Sources    map[kafka.TP]Source
	Layouts    map[string]string // by store
	Marks      map[string]int64  // by name
}

// Read reads all rows.
func Read(r store.Reader) (*Table, error) {
	t := &Table{Changelogs: map[kafka.TP]Changelog{}, Sources: map[kafka.TP]Source{}, Layouts: map[string]string{}, Marks: map[string]int64{}}
	var bad error
	err := r.Scan(store.Offsets, nil, nil, func(key, val []byte) bool {
		bad = t.row(key, val)
		return bad == nil
	})
	if err == nil {
		err = bad
	}
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", store.OffsetsFamily, err)
	}
	return t, nil
}

func (t *Table) row(key, val []byte) error {
	if len(key) == 0 || len(val) == 0 || val[0] != Format {
		return fmt.Errorf("row %q has version %d, expected %d: %w", key, version(val), Format, ErrFormat)
	}
	name, d := string(key[1:]), decoder{b: val[1:]}
	switch key[0] {
	case kindChangelog:
		c := Changelog{Topic: d.id(), Next: d.int64(), LeaderEpoch: d.int32(), Partitions: d.int32()}
		t.Changelogs[d.partition(name)] = c
	case kindSource:
		s := Source{Topic: d.id(), Next: d.int64()}
		t.Sources[d.partition(name)] = s
	case kindMeta:
		t.Meta = &Meta{Epoch: uint32(d.int32()), Time: d.int64(), Application: d.string(), Cluster: d.string(), Guarantee: d.string()}
	case kindLayout:
		t.Layouts[name] = string(d.take(len(d.b)))
	case kindMark:
		t.Marks[name] = d.int64()
	default:
		return fmt.Errorf("row %q is of an unknown kind: %w", key, ErrFormat)
	}
	if d.bad || len(d.b) > 0 {
		return fmt.Errorf("row %q has %d bytes that don't fit its kind; expected what version %d writes; delete the directory to restore it from the changelogs", key, len(val), Format)
	}
	return nil
}

func version(val []byte) int {
	if len(val) == 0 {
		return 0
	}
	return int(val[0])
}

// decoder reads fields; what doesn't fit makes it bad and gives zeroes.
type decoder struct {
	b   []byte
	bad bool
}

func (d *decoder) take(n int) []byte {
	if n < 0 || n > len(d.b) {
		d.bad, d.b = true, nil
		return make([]byte, 16)
	}
	b := d.b[:n]
	d.b = d.b[n:]
	return b
}

func (d *decoder) id() kafka.ID { return kafka.ID(d.take(16)) }
func (d *decoder) int64() int64 { return int64(binary.BigEndian.Uint64(d.take(8))) }
func (d *decoder) int32() int32 { return int32(binary.BigEndian.Uint32(d.take(4))) }

func (d *decoder) string() string {
	n, size := binary.Uvarint(d.b)
	if size <= 0 || n > uint64(len(d.b)) {
		d.bad = true
		return ""
	}
	d.take(size)
	return string(d.take(int(n)))
}

// partition splits the name of a partition's row: topic, 0, partition.
func (d *decoder) partition(name string) kafka.TP {
	topic, p, found := strings.Cut(name, "\x00")
	if !found || len(p) != 4 {
		d.bad = true
		return kafka.TP{}
	}
	return kafka.TP{Topic: topic, Partition: int32(binary.BigEndian.Uint32([]byte(p)))}
}
