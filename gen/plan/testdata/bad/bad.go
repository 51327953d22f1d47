// Package bad has what type-checks and can't be planned.
package bad

import "github.com/stoatgen/stoatgen/dsl"

func Codecs(b *dsl.Builder) {
	b.Stream("in", dsl.Int64(), dsl.String()).
		KeyAs(dsl.JSON[int64]()).
		GroupByKey().
		Count(dsl.As("c")).
		ToStream().To("out")
}
