// Package shared joins one stream several times.
package shared

import (
	"time"

	"github.com/stoatgen/stoatgen/dsl"
)

func last(_ string, v string) string      { return v[len(v)-1:] }
func pair(v, w string) string             { return v + w }
func pairLeft(v string, _ *string) string { return v }

// Joined has a stream whose key changed in four joins, one of which has a name.
func Joined(b *dsl.Builder) {
	moved := b.Stream("in0", dsl.String(), dsl.String()).SelectKey(last, dsl.Name("moved"))
	table := b.Table("in1", dsl.String(), dsl.String())
	within := dsl.Within(5 * time.Millisecond)
	moved.Join(moved, pair, within).To("out1")
	moved.JoinTable(table, pair).To("out2")
	moved.LeftJoin(b.Stream("in2", dsl.String(), dsl.String()), pairLeft, within, dsl.Name("named")).To("out3")
	moved.JoinTable(table, pair).To("out4")
}
