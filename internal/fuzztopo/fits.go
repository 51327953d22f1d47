package main

import "slices"

// fits says whether an operator takes inputs of these sorts.
func fits(o *op, in []sort) bool {
	a := in[0]
	if o.What == "report" {
		return a.counter
	}
	if len(in) > 1 {
		return fitsTwo(o, a, in[1])
	}
	switch {
	case a.shape == spans:
		return fitsSpans(o, a)
	case a.keys != keys{} && slices.Contains(texts, o.What):
		return false
	}
	switch o.What {
	case "filter", "filterNot", "change":
		return a.shape == table || a.shape == windows || a.shape == stream && a.kind != number
	case "text":
		return a.shape == stream && a.kind == number
	case "tag", "mayBe":
		return a.shape == table || a.shape == stream && a.kind != number
	case "thing":
		return a.shape == stream && (a.kind == plain || a.kind == nullable)
	case "oddThing", "thingName":
		return (a.shape == stream || a.shape == table) && a.kind == object
	case "asNullableKey", "asPlainKey":
		return a.shape == stream && a.kind != number && a.keys.null == (o.What == "asPlainKey")
	case "turn", "turnMayBe", "fan", "pieces", "selectKey", "byMayBe", "split", "repartition", "toTable", "counted", "valuesCounted", "recent", "archive",
		"scan", "ledger", "tryFilter", "tryChange", "tryTag", "tryTurn", "tryFan", "tryPieces":
		return a.shape == stream && a.kind != number
	case "asNullable", "route":
		return a.shape == stream && a.kind == plain
	case "alarms":
		return a.shape == stream && a.kind != number && len(a.paths) == 1 && !hopped(a.paths[0])
	case "ticks":
		return a.shape == stream && a.kind == plain && len(a.paths) == 1 && !hopped(a.paths[0])
	case "asPlain":
		return a.shape == stream && a.kind == nullable
	case "branch", "default":
		return a.shape == split
	case "left", "right":
		return a.shape == routed
	case "aggregate":
		return a.shape == stream && (a.kind == plain || (a.kind == nullable || a.kind == object) && o.Agg != "reduce")
	case "regroup":
		return a.shape == table || a.shape == windows
	case "transform":
		return a.shape == table && (a.kind == plain || a.kind == number)
	case "toStream", "recall":
		return a.shape == table
	case "suppress":
		return (a.shape == table || a.shape == windows) && !a.versioned
	case "toWindowText", "windowStream":
		return a.shape == windows
	case "suppressBytes": // behind a hop Kafka Streams counts the name of the repartition topic
		return (a.shape == table || a.shape == windows) && !a.versioned && !slices.ContainsFunc(a.paths, hopped)
	case "suppressClose":
		return a.shape == windows && a.windows.Kind != "unlimited"
	}
	return false
}

// texts are the operators whose functions take text as keys.
var texts = []string{"counted", "valuesCounted", "recent", "archive", "scan", "ledger", "alarms", "ticks", "route", "find", "findPast", "findOwn",
	"transform", "recall"}

// fitsSpans is of streams of windowed keys.
func fitsSpans(o *op, a sort) bool {
	switch o.What {
	case "filter", "filterNot", "change", "tag", "turn", "fan", "selectKey", "spanText":
		return true
	case "asNullable":
		return a.kind == plain
	case "windowKeys": // not of keys that have windows already
		_, ok := a.windows.keys()
		return ok && a.keys == keys{}
	case "aggregate":
		return o.By >= 0 && o.Agg != "reduce"
	}
	return false
}

func fitsTwo(o *op, a, b sort) bool {
	switch {
	case a.keys != keys{} && slices.Contains(texts, o.What), b.keys != keys{} && o.foreign(),
		!b.shape.beside() && !o.foreign() && o.keyed(0, a) != o.keyed(1, b):
		return false
	}
	switch o.What {
	case "merge":
		return a.shape == stream && b.shape == stream && a.kind == b.kind && a.kind != number
	case "joinTable", "leftJoinTable":
		return a.shape == stream && a.kind != number && b.shape == table && (o.Window.Kind == "" || b.versioned)
	case "find":
		return a.shape == stream && a.kind != number && b.shape == globalStore
	case "findPast":
		return a.shape == stream && a.kind != number && b.shape == globalPast
	case "findOwn":
		return a.shape == stream && a.kind != number && b.shape == readOnly
	case "joinGlobal", "leftJoinGlobal":
		return a.shape == stream && a.kind != number && b.shape == global
	case "join", "leftJoin", "outerJoin":
		return a.shape == stream && b.shape == stream && a.kind != number && b.kind != number
	case "cogroup":
		return a.shape == stream && b.shape == stream && a.kind != number && b.kind != number
	case "tableJoin", "tableLeftJoin", "tableOuterJoin":
		return a.shape == b.shape && (a.shape == table || a.shape == windows && a.windows == b.windows)
	case "joinForeign", "leftJoinForeign": // a row that changes twice in a step may or may not meet the answer to its first change
		return a.shape == table && b.shape == table && (a.once || !slices.ContainsFunc(a.paths, hopped))
	}
	return false
}
