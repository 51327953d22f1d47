package scan

import (
	"fmt"
	"go/ast"
	"go/token"
	"slices"

	"github.com/stoatgen/stoatgen/gen/diag"
)

// advice is what to do about a code, where that does not depend on the case.
var advice = map[string]string{
	"ST106": "give both files the same constraint, or decide at run time in a function that the topology names",
	"ST201": "write it as a helper and call it from one that is not",
	"ST211": "make the condition constant, or write two topologies",
	"ST212": "declare it with its value",
	"ST213": "use the builder that the topology gets",
	"ST220": "keep it in a local variable",
	"ST221": "use the variable itself",
	"ST222": "use a local variable, or a function that returns it",
	"ST223": "call it here",
	"ST224": "use what a call of the DSL returned, in a local variable",
	"ST225": "call the DSL's function here, or write a list of such calls",
	"ST226": "make it a constant",
	"ST227": "pass a function's name, a method expression or a literal",
	"ST228": "use a method of the receiver itself, a method expression or a function",
	"ST230": "move the helper into this package: only its functions are inlined",
	"ST231": "move the helper into this package: only its functions are inlined",
	"ST240": "write the operators out, or loop over a list",
	"ST901": "report this, with the topology if you can",
}

// diag reports with the code's advice.
func (s *reader) diag(pos token.Pos, code, format string, args ...any) {
	s.advise(pos, code, advice[code], format, args...)
}

// advise reports once for each place; in a statement that does not type-check the type error says enough.
func (s *reader) advise(pos token.Pos, code, fix, format string, args ...any) {
	text := fmt.Sprintf(format, args...)
	key := fmt.Sprint(pos, code, text)
	if s.seen[key] || slices.ContainsFunc(s.faulty, func(st ast.Stmt) bool { return st.Pos() <= pos && pos < st.End() }) {
		return
	}
	s.seen[key] = true
	d := diag.New(s.pkg.Fset.Position(pos), code, text, fix)
	for _, v := range s.via() {
		d = d.At(s.pkg.Fset.Position(v), "read from here")
	}
	s.diags = append(s.diags, d)
}

// via are the calls of helpers that led here, outermost first.
func (s *reader) via() (out []token.Pos) {
	for _, c := range s.calls[min(1, len(s.calls)):] {
		out = append(out, c.pos)
	}
	return out
}
