package check

import (
	"fmt"
	"go/token"
	"slices"

	"github.com/stoatgen/stoatgen/gen/diag"
	"github.com/stoatgen/stoatgen/gen/topo"
)

// Topology checks a lowered topology.
func Topology(t *topo.Topology) []diag.Diagnostic {
	c := &checker{t: t, g: t.Graph}
	for _, o := range c.g.Ops {
		for _, rule := range []func(*topo.Op){
			c.names, c.options, c.unnamed,
			c.codecs, c.optionTypes, c.tokens, c.views, c.functions, c.processor, c.timers, c.filled, c.wraps, c.nulls,
			c.partitions, c.keys, c.sameWindows,
			c.durations, c.sizes, c.schedule, c.windows, c.joinWindows, c.graceOfJoin, c.latest, c.closing,
		} {
			rule(o)
		}
	}
	c.declaredCodecs()
	c.branches()
	c.overlaps()
	c.circles()
	if !c.g.Broken { // K2
		c.unused()
	}
	return slices.DeleteFunc(slices.Clone(c.diags), c.moot)
}

// moot: what is out of range need not be rounded.
func (c *checker) moot(d diag.Diagnostic) bool {
	return d.Code == "ST704" && slices.ContainsFunc(c.diags, func(x diag.Diagnostic) bool { return x.Pos == d.Pos && x.Code != d.Code })
}

type checker struct {
	t     *topo.Topology
	g     *topo.Graph
	diags []diag.Diagnostic
}

// say reports at a place of o, with the calls of helpers that led to it.
func (c *checker) say(o *topo.Op, pos token.Pos, code, fix, format string, args ...any) {
	d := diag.New(c.g.At(pos), code, fmt.Sprintf(format, args...))
	if fix != "" {
		d.Fixes = []diag.Fix{{Message: fix}}
	}
	if pos == o.Pos {
		d.End = c.g.At(o.End)
	}
	c.diags = append(c.diags, c.g.Came(d, o))
}

// related adds a place to what was said last.
func (c *checker) related(pos token.Pos, message string) {
	if pos == token.NoPos {
		return
	}
	last := &c.diags[len(c.diags)-1]
	*last = last.At(c.g.At(pos), message)
}

// argPos is where the i-th argument of a call is written.
func argPos(list []token.Pos, i int, otherwise token.Pos) token.Pos {
	if i < len(list) {
		return list[i]
	}
	return otherwise
}
