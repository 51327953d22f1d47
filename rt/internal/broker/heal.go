package broker

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"
)

// Torn is a transaction whose commit was under way in kfake when the process died.
type Torn struct {
	TransactionalID string
	ProducerID      int64
	Epoch           int16
}

func (t Torn) String() string {
	return fmt.Sprintf("%s (producer %d, epoch %d)", t.TransactionalID, t.ProducerID, t.Epoch)
}

// transaction is one of a producer; with transaction.version 2 each has an epoch of its own.
type transaction struct {
	producer int64
	epoch    int16
}

// healed is what heal did.
type healed struct {
	torn               []Torn
	aborted, completed int   // transactions
	cut                int64 // bytes
}

// heal ends every transaction that is open in the logs of a directory that no broker has open: committed if a marker in
// another partition says so, aborted otherwise.
func heal(dir string) (healed, error) {
	var h healed
	logs, err := readLogs(filepath.Join(dir, "partitions"))
	if err != nil {
		return h, err
	}
	producers, cut, err := readProducers(filepath.Join(dir, "pids.log"))
	if err != nil {
		return h, err
	}
	_, lost, err := readJournal(filepath.Join(dir, "groups.log"))
	if err != nil {
		return h, err
	}
	h.cut = cut + lost
	commits := map[transaction]bool{} // with a commit marker somewhere
	for _, l := range logs {
		h.cut += l.cut
		for t := range l.commits {
			commits[t] = true
		}
	}
	ended := map[transaction]bool{}
	for _, l := range logs {
		if err := l.end(commits, time.Now().UnixMilli()); err != nil {
			return h, err
		}
		for _, t := range l.open {
			ended[t] = true
		}
	}
	for t := range ended {
		if commits[t] {
			h.completed++
		} else {
			h.aborted++
		}
	}
	for t := range commits {
		// kfake writes down the end of a transaction last of all.
		if p, ok := producers[t.producer]; ok && p.epoch == t.epoch && !p.ended {
			h.torn = append(h.torn, Torn{p.id, t.producer, t.epoch})
		}
	}
	slices.SortFunc(h.torn, func(a, b Torn) int { return bytes.Compare([]byte(a.String()), []byte(b.String())) })
	return h, nil
}

func readLogs(dir string) ([]*partition, error) {
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var logs []*partition
	for _, e := range entries {
		if !e.IsDir() {
			continue
		}
		l, err := readLog(filepath.Join(dir, e.Name()))
		if err != nil {
			return nil, err
		}
		logs = append(logs, l)
	}
	return logs, nil
}
