package main

import (
	_ "embed"
	"fmt"
	"strings"
)

//go:embed functions.go
var functions string

// head begins the file of a batch.
const head = `package batch

import (
	"time"

	"github.com/stoatgen/stoatgen/dsl"
)

const ms = time.Millisecond

`

// source is the file that declares the topologies.
func source(all []topology) (string, error) {
	var b strings.Builder
	b.WriteString(head)
	for i := range all {
		f, sorts, err := all[i].finished()
		if err != nil {
			return "", err
		}
		b.WriteString(f.source(sorts))
	}
	return b.String(), nil
}

// source declares a finished topology: a statement an operator.
func (t *topology) source(sorts []sort) string {
	var b strings.Builder
	fmt.Fprintf(&b, "func %s(b *dsl.Builder) {\n", t.Name)
	taken := t.taken()
	for i := range t.Ops {
		call := t.call(i, sorts)
		if taken[i] {
			fmt.Fprintf(&b, "\tv%d := %s\n", i, call)
		} else {
			fmt.Fprintf(&b, "\t%s.To(\"out%d\")\n", call, i)
		}
	}
	b.WriteString("}\n\n")
	return b.String()
}

func pick(names ...string) func(i int) string {
	return func(i int) string { return names[i%len(names)] }
}

var (
	keeps    = pick("keep0", "keep1", "keep2")
	changes  = pick("change0", "change1")
	tags     = pick("tag0", "tag1")
	keyers   = pick("byLast", "byOne", "byMark")
	groupers = pick("group0", "group1", "group2")
)

// call spells an operator.
func (t *topology) call(i int, sorts []sort) string {
	o := &t.Ops[i]
	if len(o.In) == 0 {
		return o.start(i)
	}
	v := fmt.Sprintf("v%d", o.In[0])
	a := sorts[o.In[0]]
	as := ""
	if o.Named {
		as = fmt.Sprintf(", dsl.As(\"s%d\")", i)
	}
	switch o.What {
	case "filter", "filterNot":
		f := keeps(o.Fn)
		if a.shape == windows {
			f = "keepWindow"
		}
		return fmt.Sprintf("%s.F%s(%s%s)", v, o.What[1:], f, as)
	case "change":
		return fmt.Sprintf("%s.MapValues(%s%s)", v, changes(o.Fn), as)
	case "aggregate":
		return v + o.aggregate(a, as)
	case "regroup":
		f := groupers(o.Fn)
		return fmt.Sprintf("%s.GroupBy(%s).%s", v, f, o.fold("add[string], sub[string]", "plus, minus", as))
	case "toTable":
		return v + ".ToTable(" + strings.TrimPrefix(as, ", ") + ")"
	case "toWindowText":
		if a.kind == number {
			return v + ".ToStream().ValueAs(dsl.Nullable(dsl.Int64())).SelectKey(windowKey).MapValues(text)"
		}
		return v + ".ToStream().ValueAs(dsl.Nullable(dsl.String())).SelectKey(windowKey)"
	case "suppress":
		return fmt.Sprintf("%s.Suppress(dsl.UntilTimeLimit(%d*ms, dsl.%s))", v, o.Window.Size, pick("Unbounded()", "MaxRecords(2).EmitEarlyWhenFull()")(o.Fn))
	case "merge":
		return fmt.Sprintf("%s.Merge(v%d)", v, o.In[1])
	}
	if call := o.unary(v); call != "" {
		return call
	}
	return o.join(v, as)
}

// start spells a source.
func (o *op) start(i int) string {
	codec := "dsl.String()"
	if o.What == "nullable" {
		codec = "dsl.Nullable(dsl.String())"
	}
	switch {
	case o.What == "table" && o.Named:
		return fmt.Sprintf("b.Table(%q, dsl.String(), dsl.String(), dsl.As(\"s%d\"))", o.Topics[0], i)
	case o.What == "table":
		return fmt.Sprintf("b.Table(%q, dsl.String(), dsl.String())", o.Topics[0])
	case len(o.Topics) > 1:
		return fmt.Sprintf("b.StreamOf([]string{\"%s\"}, dsl.String(), %s)", strings.Join(o.Topics, `", "`), codec)
	}
	return fmt.Sprintf("b.Stream(%q, dsl.String(), %s)", o.Topics[0], codec)
}

