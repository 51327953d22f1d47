package main

import (
	"fmt"
	"slices"
	"strings"
)

// A path is a topic and the hops that its records take: in0>3.0 goes over the repartition of operator 3's first input. What a suppression or a
// cache lets go comes behind all others, too, so it hops, by in0>~4.

// paths are those to the operator at i.
func (o *op) paths(i int, in []sort) (all []string) {
	if o.Cache { // whose updates go on when the step ends
		defer func() { all = hop(all, fmt.Sprint("~", i)) }()
	}
	if o.meets(in) {
		return hop(in[0].paths, fmt.Sprint(i, ".0"))
	}
	for n := range in {
		switch paths := in[n].paths; {
		case in[n].shape.beside():
		case o.foreign():
			if paths = hop(paths, fmt.Sprint(i, ".", n)); n == 0 {
				paths = hop(paths, fmt.Sprint(i, ".2"))
			}
			all = append(all, paths...)
		case o.suppresses():
			all = append(all, hop(paths, fmt.Sprint("~", i))...)
		case o.hops(n, in[n]):
			all = append(all, hop(paths, fmt.Sprint(i, ".", n))...)
		default:
			all = append(all, paths...)
		}
	}
	if o.What == "ticks" || o.What == "alarms" {
		all = append(all, "clock")
	}
	return all
}

// meets says whether one record comes to both inputs over a hop each: one behind the other, since there are no more.
func (o *op) meets(in []sort) bool {
	return len(in) == 2 && o.hops(0, in[0]) && o.hops(1, in[1]) && in[0].once && in[1].once && slices.Equal(in[0].paths, in[1].paths)
}

func (o *op) suppresses() bool {
	return o.What == "suppress" || o.What == "suppressClose" || o.What == "suppressBytes"
}

func (o *op) foreign() bool { return o.What == "joinForeign" || o.What == "leftJoinForeign" }

// hops says whether records of an input move to another key first.
func (o *op) hops(input int, s sort) bool {
	switch o.What {
	case "repartition", "regroup":
		return true
	case "aggregate", "cogroup":
		return s.rekeyed || o.by(input) >= 0
	case "toTable", "joinTable", "leftJoinTable", "join", "leftJoin", "outerJoin":
		return s.shape == stream && s.rekeyed
	}
	return false
}

// by is how an input of an aggregation is grouped.
func (o *op) by(input int) int {
	if input == 0 {
		return o.By
	}
	return o.Fn%4 - 1
}

// once says whether an operator makes one record at most of a topic's record.
func (o *op) once(in []sort) bool {
	switch o.What {
	case "fan", "pieces", "tryFan", "tryPieces", "valuesCounted", "ticks", "alarms", "regroup", "suppress", "suppressClose", "suppressBytes", "joinForeign", "leftJoinForeign", "join", "leftJoin", "outerJoin":
		return false
	case "joinTable", "leftJoinTable":
		return in[0].once && o.Window.Kind == ""
	case "aggregate", "cogroup":
		if o.Close || o.Window.Kind != "" && o.Window.Kind != "tumbling" && o.Window.Kind != "unlimited" {
			return false
		}
	}
	if len(in) == 1 || in[1].shape.beside() {
		return in[0].once
	}
	same := slices.ContainsFunc(in[0].paths, func(p string) bool {
		return slices.ContainsFunc(in[1].paths, func(q string) bool { return topicOf(p) == topicOf(q) })
	})
	return in[0].once && in[1].once && !same
}

// hop is where records of paths come from behind a hop.
func hop(paths []string, over string) (out []string) {
	for _, p := range paths {
		out = append(out, p+">"+over)
	}
	return out
}

func topicOf(path string) string {
	topic, _, _ := strings.Cut(path, ">")
	return topic
}

// hops is how often records of a path change their key.
func hops(path string) int { return strings.Count(path, ">") - strings.Count(path, "~") }

func hopped(path string) bool { return strings.Contains(path, ">") }

// ambiguous says whether records of one topic come by ways of which none is known to be the faster one.
func ambiguous(paths []string) bool {
	for i, p := range paths {
		for _, q := range paths[:i] {
			if topicOf(p) == topicOf(q) && p != q && !ahead(p, q) && !ahead(q, p) {
				return true
			}
		}
	}
	return false
}

// ahead says whether all that comes by one path comes ahead of what comes by the other: it stays in the stage, and the other one leaves it.
func ahead(p, q string) bool { return !hopped(p) && !strings.Contains(q, "~") }
