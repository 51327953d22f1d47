package topo_test

import (
	"context"
	"fmt"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stoatgen/stoatgen/gen/load"
	"github.com/stoatgen/stoatgen/gen/scan"
	"github.com/stoatgen/stoatgen/gen/topo"
)

// lowered are the topologies of a package of testdata/scan by name.
func lowered(t *testing.T, name string) map[string]*topo.Topology {
	t.Helper()
	dir, err := filepath.Abs("../../testdata/scan")
	if err != nil {
		t.Fatal(err)
	}
	pkgs, ds, err := load.Load(context.Background(), load.Config{Dir: dir, Patterns: []string{"./" + name}})
	if err != nil || len(ds) > 0 || len(pkgs) != 1 {
		t.Fatal(err, ds, len(pkgs))
	}
	out := map[string]*topo.Topology{}
	r := scan.Read(pkgs[0])
	for _, g := range r.Graphs {
		l, ds := topo.Lower(g, nil)
		if len(ds) > 0 {
			t.Fatal(ds)
		}
		out[g.Name] = l
	}
	if len(r.Diags) > 0 {
		t.Fatal(r.Diags)
	}
	return out
}

// TestCodecsAreFoundInTheirOrder compares what each operator needs with the comment of its topology.
func TestCodecsAreFoundInTheirOrder(t *testing.T) {
	says := regexp.MustCompile(`^(\w+): (.*)`)
	for name, l := range lowered(t, "codecs") {
		var got []string
		for _, o := range l.Graph.Ops {
			needs := l.Needs(o)
			if len(needs) == 0 {
				continue
			}
			var codecs []string
			for _, n := range needs {
				codecs = append(codecs, strings.ReplaceAll(n.Codec.String(), "codecs.", ""))
			}
			got = append(got, fmt.Sprintf("%s(%s)", o.Method, strings.Join(codecs, " ")))
		}
		m := says.FindStringSubmatch(l.Graph.Doc)
		if m == nil || m[1] != name || m[2] != strings.Join(got, " ") {
			t.Errorf("%s: %s\n%s", name, strings.Join(got, " "), l.Graph.Doc)
		}
	}
}

// op is the n-th operator of a method.
func op(t *testing.T, l *topo.Topology, method string, n int) (*topo.Op, *topo.Step) {
	t.Helper()
	for _, o := range l.Graph.Ops {
		if o.Method != method {
			continue
		}
		if n == 0 {
			return o, l.Of(o)
		}
		n--
	}
	t.Fatalf("no %s", method)
	return nil, nil
}

func TestAStoreExistsIfSomethingReadsItOrItIsNamed(t *testing.T) {
	l := lowered(t, "lowering")["Lazy"]
	for i, want := range []bool{false, true, true} {
		o, s := op(t, l, "Table", i)
		if s.Store.Materialized != want || len(s.Store.Nodes) > 0 != want || s.Store.Op != o {
			t.Errorf("table %d: %+v", i, s.Store)
		}
	}
	_, join := op(t, l, "JoinTable", 0)
	_, table := op(t, l, "Table", 1)
	if len(join.Reads) != 1 || join.Reads[0] != table.Store {
		t.Errorf("the join reads %v", join.Reads)
	}
}

func TestInputsSayWhereARepartitionIs(t *testing.T) {
	l := lowered(t, "lowering")["Lazy"]
	o, join := op(t, l, "JoinTable", 0)
	key, moved := op(t, l, "SelectKey", 0)
	if !moved.Rekeyed || join.Rekeyed {
		t.Errorf("rekeyed: %v, %v", moved.Rekeyed, join.Rekeyed)
	}
	in := join.Inputs
	if len(in) != 2 || in[0].From != key || in[0].Through == nil || in[1].Through != nil {
		t.Fatalf("inputs: %+v", in)
	}
	r := in[0].Through
	if r.Op != o || r.From != moved.Node || in[0].Node != r.Source || r.Named || r.Topic != moved.Node.Name+"-repartition" {
		t.Errorf("repartition: %+v", r)
	}
	if r.From.Stage == r.Source.Stage || r.Source.Stage != join.Node.Stage || len(l.Stages) != 4 {
		t.Errorf("%d stages", len(l.Stages))
	}
}

func TestANamedGroupSharesItsRepartition(t *testing.T) {
	l := lowered(t, "lowering")["Shared"]
	_, plain := op(t, l, "Count", 0)
	o, windowed := op(t, l, "Count", 1)
	if len(l.Repartitions) != 1 || plain.Inputs[0].Through != l.Repartitions[0] || windowed.Inputs[0].Through != l.Repartitions[0] {
		t.Errorf("%d repartitions, %+v, %+v", len(l.Repartitions), plain.Inputs, windowed.Inputs)
	}
	if plain.Store.Kind != topo.KeyValueStore || windowed.Store.Kind != topo.WindowStore || windowed.Store.Key.String() != "string" {
		t.Errorf("%v, %v of %v", plain.Store.Kind, windowed.Store.Kind, windowed.Store.Key)
	}
	w := topo.WindowsOf(o)
	if w.Kind != topo.Hopping || w.Size != time.Minute || w.Advance != time.Second || w.Grace != time.Hour || !w.OnWindowClose {
		t.Errorf("%+v", w)
	}
}

// TestJoinsShareARepartition: as Kafka Streams 4.4 describes it, joins without a name use the repartition that the stream has
// already, be it that of a named one, and take their numbers all the same.
func TestJoinsShareARepartition(t *testing.T) {
	l := lowered(t, "shared")["Joined"]
	var topics, through []string
	for _, r := range l.Repartitions {
		topics = append(topics, r.Topic)
	}
	for _, o := range l.Graph.Ops {
		for _, in := range l.Of(o).Inputs {
			if in.Through != nil {
				through = append(through, l.Of(o).Node.Name+" < "+in.Through.Base)
			}
		}
	}
	want := []string{"KSTREAM-MERGE-0000000015 < moved", "KSTREAM-MERGE-0000000015 < moved", "KSTREAM-JOIN-0000000020 < moved",
		"named-merge < named-left", "KSTREAM-JOIN-0000000035 < named-left"}
	if got := fmt.Sprint(topics); got != "[moved-repartition named-left-repartition]" {
		t.Errorf("repartitions %s", got)
	}
	if fmt.Sprint(through) != fmt.Sprint(want) {
		t.Errorf("joins have %q, Kafka Streams has %q", through, want)
	}
}

// TestAStreamMergedWithItselfHasOneParent: Kafka Streams describes it so, and each record comes once.
func TestAStreamMergedWithItselfHasOneParent(t *testing.T) {
	l := lowered(t, "lowering")["Twice"]
	merges := 0
	for _, n := range l.Nodes {
		if n.Op.Method != "Merge" {
			continue
		}
		if merges++; len(n.Parents) != 1 || len(n.Parents[0].Children) != 2 {
			t.Errorf("%s has %d parents", n.Name, len(n.Parents))
		}
	}
	if merges != 2 {
		t.Errorf("%d merges", merges)
	}
}
