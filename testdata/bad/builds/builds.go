// Package builds has a topology that isn't the same in each of its builds.
package builds

import "github.com/stoatgen/stoatgen/dsl"

func Orders(b *dsl.Builder) {
	s := b.Stream("in", dsl.String(), dsl.JSON[order]())                     // want ST106@45 "order is declared in rest.go, which is built for !small only; the topology is built for everything" "give both files the same constraint"
	kept(s).MapValues(func(o order) string { return name + o.ID }).To(topic) // want ST106@2 "kept is" ST106@27 ST106@68 "topic is"
	s.Filter(keep).To("kept")
}

// Through reads a helper that reads another.
func Through(b *dsl.Builder) { through(b.Stream("in", dsl.String(), dsl.String())) }

func through(s dsl.KStream[string, string]) { s.To(topic) } // want ST106@52
