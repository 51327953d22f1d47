// Package view prints a lowered topology: as Kafka Streams' Topology.describe() does, as a Mermaid flowchart and as a
// Graphviz digraph. It stops before plan, so an operator that cannot be generated yet is shown all the same.
//
//	topo.Topology ─┬─ Describe ─► the text of Kafka Streams, byte for byte
//	               ├─ Mermaid  ─► flowchart
//	               └─ Dot      ─► digraph
//
// Invariants:
//
//	V1: Describe's text is that of Kafka Streams 4.4. The order of neighbours, stores and topics there is that of Java's
//	    hash sets and of a tree whose comparator reads sizes that still change while it is filled; java.go has both.
//	V2: Mermaid and Dot show every node once, in order of declaration.
package view
