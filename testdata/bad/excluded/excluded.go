// Package excluded has a topology in a file that Go leaves out of the build.
package excluded

import "github.com/stoatgen/stoatgen/dsl"

func Counts(b *dsl.Builder) { b.Stream("in", dsl.String(), dsl.String()).To("out") }
