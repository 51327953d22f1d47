package later

import (
	"github.com/stoatgen/stoatgen/dsl"
)

// unlessN is the global table's key; N is null.
func unlessN(_ *string, v string) (string, bool) { return v, v != "N" }

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
