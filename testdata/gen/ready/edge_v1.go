package ready

import "github.com/stoatgen/stoatgen/dsl"

// EdgeTwCountNullValue counts null values too: no function is in the way of them.
//
// Cases: edge-v1/tw-count-null-value
func EdgeTwCountNullValue(b *dsl.Builder) {
	outWindowCounts(grouped(b).WindowedBy(dsl.Tumbling(10 * ms).Grace(5 * ms)).Count())
}

// Cases: edge-v1/hop
func EdgeHop(b *dsl.Builder) { timeWindows(b, dsl.Hopping(10*ms, 4*ms)) }
