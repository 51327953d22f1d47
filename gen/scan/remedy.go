package scan

import (
	"go/types"
	"regexp"
	"slices"
	"strings"

	"github.com/stoatgen/stoatgen/gen/load"
	"github.com/stoatgen/stoatgen/gen/topo"
)

// What the type checker says, as far as one can say more.
var (
	noMethod  = regexp.MustCompile(`undefined \(type dsl\.(\w+)(?:\[.*\])? has no field or method (\w+)`)
	noName    = regexp.MustCompile(`^undefined: dsl\.(\w+)`)
	otherType = regexp.MustCompile(`(?s)^cannot use .* as (.+?) value in argument to `)
	noMatch   = regexp.MustCompile(`(?s)^in call to .* does not match (?:inferred type )?(.+?) (?:\(cannot infer|for )`)
)

// behind is what gives a value with the methods of one type from another.
var behind = map[[2]string]string{
	{"KTable", "KStream"}:                     "ToStream()",
	{"WindowedKTable", "WindowedKStream"}:     "ToStream()",
	{"KStream", "KTable"}:                     "ToTable()",
	{"KStream", "KGroupedStream"}:             "GroupByKey() or GroupBy(…)",
	{"KTable", "KGroupedTable"}:               "GroupBy(…)",
	{"KGroupedStream", "TimeWindowedKStream"}: "WindowedBy(…)",
}

// remedy is what to do about a type error.
func remedy(p *load.Package, message string) string {
	if m := noMethod.FindStringSubmatch(message); m != nil {
		return method(p, m[1], m[2])
	}
	if m := noName.FindStringSubmatch(message); m != nil {
		if dsl := imported(p); dsl != nil {
			if name := nearest(m[1], dsl.Scope().Names()); name != "" {
				return "write dsl." + name
			}
		}
		return "docs/operators.md has all of package dsl"
	}
	m := otherType.FindStringSubmatch(message)
	if m == nil {
		m = noMatch.FindStringSubmatch(message)
	}
	switch {
	case m != nil && strings.HasSuffix(m[1], "Option") && strings.Contains(message, "type dsl.Codec["):
		return "write dsl.Key(…) or dsl.Value(…) around the codec"
	case m != nil:
		return "pass a " + m[1]
	case strings.Contains(message, "cannot infer"):
		return "write the type arguments: f[…](…)"
	case strings.HasPrefix(message, "undefined: "):
		return "declare it: what only generated code would define is not known when the topology is read"
	}
	return "mend this first: a topology is read from what type-checks"
}

// method is what to do about a method that a type of the DSL doesn't have.
func method(p *load.Package, of, name string) string {
	dsl := imported(p)
	if dsl == nil {
		return ""
	}
	if own := nearest(name, methodsOf(dsl, of)); own != "" {
		return "write " + own
	}
	for _, other := range dsl.Scope().Names() {
		if call := behind[[2]string{of, other}]; call != "" && slices.Contains(methodsOf(dsl, other), name) {
			return name + " is a method of " + other + ": call " + call + " first"
		}
	}
	return "docs/operators.md has the methods of " + of
}

func methodsOf(dsl *types.Package, name string) (out []string) {
	if o := dsl.Scope().Lookup(name); o != nil {
		if n, ok := o.Type().(*types.Named); ok {
			for m := range n.Methods() {
				out = append(out, m.Name())
			}
		}
	}
	return out
}

func imported(p *load.Package) *types.Package {
	for _, i := range p.Types.Imports() {
		if i.Path() == topo.DSL {
			return i
		}
	}
	return nil
}

// nearest is the exported name that differs in no more than a letter or two that changed places; "": none does.
func nearest(name string, of []string) string {
	for _, s := range of {
		a, b := strings.ToLower(name), strings.ToLower(s)
		for a != "" && b != "" && a[0] == b[0] {
			a, b = a[1:], b[1:]
		}
		for a != "" && b != "" && a[len(a)-1] == b[len(b)-1] {
			a, b = a[:len(a)-1], b[:len(b)-1]
		}
		swapped := len(a) == 2 && len(b) == 2 && a[0] == b[1] && a[1] == b[0]
		if s[0] >= 'A' && s[0] <= 'Z' && (len(a) <= 1 && len(b) <= 1 || swapped) {
			return s
		}
	}
	return ""
}
