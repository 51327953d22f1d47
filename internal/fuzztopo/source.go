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

//go:embed functions_stores.go
var functionsStores string

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
	if t.has("thing") {
		b.WriteString("\tb.Codec(dsl.JSON[thing]())\n")
	}
	if t.Wrap {
		b.WriteString("\tb.Wrap(newWatch)\n")
	}
	taken := t.taken()
	for i := range t.Ops {
		b.WriteString(t.Ops[i].shared(i))
		switch call := t.call(i, sorts); {
		case taken[i]:
			fmt.Fprintf(&b, "\tv%d := %s\n%s", i, call, t.Ops[i].filled(i))
			if into := t.Ops[i].Into; into != "" {
				fmt.Fprintf(&b, "\tv%d.To(%q)\n", i, into)
			}
		default:
			fmt.Fprintf(&b, "\t%s.%s\n", call, t.sink(i, sorts[i]))
		}
	}
	b.WriteString("}\n\n")
	return b.String()
}

// sink spells where an operator's results are written.
func (t *topology) sink(i int, s sort) string {
	with := partitioner(t.Ops[i].Spread, s)
	if with != "" {
		with = ", " + with
	}
	if t.Ops[i].Sort {
		return fmt.Sprintf("ToFunc(func(r record.Record[%s, %s], _ record.Metadata) string { return \"out%d-\" + side(r.Key, r.Value) }%s)", s.keys.typed(), s.typed(), i, with)
	}
	return fmt.Sprintf("To(\"out%d\"%s)", i, with)
}

// partitioner spells what chooses partitions, "" for nothing.
func partitioner(how int, s sort) string {
	if how == 0 {
		return ""
	}
	return fmt.Sprintf(pick("dsl.Partitioner(spread[%s, %s])", "dsl.MulticastPartitioner(scatter[%s, %s])")(how-1), s.keys.typed(), s.typed())
}

// caches says whether all operators cache but the ones that say that they don't: not each can say that it does.
func (t *topology) caches() bool {
	return slices.ContainsFunc(t.Ops, func(o op) bool {
		return o.Cache && (o.What == "transform" || o.What == "recall" || strings.HasPrefix(o.What, "table") && o.What != "table")
	})
}
