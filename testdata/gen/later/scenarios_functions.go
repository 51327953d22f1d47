package later

import (
	"strconv"
	"time"

	"github.com/stoatgen/stoatgen/dsl"
	"github.com/stoatgen/stoatgen/rt/record"
)

// The scenarios' own functions. parse is Java's parse: null counts as 0.

func parse(v string) int { n, _ := strconv.Atoi(v); return n }

func parseNull(v *string) int {
	if v == nil {
		return 0
	}
	return parse(*v)
}

func plusLeft(x string, y *string) string     { return x + "+" + text(y) }
func plusOuter(x, y *string) string           { return text(x) + "+" + text(y) }
func bang1(v string) string                   { return v + "!" }
func isEven(_ string, v string) bool          { return parse(v)%2 == 0 }
func sum(_ string, v, a string) string        { return strconv.Itoa(parse(a) + parse(v)) }
func difference(_ string, v, a string) string { return strconv.Itoa(parse(a) - parse(v)) }

func byThird(_ string, v string) (string, string) {
	return "g" + strconv.Itoa(parse(v)%3), v
}

var abc = [...]string{"a", "b", "c"}

// show prints windowed keys by a Map, num maps values: both keep null null.
func show(w record.Windowed[string], v *string) (string, *string) { return windowed(w, v), v }

func showCount(w record.Windowed[string], n *int64) (string, *string) {
	return windowed(w, n), orNull(n)
}

func toShownCounts(t dsl.WindowedKTable[string, int64]) {
	t.ToStream().ValueAs(dsl.Nullable(dsl.Int64())).Map(showCount).To("out")
}

const sec = time.Second
