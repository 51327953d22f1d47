package excluded

import "github.com/stoatgen/stoatgen/dsl"

func Tested(b *dsl.Builder) { b.Stream("in", dsl.String(), dsl.String()).To("out") } // want ST105@6 "topology Tested is in counts_test.go, a file that only" "move it to a file"
