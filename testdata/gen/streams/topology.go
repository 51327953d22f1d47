// Package streams has the operators of streams: how they are fused, what becomes a method, how failures end.
package streams

import (
	"errors"
	"strings"

	"github.com/stoatgen/stoatgen/dsl"
	"github.com/stoatgen/stoatgen/rt/record"
)

// App carries what functions need at run time.
type App struct {
	Suffix string
	Seen   func(string)
}

var errRefused = errors.New("refused")

// Shout is a method of the receiver.
func (a *App) Shout(v string) string { return strings.ToUpper(v + a.Suffix) }

// Note is a method without a result.
func (a *App) Note(k, v string) { a.Seen(k + "=" + v) }

// Word is a value with methods.
type Word string

// Long is a method expression's.
func (w Word) Long() bool { return len(w) > 3 }

func checked(v string) (string, error) {
	if strings.EqualFold(v, "bad") {
		return "", errRefused
	}
	return v, nil
}

func words(v string, emit func(string)) {
	for w := range strings.FieldsSeq(v) {
		emit(w)
	}
}

func pairs(k, v string, emit func(string, string)) error {
	if k == "bad" {
		return errRefused
	}
	emit(v, k)
	emit(k, v)
	return nil
}

func crash(v string) string {
	if strings.EqualFold(v, "crash") {
		panic("crashed")
	}
	return v
}

// Fan has children of every kind: simple ones inline, failing ones apart.
func (a *App) Fan(b *dsl.Builder) {
	s := b.Stream("in", dsl.String(), dsl.String()).MapValues(a.Shout)
	s.To("copy")
	s.TryMapValues(checked).To("checked")
	s.MapValues(crash).To("crashed")
	s.Peek(a.Note).ForEach(func(k, v string) { a.Seen(v + k) })
}

// Flat emits several records for one; each runs by itself.
func Flat(b *dsl.Builder) {
	s := b.Stream("in", dsl.String(), dsl.String())
	s.FlatMapValues(words).MapValues(crash).To("words")
	s.FlatMapValues(words).To("plain")
	s.TryFlatMap(pairs).To("pairs")
}

// Merged joins three streams; what follows is one method.
func Merged(b *dsl.Builder) {
	a := b.Stream("a", dsl.String(), dsl.String())
	c := b.StreamOf([]string{"b", "c"}, dsl.String(), dsl.String()).SelectKey(func(_, v string) string { return v })
	d := b.StreamMatching("d-.*", dsl.String(), dsl.String()).MapValues(crash)
	a.Merge(c).Merge(d).
		TryFilter(func(_, v string) (bool, error) { _, err := checked(v); return v != "no", err }).
		FilterNot(func(k, _ string) bool { return k == "not" }).
		To("merged")
}

// Routed splits, and computes topics from the whole record.
func Routed(b *dsl.Builder) {
	s := b.Stream("in", dsl.String(), dsl.JSON[Word]()).Split(dsl.Name("by-"))
	long := s.Branch(func(_ string, w Word) bool { return w.Long() }, dsl.Name("length"))
	rest := s.Default(dsl.Name("rest"))
	long.ToFunc(func(r record.Record[string, Word], m record.Metadata) string {
		if v, ok := r.Headers.Last("to"); ok {
			return string(v)
		}
		return m.Topic + "-" + string(r.Value)
	})
	rest.Repartition(dsl.Name("moved"), dsl.Partitions(2)).MapValuesWithKey(func(k string, w Word) Word { return Word(k) + w }).To("rest")
}
