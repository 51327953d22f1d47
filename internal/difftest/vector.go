package difftest

import (
	"encoding/json/v2"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Vector is one answer of the oracle, as its README describes the file.
type Vector struct {
	Name   string            `json:"name"`
	Config map[string]string `json:"config"`
	Steps  []Step            `json:"steps"`
	Stores map[string][]Row  `json:"stores"`

	// PerKey compares what a step writes to a topic key by key: all that several lanes promise.
	PerKey bool `json:"-"`

	// Last compares the last record of each key alone: with caches Kafka Streams' driver commits, and so sends, whenever a record
	// of an internal topic is processed, where a step here is one epoch.
	Last bool `json:"-"`
}

// Step is a record that is piped, or a move of the wall clock, with what it produced.
type Step struct {
	In      *Record             `json:"in"`
	Advance int64               `json:"advance_ms"`
	Out     map[string][]Record `json:"out"`
	Error   string              `json:"error"`
}

// Record is a record of a topic. Text is nil for null; the hex forms stand in for it where bytes are shown.
type Record struct {
	Topic    string       `json:"topic"`
	Key      *string      `json:"key"`
	Value    *string      `json:"value"`
	KeyHex   *string      `json:"key_hex"`
	ValueHex *string      `json:"value_hex"`
	TS       *int64       `json:"ts"` // nil: the producer's own, which is not compared
	Headers  [][2]*string `json:"headers"`
}

// time is the timestamp.
func (r *Record) time() int64 {
	if r.TS == nil {
		return 0
	}
	return *r.TS
}

// shows says whether what a topic gets is part of the answer: a case shows internal topics of a kind or it doesn't.
func (v *Vector) shows(topic string) bool {
	k := kind(topic)
	return k == "" || v.has(k)
}

// has says whether a topic of a kind is in the answer.
func (v *Vector) has(k string) bool {
	for _, s := range v.Steps {
		for topic := range s.Out {
			if kind(topic) == k {
				return true
			}
		}
	}
	return false
}

// internalTopics are the kinds of Kafka Streams' internal topics.
var internalTopics = []string{"changelog", "repartition", "subscription-registration", "subscription-response"}

// kind is which internal topic a topic is, by its name; "": none.
func kind(topic string) string {
	name := strings.ToLower(topic)
	for _, k := range internalTopics {
		if strings.HasSuffix(name, "-"+k) || strings.Contains(name, k) && strings.HasSuffix(name, "-topic") {
			return k
		}
	}
	return ""
}

// Row is a row of a store.
type Row struct {
	Key   string  `json:"key"`
	Value *string `json:"value"`
	TS    int64   `json:"ts"`
}

// Load reads a vector.
func Load(file string) (*Vector, error) {
	b, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	v := &Vector{}
	if err := json.Unmarshal(b, v); err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return v, nil
}

// Files are the vectors of a case in a directory of the oracle's layout: one, or one a seed for a fuzz family. None is
// fine: a directory with other inputs needn't have every case.
func Files(dir, name string) ([]string, error) {
	pattern := filepath.Join(dir, filepath.FromSlash(name)+".json")
	if strings.HasPrefix(name, "fuzz/") {
		pattern = filepath.Join(dir, filepath.FromSlash(name), "*.json")
	}
	files, err := filepath.Glob(pattern)
	slices.Sort(files)
	return files, err
}
