package excluded

import "github.com/stoatgen/stoatgen/dsl"

func Hourly(b *dsl.Builder) { b.Stream("in", dsl.String(), dsl.String()).To("out") } // want ST105@6 "topology Hourly is in counts_windows.go, a" "give the file another name, or"
