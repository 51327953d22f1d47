//go:build !small

package builds

import "github.com/stoatgen/stoatgen/dsl"

type order struct{ ID string }

const topic, name = "out", "n"

func keep(_ string, o order) bool { return o.ID != "" }

func kept(s dsl.KStream[string, order]) dsl.KStream[string, order] { return s.Filter(keep) }

func Same(b *dsl.Builder) { kept(b.Stream("in", dsl.String(), dsl.JSON[order]())).To(topic) }