// unary spells operators that need no more than their input and a function.
func (o *op) unary(v string) string {
	call, ok := map[string]string{
		"text": "MapValues(text)", "tag": "MapValuesWithKey(" + tags(o.Fn) + ")", "mayBe": "MapValues(mayBe)",
		"turn": "Map(turn)", "turnMayBe": "Map(turnMayBe)", "fan": "FlatMap(fan)", "pieces": "FlatMapValues(pieces)",
		"selectKey": "SelectKey(" + keyers(o.Fn) + ")", "byMayBe": "SelectKey(byMayBe).KeyAs(dsl.String())",
		"split": "Split()", "branch": "Branch(" + keeps(o.Fn) + ")", "default": "Default()", "repartition": "Repartition()",
		"asNullable": "ValueAs(dsl.Nullable(dsl.String()))", "asPlain": "ValueAs(dsl.String())", "toStream": "ToStream()",
		"suppressClose": "Suppress(dsl.UntilWindowCloses(dsl.Unbounded()))",
	}[o.What]
	if !ok {
		return ""
	}
	return v + "." + call
}

// aggregate spells the grouping of a stream and what follows.
func (o *op) aggregate(a sort, as string) string {
	group := ".GroupByKey()"
	if o.By >= 0 {
		group = ".GroupBy(" + keyers(o.By) + ")"
	}
	w := o.Window
	switch w.Kind {
	case "tumbling":
		group += fmt.Sprintf(".WindowedBy(dsl.Tumbling(%d*ms)%s)", w.Size, grace(w))
	case "hopping":
		group += fmt.Sprintf(".WindowedBy(dsl.Hopping(%d*ms, %d*ms)%s)", w.Size, w.Advance, grace(w))
	case "session":
		group += fmt.Sprintf(".SessionWindowedBy(dsl.Session(%d*ms)%s)", w.Size, grace(w))
	}
	if o.Close {
		group += ".EmitStrategy(dsl.OnWindowClose)"
		as += ", dsl.Retention(1000*time.Second)"
	}
	adder := "add[string]"
	if a.kind == nullable {
		adder = "add[*string]"
	}
	if w.Kind == "session" {
		adder += ", fuse"
	}
	return group + "." + o.fold(adder, "plus", as)
}

func grace(w window) string {
	if w.Grace == 0 {
		return ""
	}
	return fmt.Sprintf(".Grace(%d*ms)", w.Grace)
}

func (o *op) fold(adders, reducers, as string) string {
	switch o.Agg {
	case "count":
		return "Count(" + strings.TrimPrefix(as, ", ") + ")"
	case "reduce":
		return "Reduce(" + reducers + as + ")"
	}
	return "Aggregate(zero, " + adders + as + ")"
}

// join spells a join.
func (o *op) join(v, as string) string {
	other := fmt.Sprintf("v%d", o.In[1])
	method, ok := map[string]string{"joinTable": "JoinTable", "leftJoinTable": "LeftJoinTable", "tableJoin": "Join", "tableLeftJoin": "LeftJoin",
		"tableOuterJoin": "OuterJoin"}[o.What]
	if ok {
		return fmt.Sprintf("%s.%s(%s, pair%s)", v, method, other, as)
	}
	method = map[string]string{"join": "Join", "leftJoin": "LeftJoin", "outerJoin": "OuterJoin"}[o.What]
	w := o.Window
	return fmt.Sprintf("%s.%s(%s, pair, dsl.Within(%d*ms).After(%d*ms)%s)", v, method, other, w.Before, w.Size, grace(w))
}
