package emit

import (
	"fmt"
	"go/types"
	"strings"

	"github.com/stoatgen/stoatgen/gen/plan"
)

// print writes a line: the label, and the key and the value or what the user's function makes of them.
func (w *writer) print(s *plan.Step, e *env) {
	line, to := w.fresh("line"), "s."+s.Print.Field
	w.f("%s := %s.Begin()", line, to)
	if len(s.Fns) == 0 {
		w.printPair(line, e)
	} else {
		unseen := e.val.null != "" && e.val.slot.Null == plan.Flag // and printed without the function
		if unseen {
			w.f("if %s {", e.val.null)
			w.printPair(line, e)
			w.f("} else {")
		}
		w.at(s)
		w.f("%s = append(%s, %s...)", line, line, w.g.call(s.Fns[0], e.key.expr, e.val.expr))
		if unseen {
			w.f("}")
		}
	}
	w.f("%s.End(%s)", to, line)
}

// printPair is Kafka Streams' own form: key, value.
func (w *writer) printPair(line string, e *env) {
	w.printCell(line, e.key)
	w.f("%s = append(%s, \", \"...)", line, line)
	w.printCell(line, e.val)
}

func (w *writer) printCell(line string, c cell) {
	if c.null != "" {
		w.f("if %s {\n%s = append(%s, \"null\"...)\n} else {", c.null, line, line)
		defer w.f("}")
	}
	w.f("%s = %s", line, appended(line, c))
}

// appended spells a line with a value behind it, as package fmt prints the value.
func appended(line string, c cell) string {
	x, t := c.elem(), c.slot.Type
	if p, ok := types.Unalias(t).(*types.Pointer); ok {
		t = p.Elem()
	}
	if n, ok := types.Unalias(t).(*types.Named); ok && n.NumMethods() > 0 || c.slot.Windowed {
		return fmt.Sprintf("fmt.Append(%s, %s)", line, x) // it may say itself how it is printed
	}
	switch u := t.Underlying().(type) {
	case *types.Basic:
		switch info := u.Info(); {
		case info&types.IsString != 0:
			return fmt.Sprintf("append(%s, %s...)", line, x)
		case info&types.IsBoolean != 0:
			return fmt.Sprintf("strconv.AppendBool(%s, bool(%s))", line, x)
		case info&types.IsUnsigned != 0:
			return fmt.Sprintf("strconv.AppendUint(%s, uint64(%s), 10)", line, x)
		case info&types.IsInteger != 0:
			return fmt.Sprintf("strconv.AppendInt(%s, int64(%s), 10)", line, x)
		}
	case *types.Slice:
		if types.Identical(u.Elem(), types.Typ[types.Byte]) {
			return fmt.Sprintf("append(%s, %s...)", line, x)
		}
	}
	return fmt.Sprintf("fmt.Append(%s, %s)", line, x)
}

// printers declares what a stage prints with.
func (g *gen) printers(s *plan.Stage, field func(string, ...any)) (values []string) {
	for _, p := range s.Prints {
		field("%s *lane.Printer", p.Field)
		values = append(values, fmt.Sprintf("%s: lane.NewPrinter(l, %d)", p.Field, p.Index))
	}
	return values
}

// prints lists the operators that print.
func (g *gen) prints(b *strings.Builder) {
	if len(g.p.Prints) == 0 {
		return
	}
	b.WriteString("Prints: []lane.PrintInfo{\n")
	for _, p := range g.p.Prints {
		path := ""
		if p.Path != "" {
			path = fmt.Sprintf(", Path: %q", p.Path)
		}
		fmt.Fprintf(b, "{Node: %s, Label: %q%s},\n", g.node(p.Node), p.Label, path)
	}
	b.WriteString("},\n")
}
