package main

import (
	"fmt"
	"strings"
)

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
		return fmt.Sprintf("%s%s.Cogroup(add[%s, %s]).Cogroup(%s%s, more[%s, %s])%s.Aggregate(%s%s)", v, o.grouped(i, 0), o.keyed(0, a).typed(), a.typed(), other, o.grouped(i, 1), o.keyed(1, b).typed(), b.typed(),
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
	case "find":
		return fmt.Sprintf("%s.ProcessValues1(newFinder[%s], dsl.ReadOnly(%s))", v, a.typed(), other)
	case "findPast":
		return fmt.Sprintf("%s.ProcessValues1(newPastFinder[%s], dsl.ReadOnly(%s))", v, a.typed(), other)
	case "findOwn":
		return fmt.Sprintf("%s.Process1(newOwnFinder[%s], dsl.ReadOnly(%s))", v, a.typed(), other)
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
