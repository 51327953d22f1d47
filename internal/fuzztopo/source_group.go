package main

import (
	"fmt"
	"strings"
)

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
	adder := fmt.Sprintf("add[%s, %s]", o.keyed(0, a).typed(), a.typed())
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
