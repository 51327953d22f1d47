package rttest

import (
	"bytes"
	"encoding/json/jsontext"
	"encoding/json/v2"
	"flag"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stoatgen/stoatgen/rt/record"
)

func init() {
	if flag.Lookup("update") == nil { // another package of golden files may have it already
		flag.Bool("update", false, "rewrite golden files with what the topology writes now")
	}
}

// Form is how a topic's records read in a golden file: key and value as JSON.
type Form struct{ key, value form }

type form struct {
	print func([]byte) ([]byte, error)
	parse func([]byte) ([]byte, error)
}

// FormOf makes a topic's form from its codecs: a type prints as encoding/json/v2 prints it.
func FormOf[K, V any](key Codec[K], value Codec[V]) Form { return Form{formOf(key), formOf(value)} }

func formOf[T any](c Codec[T]) form {
	return form{func(b []byte) ([]byte, error) {
		v, err := c.Decode(b)
		if err != nil {
			return nil, err
		}
		return json.Marshal(v, json.Deterministic(true))
	}, func(b []byte) ([]byte, error) {
		var v T
		if err := json.Unmarshal(b, &v); err != nil {
			return nil, err
		}
		return c.Append([]byte{}, v)
	}}
}

// Forms are the forms of the topics that a golden file names.
type Forms map[string]Form

// Golden runs a file of steps through an application and compares what it writes with what the file says. One line is
// one thing:
//
//	# a comment
//	in flights "JFK" {"delay":12} @1000          a record: topic, key, value, timestamp in milliseconds
//	in flights "JFK" null @2000 trace="7"        null, and a header
//	clock 1m                                     moves the wall clock
//	crash                                        stops without warning and starts again with the state kept
//	crash lost                                   the same with the state directory gone
//	out delays "JFK" {"n":1} @1000               what the step above it writes; by topic, in the order of the topic
//	error                                        the step above stops the application; a crash starts it again
//
// go test -update rewrites the file: the steps and comments stay, the out lines become what the topology writes now.
func Golden(t *testing.T, app Programmed, file string, forms Forms, options ...Option) {
	t.Helper()
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	g := &golden{file: file, forms: forms, d: New(t, app, options...)}
	got, err := g.run(want)
	if err != nil {
		t.Fatal(err)
	}
	if bytes.Equal(got, want) {
		return
	}
	if flag.Lookup("update").Value.String() == "true" {
		if err := os.WriteFile(file, got, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	t.Errorf("%s differs (go test -update rewrites it):\n%s", file, diff(string(want), string(got)))
}

type golden struct {
	file  string
	forms Forms
	d     *Driver
	out   bytes.Buffer

	stopped bool // until the next crash
}

// run replays the steps and returns the file as it should be.
func (g *golden) run(file []byte) ([]byte, error) {
	pending := false // a step's outputs aren't written yet
	n := 0
	for line := range strings.Lines(string(file)) {
		n++
		line = strings.TrimRight(line, " \t\r\n")
		word, rest, _ := strings.Cut(line, " ")
		if word == "out" || word == "error" {
			continue
		}
		if pending {
			if err := g.outputs(); err != nil {
				return nil, fmt.Errorf("%s:%d: %w", g.file, n, err)
			}
		}
		if word != "" && word[0] != '#' {
			if err := g.step(word, rest); err != nil {
				return nil, fmt.Errorf("%s:%d: %w", g.file, n, err)
			}
			pending = true
		} else {
			pending = false
		}
		g.out.WriteString(line + "\n")
	}
	if err := g.outputs(); err != nil {
		return nil, fmt.Errorf("%s: %w", g.file, err)
	}
	return g.out.Bytes(), nil
}

func (g *golden) step(word, rest string) error {
	switch word {
	case "in":
		r, err := g.record(rest)
		if err != nil {
			return err
		}
		g.d.Pipe(r)
	case "clock":
		by, err := time.ParseDuration(rest)
		if err != nil {
			return fmt.Errorf("clock %s: expected a duration such as 90s", rest)
		}
		g.d.Advance(by.Milliseconds())
	case "crash":
		if rest != "" && rest != "lost" {
			return fmt.Errorf("crash %s: expected crash, or crash lost", rest)
		}
		c := Kept
		if rest == "lost" {
			c = Lost
		}
		g.d.Crash(c)
		g.stopped = false
	default:
		return fmt.Errorf("%q: expected in, out, clock, crash, error or a comment", word)
	}
	return nil
}

// record parses: topic key value @timestamp name="header"...
func (g *golden) record(line string) (r Record, err error) {
	topic, rest, _ := strings.Cut(strings.TrimLeft(line, " "), " ")
	f, ok := g.forms[topic]
	if !ok {
		return r, fmt.Errorf("topic %q has no form: add it to the Forms of the test", topic)
	}
	r.Topic, r.Partition = topic, -1
	in := strings.NewReader(rest)
	dec := jsontext.NewDecoder(in, jsontext.AllowDuplicateNames(true))
	if r.Key, err = parse(dec, f.key); err != nil {
		return r, fmt.Errorf("key of %q: %w", topic, err)
	}
	if r.Value, err = parse(dec, f.value); err != nil {
		return r, fmt.Errorf("value of %q: %w", topic, err)
	}
	fields := strings.Fields(rest[dec.InputOffset():])
	if len(fields) == 0 || fields[0][0] != '@' {
		return r, fmt.Errorf("record of %q: expected a timestamp such as @1000 behind the value", topic)
	}
	if r.Timestamp, err = strconv.ParseInt(fields[0][1:], 10, 64); err != nil {
		return r, fmt.Errorf("record of %q: timestamp %s: expected milliseconds", topic, fields[0])
	}
	for _, h := range fields[1:] {
		name, quoted, _ := strings.Cut(h, "=")
		value, err := strconv.Unquote(quoted)
		if err != nil {
			return r, fmt.Errorf("record of %q: header %s: expected name=\"value\"", topic, h)
		}
		r.Headers = append(r.Headers, record.Header{Name: name, Value: []byte(value)})
	}
	return r, nil
}

func parse(dec *jsontext.Decoder, f form) ([]byte, error) {
	v, err := dec.ReadValue()
	if err == io.EOF {
		return nil, fmt.Errorf("expected a JSON value")
	}
	if err != nil || v.Kind() == 'n' {
		return nil, err
	}
	return f.parse(v)
}

// outputs writes what the last step produced.
func (g *golden) outputs() error {
	if g.d.Err() != nil {
		if !g.stopped {
			g.out.WriteString("error\n")
		}
		g.stopped = true
		return nil
	}
	for _, topic := range g.d.Unread() {
		f, ok := g.forms[topic]
		if !ok {
			return fmt.Errorf("the topology writes to topic %q, which has no form: add it to the Forms of the test", topic)
		}
		for _, r := range g.d.Read(topic) {
			key, err := show(r.Key, f.key)
			if err != nil {
				return fmt.Errorf("key of %q: %w", topic, err)
			}
			value, err := show(r.Value, f.value)
			if err != nil {
				return fmt.Errorf("value of %q: %w", topic, err)
			}
			fmt.Fprintf(&g.out, "out %s %s %s @%d", topic, key, value, r.Timestamp)
			for _, h := range r.Headers {
				fmt.Fprintf(&g.out, " %s=%q", h.Name, h.Value)
			}
			g.out.WriteString("\n")
		}
	}
	return nil
}

func show(b []byte, f form) ([]byte, error) {
	if b == nil {
		return []byte("null"), nil
	}
	return f.print(b)
}
