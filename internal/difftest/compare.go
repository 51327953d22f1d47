package difftest

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/stoatgen/stoatgen/rt/lane"
	"github.com/stoatgen/stoatgen/rt/record"
	"github.com/stoatgen/stoatgen/rt/rttest"
)

func raw(s, h *string) []byte {
	switch {
	case h != nil:
		b, err := hex.DecodeString(*h)
		if err != nil {
			panic("difftest: the vector's hex " + *h + " is none")
		}
		return b
	case s == nil:
		return nil
	}
	return []byte(*s)
}

func text(s *string) string {
	if s == nil {
		return "null"
	}
	return fmt.Sprintf("%q", *s)
}

func headers(pairs [][2]*string) (h record.Headers) {
	for _, p := range pairs {
		if name := *p[0]; name == "v" || name == "c" { // the README: only these come as hex
			h = append(h, record.Header{Name: name, Value: raw(nil, p[1])})
			continue
		}
		h = append(h, record.Header{Name: *p[0], Value: raw(p[1], nil)})
	}
	return h
}

// javaText are the headers of a dead letter whose text is Java's: any text that isn't empty is right.
var javaText = []string{"__streams.errors.exception", "__streams.errors.stacktrace", "__streams.errors.message"}

// print is a record on one line, Java's texts left out.
func print(key, value []byte, ts int64, h record.Headers) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s=%s @%d", quote(key), quote(value), ts)
	for _, x := range h {
		if slices.Contains(javaText, x.Name) && len(x.Value) > 0 {
			fmt.Fprintf(&b, " %s", x.Name)
			continue
		}
		fmt.Fprintf(&b, " %s:%s", x.Name, quote(x.Value))
	}
	return b.String()
}

func quote(b []byte) string {
	if b == nil {
		return "null"
	}
	return fmt.Sprintf("%q", b)
}

// compareOutputs holds what a step produced against the oracle: the same topics, each with the same sequence.
func compareOutputs(d *rttest.Driver, v *Vector, want map[string][]Record) error {
	for _, topic := range d.Unread() {
		if !v.shows(topic) {
			d.Read(topic)
			continue
		}
		if len(want[topic]) == 0 {
			r := d.Read(topic)[0]
			return fmt.Errorf("topic %q got %s, Kafka Streams writes nothing there", topic, print(r.Key, r.Value, r.Timestamp, r.Headers))
		}
	}
	for topic, records := range want {
		got := d.Read(topic)
		if v.PerKey {
			records = slices.SortedStableFunc(slices.Values(records), func(a, b Record) int {
				return bytes.Compare(raw(a.Key, a.KeyHex), raw(b.Key, b.KeyHex))
			})
			slices.SortStableFunc(got, func(a, b rttest.Record) int { return bytes.Compare(a.Key, b.Key) })
		}
		if v.Last {
			records = lasts(records, func(r Record) []byte { return raw(r.Key, r.KeyHex) })
			got = lasts(got, func(r rttest.Record) []byte { return r.Key })
		}
		for i, w := range records {
			if w.TS == nil && i < len(got) {
				w.TS = &got[i].Timestamp
			}
			ws := print(raw(w.Key, w.KeyHex), raw(w.Value, w.ValueHex), w.time(), headers(w.Headers))
			if i >= len(got) {
				return fmt.Errorf("topic %q record %d: nothing, Kafka Streams writes %s", topic, i, ws)
			}
			if w.Value != nil && strings.ContainsRune(*w.Value, utf8.RuneError) {
				got[i].Value = decoded(got[i].Value)
			}
			if gs := print(got[i].Key, got[i].Value, got[i].Timestamp, got[i].Headers); gs != ws {
				return fmt.Errorf("topic %q record %d:\n\tgot  %s\n\twant %s", topic, i, gs, ws)
			}
		}
		if len(got) > len(records) {
			r := got[len(records)]
			return fmt.Errorf("topic %q record %d: %s, Kafka Streams writes no more", topic, len(records), print(r.Key, r.Value, r.Timestamp, r.Headers))
		}
	}
	return nil
}

