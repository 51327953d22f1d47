// Package plan holds the second of the generator's two representations: what will run. It decides; gen/emit spells.
//
//	topo.Topology ──New──► Program ──► emit (and Text, for stoatgen -plan)
//	                       Stage ─► Entry (source or hop) ─► Step ─► Step … a tree: what is fused below one entry
//	                         │                                 └► HopOut ···► Entry of another stage
//	                         └─► Store, Sink, Hop
//
// A Step is one operator. What flows into it is a Record: types of key and value, how a null is told, whether the source's
// bytes still are the value. A step that is reached from several places, or several times a record, begins a method of
// its own; all others are fused into the function they follow.
//
// Invariants:
//
//	P1: an operator without a function here, or an option that Supported doesn't have, is a diagnostic at its line, never
//	    silence.
//	P2: children run in the order in which they were declared, depth first, as Kafka Streams forwards.
//	P3: all state below an entry is of the entry's own key: what changes the key and needs it afterwards hops.
//	P4: need runs against the stream: a step asks for no more of key and value than it and what is below it use. What is
//	    not asked for is validated at the source and decoded nowhere.
//	P5: names follow from the declaration alone: no map order, no positions.
//
// Entry points: New, Supported, Text.
package plan
