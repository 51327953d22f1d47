package main

import (
	"fmt"
	"strings"
)

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
	if o.Most > 0 {
		as += fmt.Sprintf(", dsl.LRU(%d)", o.Most)
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
	case o.What == "report":
		return fmt.Sprintf("b.Every1(%s, newReporter, c%d)", ms(reportEvery), o.In[0])
	case o.What == "aggregate":
		return v + o.aggregate(i, a, as)
	case a.shape == spans:
		return v + "." + o.ofSpans(a)
	case len(o.In) > 1:
		return o.join(i, v, as, a, sorts[o.In[1]])
	case a.shape == windows:
		return v + o.ofWindows(a, as)
	case a.shape == table:
		return v + o.ofTable(i, a, as)
	}
	return v + "." + o.unary(i, a, as)
}

// start spells a source.
func (o *op) start(as string) string {
	codec := "dsl.String()"
	stamp := ""
	if o.Stamp {
		stamp = fmt.Sprintf(", dsl.TimestampFunc(at[%s, %s])", o.Keys.typed(), sort{kind: o.kind()}.typed())
	}
	if o.kind() == nullable {
		codec = "dsl.Nullable(dsl.String())"
	}
	switch {
	case o.What == "every":
		return fmt.Sprintf("b.Every(%s, newSlots, dsl.Offset(%s))", ms(intervals[o.Fn%3].every), ms(intervals[o.Fn%3].offset))
	case o.What == "cron":
		return fmt.Sprintf("b.Cron(%q, newSlots)", crons[o.Fn%3].expression)
	case o.What == "table":
		return fmt.Sprintf("b.Table(%q, %s, dsl.String()%s)", o.Topics[0], o.Keys.codec(), stamp+as)
	case o.What == "global":
		return fmt.Sprintf("b.GlobalTable(%q, dsl.String(), dsl.String(), dsl.As(\"%s\"))", o.Topics[0], o.Topics[0])
	case o.What == "globalStore", o.What == "readOnly":
		return keyValue(o.Topics[0], "String")
	case o.What == "globalPast":
		return kept("VersionedKeyValueStore", o.Topics[0], "dsl.String()", "dsl.Versioned("+ms(archivePast)+")")
	case o.Pattern:
		return fmt.Sprintf("b.StreamMatching(%q, %s, %s%s)", strings.Join(o.Topics, "|"), o.Keys.codec(), codec, stamp)
	case len(o.Topics) > 1:
		return fmt.Sprintf("b.StreamOf([]string{\"%s\"}, %s, %s%s)", strings.Join(o.Topics, `", "`), o.Keys.codec(), codec, stamp)
	}
	return fmt.Sprintf("b.Stream(%q, %s, %s%s)", o.Topics[0], o.Keys.codec(), codec, stamp)
}

// kind is what the values of a source are.
func (o *op) kind() kind {
	if o.What == "nullable" {
		return nullable
	}
	return plain
}

// typed is the type of a stream's values.
func (s sort) typed() string {
	switch s.kind {
	case nullable:
		return "*string"
	case number:
		return "int64"
	case object:
		return "thing"
	}
	return "string"
}

// unary spells operators of one stream.
func (o *op) unary(i int, a sort, as string) string {
	if p := o.processor(i, a); p != "" {
		return p
	}
	timers := fmt.Sprintf(`, b.Timers("p%d", dsl.String())`, i)
	return map[string]string{
		"filter": "Filter(" + keeps(o.Fn) + ")", "filterNot": "FilterNot(" + keeps(o.Fn) + ")", "change": "MapValues(" + changes(o.Fn) + ")",
		"thing": "MapValues(thingOf)", "oddThing": "Filter(oddThing)", "thingName": "MapValues(thingName)",
		"text": "MapValues(text)", "tag": "MapValuesWithKey(" + tags(o.Fn) + ")", "mayBe": "MapValues(mayBe)",
		"turn": "Map(turn)", "turnMayBe": "Map(turnMayBe)", "fan": "FlatMap(fan)", "pieces": "FlatMapValues(pieces)",
		"selectKey": "SelectKey(" + keyers(o.Fn) + ")", "byMayBe": "SelectKey(byMayBe).KeyAs(dsl.String())",
		"split": "Split()", "branch": "Branch(" + keeps(o.Fn) + ")", "default": "Default()", "repartition": "Repartition(" + partitioner(o.Moves, a) + ")",
		"asNullable": "ValueAs(dsl.Nullable(dsl.String()))", "asPlain": "ValueAs(dsl.String())",
		"asNullableKey": "KeyAs(" + a.keys.orNull(true).codec() + ")", "asPlainKey": "KeyAs(" + a.keys.orNull(false).codec() + ")",
		"toTable":   "ToTable(" + strings.TrimPrefix(as, ", ") + ")",
		"tryFilter": "TryFilter(tryKeep)", "tryChange": "TryMapValues(tryChange)", "tryTag": "TryMapValuesWithKey(tryTag)", "tryTurn": "TryMap(tryTurn)",
		"tryFan": "TryFlatMap(tryFan)", "tryPieces": "TryFlatMapValues(tryPieces)",
		"alarms": "Process1(newAlarms[" + a.typed() + "]" + timers + ")", "ticks": "Process(newTicker)", "route": "Process(newRouter)",
		"left": `MapValues(change0, dsl.Name("left")).Peek(look)`, "right": `MapValues(change1, dsl.Name("right")).Peek(look)`,
	}[o.What]
}
