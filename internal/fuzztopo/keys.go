package main

import (
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"

	"github.com/stoatgen/stoatgen/internal/fuzztopo/harness"
	"github.com/stoatgen/stoatgen/rt/record"
)

// keys say how keys are written; zero is text. The model sees each key as its text, as functions do.
type keys struct {
	form string // time, session, number, thing
	size int64  // of time windows, in milliseconds
	null bool   // functions see those that are null
}

// forms are those without windows: their type, their codec, and the text of what functions see where there is no key.
var forms = map[string]struct{ typed, codec, zero string }{
	"":       {"string", "dsl.String()", ""},
	"number": {"int64", "dsl.Int64()", text(int64(0))},
	"thing":  {"thing", "dsl.JSON[thing]()", text(thing{})},
}

// orNull are keys as a view shows them.
func (k keys) orNull(null bool) keys {
	k.null = null
	return k
}

// windowed says whether they have windows.
func (k keys) windowed() bool { return k.form == "time" || k.form == "session" }

// typed is their type.
func (k keys) typed() string {
	switch {
	case k.null:
		return "*" + k.orNull(false).typed()
	case k.windowed():
		return "record.Windowed[string]"
	}
	return forms[k.form].typed
}

// codec spells how they are read and written.
func (k keys) codec() string {
	switch {
	case k.null:
		return "dsl.Nullable(" + k.orNull(false).codec() + ")"
	case k.form == "time":
		return fmt.Sprintf("dsl.TimeWindowed(dsl.String(), %s)", ms(k.size))
	case k.form == "session":
		return "dsl.SessionWindowed(dsl.String())"
	}
	return forms[k.form].codec
}

// zero is the text of what functions see where there is no key.
func (k keys) zero() string {
	switch {
	case k.null:
		return text[*string](nil)
	case k.windowed():
		return text(record.Windowed[string]{})
	}
	return forms[k.form].zero
}

// written are the bytes of a key, as Kafka Streams' serializers write them.
func (k keys) written(s string) []byte {
	if k.form == "number" {
		n, _ := strconv.ParseInt(s, 10, 64)
		return binary.BigEndian.AppendUint64(nil, uint64(n))
	}
	if !k.windowed() {
		return []byte(s)
	}
	at := strings.LastIndexByte(s, '@')
	var start, end int64
	fmt.Sscanf(s[at:], "@%d/%d", &start, &end)
	b := []byte(s[:at])
	if k.form == "session" {
		b = binary.BigEndian.AppendUint64(b, uint64(end))
	}
	return binary.BigEndian.AppendUint64(b, uint64(start))
}

// random is a key at about a time, as Record has it: one of few.
func (k keys) random(r *rand.Rand, now int64) string {
	s := string(rune('a' + r.IntN(3)))
	switch {
	case k.form == "number":
		s = text(r.Int64N(3) - 1)
	case k.form == "thing":
		s = text(thing{s, r.Int64N(2)})
	case k.windowed():
		w := record.Windowed[string]{Key: s, Start: max(0, now/10-r.Int64N(2)) * 10}
		if w.End = w.Start + k.size; k.form == "session" {
			w.End += r.Int64N(2) * 4
		}
		s = text(w)
	}
	return harness.Runes(k.written(s))
}

// read is the text of a key's bytes.
func (k keys) read(b []byte) string {
	last := func() (n int64) {
		n = int64(binary.BigEndian.Uint64(b[len(b)-8:]))
		b = b[:len(b)-8]
		return n
	}
	switch k.form {
	case "number":
		return text(last())
	case "time":
		start := last()
		return text(record.Windowed[string]{Key: string(b), Start: start, End: start + k.size})
	case "session":
		start, end := last(), last()
		return text(record.Windowed[string]{Key: string(b), Start: start, End: end})
	}
	return string(b)
}

// keys are how a topic's keys are written.
func (t *topology) keys(topic string) keys {
	for _, o := range t.Ops {
		for _, s := range o.Topics {
			if s == topic {
				return o.Keys
			}
		}
	}
	return keys{}
}

// keys are how keys of such windows are written to a topic; endless ones have no such codec here.
func (w window) keys() (k keys, ok bool) {
	switch w.Kind {
	case "tumbling", "hopping", "sliding":
		return keys{form: "time", size: w.Size}, true
	case "session":
		return keys{form: "session"}, true
	}
	return keys{}, false
}
