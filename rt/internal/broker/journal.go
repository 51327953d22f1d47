package broker

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io/fs"
	"os"
)

// kfake keeps producers and committed offsets in pids.log and groups.log: entries of length (of what follows the
// checksum), checksum, version and JSON.
const entryHead = 10

// readJournal returns the entries' JSON and cuts the file behind the last whole one: kfake would go on writing behind
// the rest, and read nothing of it at the next start.
func readJournal(path string) (entries [][]byte, cut int64, err error) {
	raw, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, 0, nil
	}
	if err != nil {
		return nil, 0, err
	}
	b := raw
	for len(b) >= entryHead {
		size := int64(binary.LittleEndian.Uint32(b))
		if size < 2 || size > int64(len(b)-8) || crc32.Checksum(b[8:8+size], castagnoli) != binary.LittleEndian.Uint32(b[4:]) {
			break
		}
		entries = append(entries, b[entryHead:8+size])
		b = b[8+size:]
	}
	if len(b) == 0 {
		return entries, 0, nil
	}
	return entries, int64(len(b)), os.Truncate(path, int64(len(raw)-len(b)))
}

// producer is what kfake last wrote down about a producer id.
type producer struct {
	id    string // transactional
	epoch int16
	ended bool // the transaction of that epoch
}

func readProducers(path string) (map[int64]producer, int64, error) {
	entries, cut, err := readJournal(path)
	if err != nil {
		return nil, 0, err
	}
	out := map[int64]producer{}
	for _, raw := range entries {
		var e struct {
			Type          string `json:"type"` // init, endtx or timeout
			Producer      int64  `json:"pid"`
			Epoch         int16  `json:"epoch"`
			Transactional string `json:"txid"`
		}
		if err := json.Unmarshal(raw, &e); err != nil {
			return nil, 0, fmt.Errorf("%s: %w", path, err)
		}
		p := out[e.Producer]
		if e.Transactional != "" {
			p.id = e.Transactional
		}
		p.epoch, p.ended = e.Epoch, e.Type != "init"
		out[e.Producer] = p
	}
	return out, cut, nil
}
