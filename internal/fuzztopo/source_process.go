package main

import "fmt"

// keyValue spells a key-value store.
func keyValue(name, values string, options ...string) string {
	return kept("KeyValueStore", name, "dsl."+values+"()", options...)
}

// kept spells a store with text as keys.
func kept(what, name, values string, options ...string) string {
	s := fmt.Sprintf("b.%s(%q, dsl.String(), %s", what, name, values)
	for _, o := range options {
		s += ", " + o
	}
	return s + ")"
}

// ms spells milliseconds.
func ms(n int64) string { return fmt.Sprintf("%d*ms", n) }

// processor spells a stream's processor with stores, some of them in memory; "" if the operator isn't one.
func (o *op) processor(i int, a sort) string {
	name := func(s string) string { return fmt.Sprint("p", i, s) }
	memory := o.memory()
	with := func(method, create string, stores ...string) string {
		s := fmt.Sprintf("%s%d(%s[%s]", method, len(stores), create, a.typed())
		for _, x := range stores {
			s += ", " + x
		}
		return s + ")"
	}
	text := "dsl.String()"
	switch o.What {
	case "counted":
		return with("Process", "newCounter", fmt.Sprint("c", i))
	case "valuesCounted":
		return with("ProcessValues", "newValueCounter", keyValue(name(""), "Int64", memory...))
	case "recent":
		return with("Process", "newRecent", keyValue(name(""), "String", fmt.Sprintf("dsl.LRU(%d)", recentRows)))
	case "archive":
		windows := kept("WindowStore", name("w"), text, append([]string{ms(archiveSize), ms(archiveWindows)}, memory...)...)
		sessions := kept("SessionStore", name("s"), text, append([]string{ms(archiveSessions)}, memory...)...)
		past := kept("VersionedKeyValueStore", name("v"), text, "dsl.Versioned("+ms(archivePast)+")")
		return with("Process", "newArchive", windows, sessions, past)
	case "scan":
		return with("Process", "newScan", keyValue(name(""), "String", memory...), kept("HeadersKeyValueStore", name("h"), text, memory...))
	case "ledger":
		return with("ProcessValues", "newLedger", kept("TimestampedKeyValueStore", name("t"), text, memory...), keyValue(name(""), "String", memory...))
	}
	return ""
}

// memory has every third operator keep its stores in memory.
func (o *op) memory() (options []string) {
	if o.Fn%3 == 2 {
		return []string{"dsl.InMemory()"}
	}
	return nil
}

// shared declares the store of a counter ahead of it: others may have it, too.
func (o *op) shared(i int) string {
	if o.What != "counted" {
		return ""
	}
	return fmt.Sprintf("\tc%d := %s\n", i, keyValue(fmt.Sprint("p", i), "Int64", o.memory()...))
}

// filled spells what fills a store behind a topic, "" if the operator isn't one.
func (o *op) filled(i int) string {
	into, filler := map[string]string{"globalStore": "GlobalStore", "globalPast": "GlobalStore", "readOnly": "ReadOnlyStore"}[o.What], "newFiller"
	switch {
	case into == "":
		return ""
	case o.What == "globalPast":
		filler = "newPastFiller"
	}
	return fmt.Sprintf("\tb.%s(%q, dsl.String(), dsl.Nullable(dsl.String()), v%d, %s)\n", into, o.Topics[0], i, filler)
}
