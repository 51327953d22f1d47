// Package other is a helper package: its functions are not read.
package other

import "github.com/stoatgen/stoatgen/dsl"

func Use(s dsl.KStream[string, string]) {}
func Make(b *dsl.Builder) dsl.KStream[string, string] {
	return b.Stream("x", dsl.String(), dsl.String())
}
func Topic() string { return "t" }
