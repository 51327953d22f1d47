package ready

import (
	"strconv"
	"time"

	"github.com/stoatgen/stoatgen/dsl"
	"github.com/stoatgen/stoatgen/rt/record"
)

const ms = time.Millisecond

// The closed library of the fuzz and edge cases. A null prints as "null", as Java's + does.

func zero() string                                 { return "0" }
func agg(_ string, v, a string) string             { return a + "+" + v }
func aggNull(_ string, v *string, a string) string { return a + "+" + text(v) }
func sub(_ string, v, a string) string             { return a + "-" + v }
func plus(a, v string) string                      { return a + "+" + v }
func minus(a, v string) string                     { return a + "-" + v }
func join(x, y string) string                      { return x + "-" + y }
func joinLeft(x string, y *string) string          { return x + "-" + text(y) }
func joinOuter(x, y *string) string                { return text(x) + "-" + text(y) }
func last(v string) string                         { return v[len(v)-1:] }
func fk(_ string, v string) (string, bool)         { return last(v), last(v) != "0" }
func byLast(_ string, v string) (string, string)   { return last(v), v }
func even(_ string, v string) bool                 { return (v[len(v)-1]-'0')%2 == 0 }

// text prints a null as "null"; number and orNull keep a null null.
func text(s *string) string {
	if s == nil {
		return "null"
	}
	return *s
}

func number(n int64) string { return strconv.FormatInt(n, 10) }

func numberText(n *int64) string {
	if n == nil {
		return "null"
	}
	return number(*n)
}

func orNull(n *int64) *string {
	if n == nil {
		return nil
	}
	s := number(*n)
	return &s
}

// windowed prints a windowed key as key@start/end. Generic: the value isn't looked at, and the DSL infers its type.
func windowed[V any](w record.Windowed[string], _ V) string {
	return w.Key + "@" + strconv.FormatInt(w.Start, 10) + "/" + strconv.FormatInt(w.End, 10)
}

// Sources and sinks that the cases share; stoatgen inlines them.

func stream(b *dsl.Builder, topic string) dsl.KStream[string, string] {
	return b.Stream(topic, dsl.String(), dsl.String())
}

func streamNullable(b *dsl.Builder, topic string) dsl.KStream[string, *string] {
	return b.Stream(topic, dsl.String(), dsl.Nullable(dsl.String()))
}

func table(b *dsl.Builder, topic string) dsl.KTable[string, string] {
	return b.Table(topic, dsl.String(), dsl.String())
}

func tableAs(b *dsl.Builder, topic, store string) dsl.KTable[string, string] {
	return b.Table(topic, dsl.String(), dsl.String(), dsl.As(store))
}

func grouped(b *dsl.Builder) dsl.KGroupedStream[string, string] {
	return stream(b, "in").GroupByKey()
}

func groupedNullable(b *dsl.Builder) dsl.KGroupedStream[string, *string] {
	return streamNullable(b, "in").GroupByKey()
}

// out writes a table's updates, deletes as null.
func out(t dsl.KTable[string, string]) { t.ToStream().To("out") }

// outCount writes counts as text, a null count as null (Java's v == null ? null : ...); outCountText writes that as "null" (Java's "" + v).
func outCount(t dsl.KTable[string, int64]) { t.ToStream().MapValues(number).To("out") }

func outCountText(t dsl.KTable[string, int64]) {
	t.ToStream().ValueAs(dsl.Nullable(dsl.Int64())).MapValues(numberText).To("out")
}

// outWindows writes key@start/end; a null value stays null.
func outWindows(t dsl.WindowedKTable[string, string]) {
	t.ToStream().ValueAs(dsl.Nullable(dsl.String())).SelectKey(windowed).To("out")
}

// outWindowCounts does so for counts: null stays null. outWindowTexts writes a null as "null".
func outWindowCounts(t dsl.WindowedKTable[string, int64]) {
	t.ToStream().ValueAs(dsl.Nullable(dsl.Int64())).SelectKey(windowed).MapValues(orNull).To("out")
}

func outWindowTexts(t dsl.WindowedKTable[string, int64]) { toWindowTexts(t, "out") }

func toWindowTexts(t dsl.WindowedKTable[string, int64], topic string) {
	t.ToStream().ValueAs(dsl.Nullable(dsl.Int64())).SelectKey(windowed).MapValues(numberText).To(topic)
}

func merge(_ string, a, b string) string { return "(" + a + "|" + b + ")" }

func keys(k *string, m, v, g string) string { return text(k) + "/" + m + "/" + v + "/" + g }

func keysLeft(k, m *string, v string, g *string) string {
	return text(k) + "/" + text(m) + "/" + v + "/" + text(g)
}
