package plan

import (
	"fmt"
	"go/types"
	"maps"
	"slices"

	"github.com/stoatgen/stoatgen/gen/topo"
)

// Support is what can be generated: operators by topo's rows, options and codecs by the DSL's functions.
type Support struct{ Operators, Options, Codecs []string }

// Supported is all that can be generated; NOT-SUPPORTED.md is the rest of the DSL. P1.
func Supported() Support {
	s := Support{Operators: slices.Sorted(maps.Keys(operators)), Options: slices.Clone(options), Codecs: slices.Clone(codecs)}
	s.Operators = append(s.Operators, settings...)
	slices.Sort(s.Operators)
	return s
}

// settings are operators without a step: what follows reads them.
var settings = []string{"Builder.Cache", "Builder.Codec", "Builder.Store", "Builder.Wrap", "KStream.GroupByKey", "KGroupedStream.WindowedBy", "KGroupedStream.SessionWindowedBy", "KGroupedStream.EmitStrategy",
	"KGroupedStream.Cogroup", "CogroupedKStream.Cogroup", "CogroupedKStream.WindowedBy", "CogroupedKStream.SessionWindowedBy"}

var options = []string{"As", "Cache", "Changelog", "Format", "FromDuration", "FromEarliest", "FromLatest", "FromNone", "Grace", "InMemory", "Key", "KeyPartitioner",
	"LRU", "Label", "MulticastPartitioner", "Name", "NoCache", "NoChangelog", "Offset", "Other", "OtherKeyPartitioner", "OtherValue", "PartitionTimeIfInvalid", "Partitioner",
	"Partitions", "RetainDuplicates", "Retention", "SkipInvalidTimestamps", "This", "Timestamp", "TimestampFunc", "ToFile", "Value", "Versioned", "WallClockTimestamps"}

var codecs = []string{"Binary", "Bool", "Bytes", "Custom", "Float32", "Float64", "Int16", "Int32", "Int64", "JSON", "List", "Nullable",
	"SessionWindowed", "String", "TimeWindowed", "UUID", "Void"}

// cacheable says whether an operator can cache the updates of its store. A declared store says so in vain, and a global table.
func cacheable(o *topo.Op) bool { return o.Row() == "Builder.Store" || o.Opt("LRU") == nil }

// unsupported reports the options that can't be generated yet. Operators all can.
func (b *builder) unsupported() {
	for _, o := range b.t.Graph.Ops {
		if operators[o.Row()] == nil && !slices.Contains(settings, o.Row()) {
			panic("plan: " + o.Row() + " has no step, and NOT-SUPPORTED.md lists no operator") // internal/lint compares them
		}
		for _, opt := range o.Opts {
			if name := opt.Root().Name; !slices.Contains(options, name) || name == "Cache" && !cacheable(o) {
				d := *o
				d.Pos = opt.Pos
				beside := ""
				if name == "Cache" {
					beside = " beside LRU"
				}
				b.report("ST421", &d, fmt.Sprintf("option %s of %s%s is not supported yet", opt.Name, o.Method, beside), "see NOT-SUPPORTED.md")
			}
		}
	}
}

// codec says whether a codec can be generated, and reports it if not. A missing one was reported by check.
func (b *builder) codec(o *topo.Op, c *topo.Codec, what string) bool {
	if c == nil {
		b.report("ST301", o, fmt.Sprintf("no codec for the %s of %s", what, o.Method), "give one with b.Codec")
		return false
	}
	for ; c != nil; c = c.Elem {
		if !slices.Contains(codecs, c.Kind) {
			b.report("ST310", o, fmt.Sprintf("codec %s for the %s of %s is not supported yet", c, what, o.Method), "see NOT-SUPPORTED.md")
			return false
		}
		if c.Kind == "Custom" {
			b.p.Custom[c] = written(c.Arg)
		}
	}
	return true
}

// userCodec says whether the user's code makes the bytes.
func userCodec(c *topo.Codec) bool {
	c = c.Plain()
	return c != nil && (c.Kind == "Custom" || userCodec(c.Elem))
}

// Fallible says whether there may be values without bytes in a codec.
func Fallible(c *topo.Codec) bool {
	c = c.Plain()
	return c != nil && (c.Kind == "JSON" && !integral(c.Type) || c.Kind == "Custom" || Fallible(c.Elem))
}

// integral: numbers and bools, which JSON has a form for whatever their value. Not so for text that isn't UTF-8, for NaN, and
// for what has a method of its own.
func integral(t types.Type) bool {
	if n, ok := types.Unalias(t).(*types.Named); ok && n.NumMethods() > 0 {
		return false
	}
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return u.Info()&(types.IsInteger|types.IsBoolean) != 0
	case *types.Array:
		return integral(u.Elem())
	case *types.Struct:
		for f := range u.Fields() {
			if !integral(f.Type()) {
				return false
			}
		}
		return true
	}
	return false
}
