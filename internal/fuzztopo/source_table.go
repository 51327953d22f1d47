package main

import "fmt"

// ofTable spells operators of one table.
func (o *op) ofTable(i int, a sort, as string) string {
	switch o.What {
	case "filter", "filterNot":
		return fmt.Sprintf(".F%s(%s%s)", o.What[1:], keeps(o.Fn), as)
	case "change":
		return fmt.Sprintf(".MapValues(%s%s)", changes(o.Fn), as)
	case "mayBe", "thingName":
		return fmt.Sprintf(".MapValues(%s%s)", o.What, as)
	case "oddThing":
		return fmt.Sprintf(".Filter(oddThing%s)", as)
	case "tag":
		return fmt.Sprintf(".MapValuesWithKey(%s%s)", tags(o.Fn), as)
	case "transform":
		if a.kind == number {
			return ".TransformValues(newNumberMarker" + as + ")"
		}
		return ".TransformValues(newMarker" + as + ")"
	case "recall":
		return fmt.Sprintf(".TransformValues1(newRecall[%s], %s%s)", a.typed(), keyValue(fmt.Sprintf("p%d", i), "Int64"), as)
	case "regroup":
		return fmt.Sprintf(".GroupBy(%s).%s", groupers(o.Fn), o.fold("add[string, string], sub[string, string]", "plus, minus", as))
	case "suppress", "suppressBytes":
		return o.suppressed()
	}
	return ".ToStream()"
}

func (o *op) suppressed() string {
	buffer := "Unbounded()"
	if full := pick("", ".EmitEarlyWhenFull()", ".ShutDownWhenFull()")(o.Fn); o.What == "suppressBytes" {
		buffer = fmt.Sprintf("MaxBytes(%d)%s", heldBytes, full)
	} else if full != "" {
		buffer = fmt.Sprintf("MaxRecords(%d)%s", heldRows, full)
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
		return ".GroupBy(groupWindow)." + o.fold("add[string, string], sub[string, string]", "plus, minus", as)
	case "suppress", "suppressBytes":
		return o.suppressed()
	case "windowStream":
		return ".ToStream()"
	case "suppressClose":
		if o.shuts() {
			return fmt.Sprintf(".Suppress(dsl.UntilWindowCloses(dsl.MaxRecords(%d).ShutDownWhenFull()))", heldRows)
		}
		return ".Suppress(dsl.UntilWindowCloses(dsl.Unbounded()))"
	}
	if a.kind == number {
		return ".ToStream().ValueAs(dsl.Nullable(dsl.Int64())).SelectKey(windowKey).MapValues(text)"
	}
	return ".ToStream().ValueAs(dsl.Nullable(dsl.String())).SelectKey(windowKey)"
}

// ofSpans spells operators of one stream of windowed keys.
func (o *op) ofSpans(a sort) string {
	of, _ := a.windows.keys()
	return map[string]string{
		"filter": "Filter(keepWindow)", "filterNot": "FilterNot(keepWindow)", "change": "MapValues(" + changes(o.Fn) + ")", "tag": "MapValuesWithKey(tagWindow)",
		"turn": "Map(turnWindow)", "fan": "FlatMap(fanWindow)", "selectKey": "SelectKey(startKey)", "spanText": "SelectKey(windowKey)",
		"windowKeys": "KeyAs(" + of.codec() + ")",
		"asNullable": "ValueAs(dsl.Nullable(dsl.String()))",
	}[o.What]
}
