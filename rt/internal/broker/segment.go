package broker

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/stoatgen/stoatgen/rt/codec"
)

// kfake keeps a partition in segments: <first offset>.dat with the record batches as they go over the wire, and
// <first offset>.idx with 15 bytes for each batch, written after it: version, low byte of a checksum, leader epoch,
// largest timestamp so far, flags (1: in a transaction when it was written).
const indexEntry = 15

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// partition is what a walk over a partition's batches found.
type partition struct {
	last    string // path of the last segment, without extension; empty if there is none
	next    int64
	epoch   uint32 // of the last index entry
	open    map[int64]transaction
	commits map[transaction]bool
	cut     int64 // bytes behind the last batch that has an index entry
}

func readLog(dir string) (*partition, error) {
	names, err := filepath.Glob(filepath.Join(dir, "*.dat"))
	if err != nil {
		return nil, err
	}
	bases := make([]int64, 0, len(names))
	for _, n := range names {
		base, err := strconv.ParseInt(strings.TrimSuffix(filepath.Base(n), ".dat"), 10, 64)
		if err != nil {
			return nil, fmt.Errorf("%s: a segment is named by its first offset", n)
		}
		bases = append(bases, base)
	}
	slices.Sort(bases)
	p := &partition{open: map[int64]transaction{}, commits: map[transaction]bool{}}
	for i, base := range bases {
		p.last, p.next = filepath.Join(dir, strconv.FormatInt(base, 10)), base
		if err := p.segment(i == len(bases)-1); err != nil {
			return nil, err
		}
	}
	return p, nil
}

// segment walks over a segment's batches. The last one is cut behind its last batch that has an index entry.
func (p *partition) segment(last bool) error {
	f, err := os.OpenFile(p.last+".dat", os.O_RDWR, 0)
	if err != nil {
		return err
	}
	defer f.Close()
	index, err := os.ReadFile(p.last + ".idx")
	if err != nil && !os.IsNotExist(err) {
		return err
	}
	r := bufio.NewReaderSize(f, 256<<10)
	at, n := int64(0), 0
	for ; (n+1)*indexEntry <= len(index) || !last; n++ {
		h, batch, err := p.batch(r)
		if err == io.EOF || err == io.ErrUnexpectedEOF {
			break
		}
		if err != nil {
			return fmt.Errorf("%s.dat at byte %d: %w", p.last, at, err)
		}
		p.note(h, batch)
		at += int64(h.Size)
		if (n+1)*indexEntry <= len(index) {
			p.epoch = binary.LittleEndian.Uint32(index[n*indexEntry+2:])
		}
	}
	if !last {
		return nil
	}
	return p.trim(f, at, int64(n)*indexEntry)
}

// trim cuts the last segment to so many bytes of batches and of index.
func (p *partition) trim(f *os.File, batches, index int64) error {
	info, err := f.Stat()
	if err != nil {
		return err
	}
	if p.cut = info.Size() - batches; p.cut > 0 {
		if err := f.Truncate(batches); err != nil {
			return err
		}
	}
	err = os.Truncate(p.last+".idx", index)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

// batch reads the next batch's header, and a control batch whole.
func (p *partition) batch(r *bufio.Reader) (h codec.Head, batch []byte, err error) {
	head, err := r.Peek(codec.HeadSize)
	if err != nil {
		return h, nil, err
	}
	h, ok := codec.ReadHead(head)
	if !ok {
		return h, nil, io.ErrUnexpectedEOF // as kfake does: what follows is cut off
	}
	if h.Control {
		batch = make([]byte, h.Size)
		_, err = io.ReadFull(r, batch)
		return h, batch, err
	}
	if _, err = r.Discard(h.Size); err == io.EOF {
		err = io.ErrUnexpectedEOF
	}
	return h, nil, err
}

func (p *partition) note(h codec.Head, batch []byte) {
	p.next = h.Last + 1
	t := transaction{h.ProducerID, h.Epoch}
	switch {
	case h.Control:
		delete(p.open, h.ProducerID)
		if commit, ok := codec.Marker(batch); ok && commit {
			p.commits[t] = true
		}
	case h.Transactional:
		p.open[h.ProducerID] = t
	}
}

// end writes a marker for each open transaction behind the last segment. The batch goes first, as kfake does it, so
// that a kill in between is cut off the next time.
func (p *partition) end(commits map[transaction]bool, now int64) error {
	for _, t := range p.open {
		marker := codec.AppendMarker(nil, p.next, t.producer, t.epoch, commits[t], now)
		entry := make([]byte, indexEntry)
		entry[0] = 1
		binary.LittleEndian.PutUint32(entry[2:], p.epoch)
		binary.LittleEndian.PutUint64(entry[6:], uint64(now))
		entry[1] = byte(crc32.Checksum(entry[2:], castagnoli))
		if err := appendTo(p.last+".dat", marker); err != nil {
			return err
		}
		if err := appendTo(p.last+".idx", entry); err != nil {
			return err
		}
		p.next++
	}
	return nil
}

func appendTo(path string, b []byte) error {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_APPEND|os.O_CREATE, 0o644)
	if err != nil {
		return err
	}
	if _, err := f.Write(b); err != nil {
		f.Close()
		return err
	}
	return f.Close()
}