// lasts is the last record of each key, where those of one key lie together.
func lasts[R any](records []R, key func(R) []byte) (out []R) {
	for i, r := range records {
		if i+1 == len(records) || !bytes.Equal(key(r), key(records[i+1])) {
			out = append(out, r)
		}
	}
	return out
}

// hidden are stores that Kafka Streams' driver doesn't show.
var hidden = map[lane.StoreKind]bool{lane.Unmatched: true, lane.Suppressed: true, lane.Session: true, lane.Versioned: true, lane.Waiting: true}

// decoded is bytes as Java decodes them for a vector that shows them as text: U+FFFD in place of each longest piece of a
// character that is not whole.
func decoded(b []byte) (text []byte) {
	for len(b) > 0 {
		r, n := utf8.DecodeRune(b)
		if r == utf8.RuneError && n == 1 {
			for n < len(b) && n < 4 && !utf8.FullRune(b[:n]) && begins(b[:n+1]) {
				n++
			}
		}
		text, b = utf8.AppendRune(text, r), b[n:]
	}
	return text
}

// begins says whether some bytes are the beginning of a character, or all of it.
func begins(b []byte) bool { return !utf8.FullRune(b) || utf8.Valid(b) }

// compareStores holds the stores against the oracle, as sets of rows.
func compareStores(d *rttest.Driver, want map[string][]Row) error {
	for _, name := range d.Stores() {
		if _, ok := want[name]; !ok && !hidden[d.Kind(name)] {
			return fmt.Errorf("store %q: Kafka Streams has none of that name", name)
		}
	}
	for name, rows := range want {
		if !slices.Contains(d.Stores(), name) {
			return fmt.Errorf("store %q is missing", name)
		}
		got := d.Rows(name)
		if d.Kind(name) == lane.Subscriptions {
			for i := range got {
				got[i] = subscription(got[i])
			}
		}
		for _, w := range rows {
			i := slices.IndexFunc(got, func(g rttest.Row) bool { return same(g, w) })
			if i < 0 {
				return fmt.Errorf("store %q: row %s=%s @%d is missing; it has %s", name, w.Key, text(w.Value), w.TS, list(got))
			}
			got = slices.Delete(got, i, i+1)
		}
		if len(got) > 0 {
			return fmt.Errorf("store %q: more rows than Kafka Streams has: %s", name, list(got))
		}
	}
	return nil
}

// same says whether a row prints as the oracle prints it: text as it is, a long as its digits, a windowed key as
// [key@start/end], whose end isn't in the bytes.
func same(g rttest.Row, w Row) bool {
	return g.Timestamp == w.TS && sameKey(g.Key, w.Key) && sameValue(g.Value, w.Value)
}

func sameKey(b []byte, w string) bool {
	if key, end, ok := strings.Cut(w, "@"); ok && strings.HasPrefix(w, "[") && len(b) >= 8 {
		start, _, _ := strings.Cut(end, "/")
		n := len(b) - 8
		return string(b[:n]) == key[1:] && fmt.Sprint(int64(binary.BigEndian.Uint64(b[n:]))) == start
	}
	return sameValue(b, &w)
}

func sameValue(b []byte, w *string) bool {
	switch {
	case w == nil:
		return b == nil
	case string(b) == *w:
		return true
	}
	return len(b) == 8 && fmt.Sprint(int64(binary.BigEndian.Uint64(b))) == *w
}

func list(rows []rttest.Row) string {
	var b strings.Builder
	for _, r := range rows {
		fmt.Fprintf(&b, "\n\t%q=%q @%d", r.Key, r.Value, r.Timestamp)
	}
	if len(rows) == 0 {
		return "none"
	}
	return b.String()
}
