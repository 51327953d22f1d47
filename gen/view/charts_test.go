package view

import (
	"testing"

	"github.com/stoatgen/stoatgen/gen/topo"
)

// small is a topology with a sink, a store and two stages.
func small(t *testing.T) *topo.Topology {
	t.Helper()
	for _, g := range graphs(t, "./scan/good") {
		if g.Name == "Chart" {
			lowered, _ := topo.Lower(g, nil)
			return lowered
		}
	}
	t.Fatal("no topology Chart")
	return nil
}

func TestMermaid(t *testing.T) {
	const want = `flowchart TD
  subgraph s0["Sub-topology 0"]
    n0["KSTREAM-SOURCE-0000000000"]
    n1["KSTREAM-KEY-SELECT-0000000001"]
    n2["n-repartition-filter"]
    n3["n-repartition-sink"]
  end
  subgraph s1["Sub-topology 1"]
    n4["n-repartition-source"]
    n5["KSTREAM-AGGREGATE-0000000002"]
    d0[("n")]
  end
  t0(["in"])
  t1(["n-repartition"])
  t0 --> n0
  n0 --> n1
  n1 --> n2
  n2 --> n3
  n3 --> t1
  t1 --> n4
  n4 --> n5
  n5 -.- d0
`
	if got := Mermaid(small(t)); got != want {
		t.Errorf("got\n%s", got)
	}
}

func TestDot(t *testing.T) {
	const want = `digraph "Chart" {
  node [shape=box];
  subgraph cluster_0 {
    label="Sub-topology 0";
    n0 [label="KSTREAM-SOURCE-0000000000"];
    n1 [label="KSTREAM-KEY-SELECT-0000000001"];
    n2 [label="n-repartition-filter"];
    n3 [label="n-repartition-sink"];
  }
  subgraph cluster_1 {
    label="Sub-topology 1";
    n4 [label="n-repartition-source"];
    n5 [label="KSTREAM-AGGREGATE-0000000002"];
    d0 [label="n", shape=cylinder];
  }
  t0 [label="in", shape=ellipse];
  t1 [label="n-repartition", shape=ellipse];
  t0 -> n0;
  n0 -> n1;
  n1 -> n2;
  n2 -> n3;
  n3 -> t1;
  t1 -> n4;
  n4 -> n5;
  n5 -> d0 [style=dashed, dir=none];
}
`
	if got := Dot(small(t)); got != want {
		t.Errorf("got\n%s", got)
	}
}
