package plan

import (
	"go/token"
	"go/types"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/stoatgen/stoatgen/gen/topo"
)

// names gives identifiers of one scope, each once. P5.
type names map[string]bool

// take is the name, with a number if it or one of its kin was taken.
func (n names) take(name string, kin ...func(string) string) string {
	if token.IsKeyword(name) || types.Universe.Lookup(name) != nil {
		name += "Of"
	}
	for i, try := 2, name; ; i, try = i+1, name+strconv.Itoa(i) {
		all := []string{try}
		for _, f := range kin {
			all = append(all, f(try))
		}
		if slices.ContainsFunc(all, func(s string) bool { return n[s] }) {
			continue
		}
		for _, s := range all {
			n[s] = true
		}
		return try
	}
}

// verb gives a name's kin that emit makes with a verb: newOrdersStage.
func verb(v string) func(string) string { return func(name string) string { return v + upper(name) } }

// row takes the type of a store's rows: emit also spells what puts, gets and takes one, and the aggregate of a window in it.
func (n names) row(name string) string {
	aggregate := func(row string) string { return strings.TrimSuffix(row, "Row") + "Agg" }
	return n.take(name, verb("put"), verb("get"), verb("take"), aggregate)
}

// camel makes an identifier of a name of Kafka's: orders-by-customer becomes ordersByCustomer.
func camel(s string) string {
	var b strings.Builder
	up := false
	for _, r := range s {
		switch {
		case r >= unicode.MaxASCII || !unicode.IsLetter(r) && !unicode.IsDigit(r):
			up = b.Len() > 0
		case b.Len() == 0 && unicode.IsDigit(r):
			b.WriteString("n" + string(r))
		case up:
			b.WriteRune(unicode.ToUpper(r))
			up = false
		default:
			b.WriteRune(r)
		}
	}
	return lower(b.String())
}

// lower makes the first word small: URLCounts becomes urlCounts.
func lower(s string) string {
	r := []rune(s)
	for i := range r {
		if !unicode.IsUpper(r[i]) || i > 0 && i+1 < len(r) && unicode.IsLower(r[i+1]) {
			break
		}
		r[i] = unicode.ToLower(r[i])
	}
	return string(r)
}

func upper(s string) string {
	r, n := utf8.DecodeRuneInString(s)
	if n == 0 {
		return ""
	}
	return string(unicode.ToUpper(r)) + s[n:]
}

// snake is the base of a file name: FuzzCount becomes fuzz_count.
func snake(s string) string {
	var b strings.Builder
	r := []rune(s)
	for i, c := range r {
		if unicode.IsUpper(c) && i > 0 && (!unicode.IsUpper(r[i-1]) || i+1 < len(r) && unicode.IsLower(r[i+1])) {
			b.WriteByte('_')
		}
		b.WriteRune(unicode.ToLower(c))
	}
	return b.String()
}

// builds is what the files of a topology that only some builds have are called besides, so that it may be another in each:
// orders_linux.
func builds(constraint string) string {
	s := strings.NewReplacer("||", "or", "&&", "", "!", "not ", "(", "", ")", "").Replace(constraint)
	return strings.ToLower(strings.Join(append([]string{""}, strings.Fields(s)...), "_"))
}

// word is what a node is called in generated code: the user's name for it, or what it is.
func (b *builder) word(n *topo.Node) string {
	for _, r := range b.t.Repartitions {
		switch n {
		case r.Sink:
			return "hopOut"
		case r.Filter:
			return "hopFilter"
		case r.Source:
			return "hopIn"
		}
	}
	if n.Op.Name() == n.Name {
		return camel(n.Name)
	}
	switch {
	case n.Kind == topo.Source:
		return "source"
	case n.Kind == topo.Sink:
		return "sink"
	}
	return camel(strings.TrimPrefix(n.Op.Method, "Try"))
}
