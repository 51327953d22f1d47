// Package harness runs the generated code of a batch: it is what the test binary of the batch is made of.
package harness

import (
	"encoding/json/v2"
	"fmt"
	"os"
	"runtime/debug"
	"testing"

	"github.com/stoatgen/stoatgen/rt"
	"github.com/stoatgen/stoatgen/rt/lane"
	"github.com/stoatgen/stoatgen/rt/record"
	"github.com/stoatgen/stoatgen/rt/rttest"
	"github.com/stoatgen/stoatgen/rt/store"
)

// Record is a record of a topic; nil is null. A rune of its key and its value is a byte. Header is the value of header h, empty for none. Without a topic it is a step of
// the clock.
type Record struct {
	Topic, Header string
	Key, Value    *string
	TS            int64
	Partition     int32 // of what is written
}

// Mode is how a job runs: what happens after each step, and over how many lanes and partitions.
type Mode string

const (
	Plain Mode = "plain"
	Kept  Mode = "crash-kept"
	Lost  Mode = "crash-lost"
	Lanes Mode = "lanes" // two lanes, three partitions
	Tight Mode = "tight" // hardly any row stays in memory
)

// Job is a topology with its inputs, one a step.
type Job struct {
	Topology string
	Mode     Mode
	Topics   []string
	Spread   []string // topics of three partitions that are written
	Steps    []Record
}

// Answer is what each step of a job wrote, topic by topic; a failure ends it.
type Answer struct {
	Steps   [][]Record
	Failure string
}

// Files are the environment's names of the file of jobs and of the file for the answers.
const JobsFile, AnswersFile = "STOAT_FUZZ_JOBS", "STOAT_FUZZ_ANSWERS"

// Run does all jobs and writes the answers.
func Run(t *testing.T, programs map[string]func(rt.Config) (*rt.App, error)) {
	b, err := os.ReadFile(os.Getenv(JobsFile))
	if err != nil {
		t.Fatal(err)
	}
	var jobs []Job
	if err := json.Unmarshal(b, &jobs); err != nil {
		t.Fatal(err)
	}
	answers := make([]Answer, len(jobs))
	for i := range jobs {
		t.Run(jobs[i].Topology, func(t *testing.T) { run(t, programs, &jobs[i], &answers[i]) })
	}
	if b, err = json.Marshal(answers); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(os.Getenv(AnswersFile), b, 0o644); err != nil {
		t.Fatal(err)
	}
}

func run(t *testing.T, programs map[string]func(rt.Config) (*rt.App, error), j *Job, a *Answer) {
	a.Failure = "the driver gave up, see the log"
	defer func() {
		if p := recover(); p != nil {
			a.Failure = fmt.Sprintf("panic: %v\n%s", p, debug.Stack())
		}
	}()
	app, err := programs[j.Topology](rt.Config{ApplicationID: "fuzz"})
	if err != nil {
		a.Failure = err.Error()
		return
	}
	options := []rttest.Option{rttest.OnProcess(unlucky)}
	partitions := int32(1)
	switch j.Mode {
	case Tight:
		options = append(options, rttest.Memory(store.Limits{Entries: 1}))
	case Lanes:
		options, partitions = append(options, rttest.Lanes(2)), 3
	}
	for _, topic := range j.Topics { // a pattern is matched against those that are said to be there
		options = append(options, rttest.Partitions(topic, partitions))
	}
	for _, topic := range j.Spread {
		options = append(options, rttest.Partitions(topic, 3))
	}
	d := rttest.New(t, app, options...)
	for _, s := range j.Steps {
		if s.Topic == "" {
			d.Advance(s.TS)
		} else {
			d.Pipe(piped(s))
		}
		if err := d.Err(); err != nil {
			a.Failure = err.Error()
			return
		}
		a.Steps = append(a.Steps, written(d))
		switch j.Mode {
		case Kept:
			d.Crash(rttest.Kept)
		case Lost:
			d.Crash(rttest.Lost)
		}
	}
	a.Failure = ""
}

// unlucky passes over what the functions of the topologies fail with on purpose.
func unlucky(f *lane.Failure) lane.Verdict {
	if f.Cause.Error() == "unlucky" {
		return lane.Continue
	}
	return lane.Stop
}

// Runes are bytes as text, which JSON carries: a rune each.
func Runes(b []byte) string {
	r := make([]rune, len(b))
	for i := range b {
		r[i] = rune(b[i])
	}
	return string(r)
}

// Bytes are what Runes were made of.
func Bytes(s string) []byte {
	b := []byte{}
	for _, r := range s {
		b = append(b, byte(r))
	}
	return b
}

func piped(s Record) rttest.Record {
	r := rttest.Record{Topic: s.Topic, Partition: -1, Timestamp: s.TS}
	if s.Key != nil {
		r.Key = Bytes(*s.Key)
	}
	if s.Value != nil {
		r.Value = Bytes(*s.Value)
	}
	if s.Header != "" {
		r.Headers = record.Headers{{Name: "h", Value: []byte(s.Header)}}
	}
	return r
}

func written(d *rttest.Driver) (out []Record) {
	for _, topic := range d.Unread() {
		for _, r := range d.Read(topic) {
			x := Record{Topic: topic, TS: r.Timestamp, Partition: r.Partition}
			if r.Key != nil {
				x.Key = new(Runes(r.Key))
			}
			if r.Value != nil {
				x.Value = new(Runes(r.Value))
			}
			if len(r.Headers) > 0 {
				x.Header = string(r.Headers[0].Value)
			}
			out = append(out, x)
		}
	}
	return out
}
