package main

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"
)

//go:embed functions.go
var functions string

//go:embed functions_more.go
var functionsMore string

// head begins the file of a batch.
const head = `package batch

import (
	"time"

	"github.com/stoatgen/stoatgen/dsl"
	"github.com/stoatgen/stoatgen/rt/record"
)

const ms = time.Millisecond

var _ record.Headers // not all topologies need the package

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
	if t.caches() {
		b.WriteString("\tb.Cache()\n")
	}
	taken := t.taken()
	for i := range t.Ops {
		switch call := t.call(i, sorts); {
		case taken[i]:
			fmt.Fprintf(&b, "\tv%d := %s\n", i, call)
		case sorts[i].shape == global:
			fmt.Fprintf(&b, "\t%s\n", call)
		default:
			fmt.Fprintf(&b, "\t%s.%s\n", call, t.sink(i, sorts[i]))
		}
	}
	b.WriteString("}\n\n")
	return b.String()
}

// sink spells where an operator's results are written.
func (t *topology) sink(i int, s sort) string {
	if t.Ops[i].Sort {
		return fmt.Sprintf("ToFunc(func(r record.Record[%s, %s], _ record.Metadata) string { return \"out%d-\" + side(r.Key, r.Value) })", s.keyed(), s.typed(), i)
	}
	return fmt.Sprintf("To(\"out%d\")", i)
}

// caches says whether all operators cache but the ones that say that they don't: not each can say that it does.
func (t *topology) caches() bool {
	return slices.ContainsFunc(t.Ops, func(o op) bool {
		return o.Cache && (o.What == "transform" || strings.HasPrefix(o.What, "table") && o.What != "table")
	})
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
	as := ""
	if o.Named {
		as = fmt.Sprintf(", dsl.As(\"s%d\")", i)
	}
	if o.History > 0 {
		as += fmt.Sprintf(", dsl.Versioned(%d*ms)", o.History)
	}
	switch all := t.caches(); {
	case o.Cache && !all:
		as += ", dsl.Cache()"
	case !o.Cache && all && t.keeps(*o):
		as += ", dsl.NoCache()"
	}
	if len(o.In) == 0 {
		return o.start(as)
	}
	v := fmt.Sprintf("v%d", o.In[0])
	a := sorts[o.In[0]]
	switch {
	case o.What == "aggregate":
		return v + o.aggregate(i, a, as)
	case a.shape == spans:
		return v + "." + o.ofSpans()
	case len(o.In) > 1:
		return o.join(i, v, as, a, sorts[o.In[1]])
	case a.shape == windows:
		return v + o.ofWindows(a, as)
	case a.shape == table:
		return v + o.ofTable(a, as)
	}
	return v + "." + o.unary(i, a, as)
}

// start spells a source.
func (o *op) start(as string) string {
	codec := "dsl.String()"
	stamp := ""
	if o.Stamp {
		stamp = fmt.Sprintf(", dsl.TimestampFunc(at[%s])", sort{kind: o.kind()}.typed())
	}
	if o.What == "nullable" {
		codec = "dsl.Nullable(dsl.String())"
	}
	switch {
	case o.What == "every":
		return fmt.Sprintf("b.Every(%d*ms, newSlots, dsl.Offset(%d*ms))", slotEvery, slotOffset)
	case o.What == "table":
		return fmt.Sprintf("b.Table(%q, dsl.String(), dsl.String()%s)", o.Topics[0], stamp+as)
	case o.What == "global":
		return fmt.Sprintf("b.GlobalTable(%q, dsl.String(), dsl.String(), dsl.As(\"%s\"))", o.Topics[0], o.Topics[0])
	case len(o.Topics) > 1:
		return fmt.Sprintf("b.StreamOf([]string{\"%s\"}, dsl.String(), %s%s)", strings.Join(o.Topics, `", "`), codec, stamp)
	}
	return fmt.Sprintf("b.Stream(%q, dsl.String(), %s%s)", o.Topics[0], codec, stamp)
}

// kind is what the values of a source are.
func (o *op) kind() kind {
	if o.What == "nullable" {
		return nullable
	}
	return plain
}

// keyed is the type of a stream's keys.
func (s sort) keyed() string {
	if s.nullKey {
		return "*string"
	}
	return "string"
}

// typed is the type of a stream's values.
func (s sort) typed() string {
	switch s.kind {
	case nullable:
		return "*string"
	case number:
		return "int64"
	}
	return "string"
}

// unary spells operators of one stream.
func (o *op) unary(i int, a sort, as string) string {
	store := fmt.Sprintf(`, b.KeyValueStore("p%d", dsl.String(), dsl.Int64())`, i)
	timers := fmt.Sprintf(`, b.Timers("p%d", dsl.String())`, i)
	return map[string]string{
		"filter": "Filter(" + keeps(o.Fn) + ")", "filterNot": "FilterNot(" + keeps(o.Fn) + ")", "change": "MapValues(" + changes(o.Fn) + ")",
		"text": "MapValues(text)", "tag": "MapValuesWithKey(" + tags(o.Fn) + ")", "mayBe": "MapValues(mayBe)",
		"turn": "Map(turn)", "turnMayBe": "Map(turnMayBe)", "fan": "FlatMap(fan)", "pieces": "FlatMapValues(pieces)",
		"selectKey": "SelectKey(" + keyers(o.Fn) + ")", "byMayBe": "SelectKey(byMayBe).KeyAs(dsl.String())",
		"split": "Split()", "branch": "Branch(" + keeps(o.Fn) + ")", "default": "Default()", "repartition": "Repartition()",
		"asNullable": "ValueAs(dsl.Nullable(dsl.String()))", "asPlain": "ValueAs(dsl.String())",
		"asNullableKey": "KeyAs(dsl.Nullable(dsl.String()))", "asPlainKey": "KeyAs(dsl.String())",
		"toTable": "ToTable(" + strings.TrimPrefix(as, ", ") + ")",
		"counted": "Process1(newCounter[" + a.typed() + "]" + store + ")", "valuesCounted": "ProcessValues1(newValueCounter[" + a.typed() + "]" + store + ")",
		"tryFilter": "TryFilter(tryKeep)", "tryChange": "TryMapValues(tryChange)", "tryTag": "TryMapValuesWithKey(tryTag)", "tryTurn": "TryMap(tryTurn)",
		"tryFan": "TryFlatMap(tryFan)", "tryPieces": "TryFlatMapValues(tryPieces)",
		"alarms": "Process1(newAlarms[" + a.typed() + "]" + timers + ")", "ticks": "Process(newTicker)", "route": "Process(newRouter)",
		"left": `MapValues(change0, dsl.Name("left")).Peek(look)`, "right": `MapValues(change1, dsl.Name("right")).Peek(look)`,
	}[o.What]
}

// ofTable spells operators of one table.
func (o *op) ofTable(a sort, as string) string {
	switch o.What {
	case "filter", "filterNot":
		return fmt.Sprintf(".F%s(%s%s)", o.What[1:], keeps(o.Fn), as)
	case "change":
		return fmt.Sprintf(".MapValues(%s%s)", changes(o.Fn), as)
	case "tag":
		return fmt.Sprintf(".MapValuesWithKey(%s%s)", tags(o.Fn), as)
	case "transform":
		if a.kind == number {
			return ".TransformValues(newNumberMarker" + as + ")"
		}
		return ".TransformValues(newMarker" + as + ")"
	case "regroup":
		return fmt.Sprintf(".GroupBy(%s).%s", groupers(o.Fn), o.fold("add[string], sub[string]", "plus, minus", as))
	case "suppress", "suppressBytes":
		return o.suppressed()
	}
	return ".ToStream()"
}

func (o *op) suppressed() string {
	buffer := pick("Unbounded()", "MaxRecords(2).EmitEarlyWhenFull()")(o.Fn)
	if o.What == "suppressBytes" {
		buffer = fmt.Sprintf("MaxBytes(%d).EmitEarlyWhenFull()", heldBytes)
	}
	return fmt.Sprintf(".Suppress(dsl.UntilTimeLimit(%d*ms, dsl.%s))", o.Window.Size, buffer)
}

// ofWindows spells operators of one table of windowed keys.
func (o *op) ofWindows(a sort, as string) string {
	switch o.What {
	case "filter", "filterNot":
		return fmt.Sprintf(".F%s(keepWindow%s)", o.What[1:], as)
	case "change":
		return fmt.Sprintf(".MapValues(%s%s)", changes(o.Fn), as)
	case "regroup":
		return ".GroupBy(groupWindow)." + o.fold("add[string], sub[string]", "plus, minus", as)
	case "suppress", "suppressBytes":
		return o.suppressed()
	case "windowStream":
		return ".ToStream()"
	case "suppressClose":
		return ".Suppress(dsl.UntilWindowCloses(dsl.Unbounded()))"
	}
	if a.kind == number {
		return ".ToStream().ValueAs(dsl.Nullable(dsl.Int64())).SelectKey(windowKey).MapValues(text)"
	}
	return ".ToStream().ValueAs(dsl.Nullable(dsl.String())).SelectKey(windowKey)"
}

// ofSpans spells operators of one stream of windowed keys.
func (o *op) ofSpans() string {
	return map[string]string{
		"filter": "Filter(keepWindow)", "filterNot": "FilterNot(keepWindow)", "change": "MapValues(" + changes(o.Fn) + ")", "tag": "MapValuesWithKey(tagWindow)",
		"turn": "Map(turnWindow)", "fan": "FlatMap(fanWindow)", "selectKey": "SelectKey(startKey)", "spanText": "SelectKey(windowKey)",
		"asNullable": "ValueAs(dsl.Nullable(dsl.String()))",
	}[o.What]
}

// grouped spells the grouping of an input. What is grouped together has names, or repartitions would share one.
func (o *op) grouped(i, input int) string {
	name := ""
	if o.What == "cogroup" {
		name = fmt.Sprintf("dsl.Name(\"g%d-%d\")", i, input)
	}
	if by := o.by(input); by >= 0 {
		return ".GroupBy(" + strings.TrimSuffix(keyers(by)+", "+name, ", ") + ")"
	}
	return ".GroupByKey(" + name + ")"
}

// windowed spells the windows of an aggregation.
func (o *op) windowed() string {
	w := o.Window
	text := map[string]string{
		"tumbling":  fmt.Sprintf(".WindowedBy(dsl.Tumbling(%d*ms)%s)", w.Size, grace(w)),
		"hopping":   fmt.Sprintf(".WindowedBy(dsl.Hopping(%d*ms, %d*ms)%s)", w.Size, w.Advance, grace(w)),
		"sliding":   fmt.Sprintf(".WindowedBy(dsl.Sliding(%d*ms)%s)", w.Size, grace(w)),
		"unlimited": fmt.Sprintf(".WindowedBy(dsl.Unlimited(time.UnixMilli(%d)))", w.Before),
		"session":   fmt.Sprintf(".SessionWindowedBy(dsl.Session(%d*ms)%s)", w.Size, grace(w)),
	}[w.Kind]
	if o.Close {
		text += ".EmitStrategy(dsl.OnWindowClose)"
	}
	return text
}

// aggregate spells the grouping of a stream and what follows.
func (o *op) aggregate(i int, a sort, as string) string {
	adder := "add[" + a.typed() + "]"
	if o.Window.Kind == "session" {
		adder += ", fuse"
	}
	if a.shape == spans {
		return ".GroupBy(startKey)" + o.windowed() + "." + o.fold(adder, "plus", as+o.retained())
	}
	return o.grouped(i, 0) + o.windowed() + "." + o.fold(adder, "plus", as+o.retained())
}

func (o *op) retained() string {
	if o.Retain {
		return ", dsl.Retention(1000*time.Second)"
	}
	return ""
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

// join spells what takes two inputs.
func (o *op) join(i int, v, as string, a, b sort) string {
	other := fmt.Sprintf("v%d", o.In[1])
	w := o.Window
	with, pair := "", "pair"
	if o.Fn%2 == 1 {
		with, pair = "WithKey", "pairKey"
	}
	switch o.What {
	case "merge":
		return fmt.Sprintf("%s.Merge(%s)", v, other)
	case "cogroup":
		zero := "zero"
		if w.Kind == "session" {
			zero += ", fuse"
		}
		return fmt.Sprintf("%s%s.Cogroup(add[%s]).Cogroup(%s%s, more[%s])%s.Aggregate(%s%s)", v, o.grouped(i, 0), a.typed(), other, o.grouped(i, 1), b.typed(),
			o.windowed(), zero, as+o.retained())
	case "tableJoin", "tableLeftJoin", "tableOuterJoin":
		return fmt.Sprintf("%s.%s(%s, pair%s)", v, strings.TrimPrefix(o.What, "table"), other, as)
	case "joinForeign", "leftJoinForeign":
		return fmt.Sprintf("%s.%s(%s, foreign, pair%s)", v, upper(o.What), other, as)
	case "joinTable", "leftJoinTable":
		if w.Kind != "" {
			as += fmt.Sprintf(", dsl.Grace(%d*ms)", w.Grace)
		}
		return fmt.Sprintf("%s.%s%s(%s, %s%s)", v, upper(o.What), with, other, pair, as)
	case "joinGlobal":
		return fmt.Sprintf("%s.JoinGlobal%s(%s, foreign, %s)", v, plural(with), other, pick("pair", "pairKeys")(o.Fn))
	case "leftJoinGlobal":
		return fmt.Sprintf("%s.LeftJoinGlobal%s(%s, foreign, %s)", v, plural(with), other, pick("pair", "pairMayBeKeys")(o.Fn))
	}
	eager := ""
	if o.Eager {
		eager = ".EagerNulls()"
	}
	return fmt.Sprintf("%s.%s%s(%s, %s, dsl.Within(%d*ms).After(%d*ms)%s%s)", v, upper(o.What), with, other, pair, w.Before, w.Size, grace(w), eager)
}

func upper(s string) string { return strings.ToUpper(s[:1]) + s[1:] }

func plural(with string) string {
	if with == "" {
		return ""
	}
	return with + "s"
}
