package later

import (
	"strings"

	"github.com/stoatgen/stoatgen/dsl"
)

// fkPrefix is the part before the bar; N is null.
func fkPrefix(_ string, v string) (string, bool) {
	k, _, _ := strings.Cut(v, "|")
	return k, k != "N"
}

// unlessN is the global table's key; N is null.
func unlessN(_ *string, v string) (string, bool) { return v, v != "N" }

// Cases: edge-v2/fk-inner edge-v2/fk-inner-internal
func EdgeFkInner(b *dsl.Builder) { out(table(b, "l").JoinForeign(table(b, "r"), fkPrefix, join)) }

// Cases: edge-v2/fk-left
func EdgeFkLeft(b *dsl.Builder) {
	out(table(b, "l").LeftJoinForeign(table(b, "r"), fkPrefix, joinLeft))
}

// Cases: edge-v2/fk-inner-mat
func EdgeFkInnerMat(b *dsl.Builder) {
	out(table(b, "l").JoinForeign(table(b, "r"), fkPrefix, join, dsl.As("fkj")))
}

// Cases: edge-v2/st-grace
func EdgeStGrace(b *dsl.Builder) {
	stream(b, "l").JoinTable(versioned(b, "r", "v", 60*ms), join, dsl.Name("j"), dsl.Grace(5*ms)).To("out")
}

// Cases: edge-v2/gt-join
func EdgeGtJoin(b *dsl.Builder) {
	b.Stream("l", dsl.Nullable(dsl.String()), dsl.String()).
		JoinGlobalWithKeys(b.GlobalTable("r", dsl.String(), dsl.String()), unlessN, keys).To("out")
}

// Cases: edge-v2/gt-left
func EdgeGtLeft(b *dsl.Builder) {
	b.Stream("l", dsl.Nullable(dsl.String()), dsl.String()).
		LeftJoinGlobalWithKeys(b.GlobalTable("r", dsl.String(), dsl.String()), unlessN, keysLeft).To("out")
}
