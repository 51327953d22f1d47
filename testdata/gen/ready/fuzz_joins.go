package ready

import "github.com/stoatgen/stoatgen/dsl"

func ssInner(b *dsl.Builder, w dsl.JoinWindows) {
	stream(b, "l").Join(stream(b, "r"), join, w).To("out")
}

func ssLeft(b *dsl.Builder, w dsl.JoinWindows) {
	stream(b, "l").LeftJoin(stream(b, "r"), joinLeft, w).To("out")
}

func ssOuter(b *dsl.Builder, w dsl.JoinWindows) {
	stream(b, "l").OuterJoin(stream(b, "r"), joinOuter, w).To("out")
}

func ssSelf(b *dsl.Builder, w dsl.JoinWindows) {
	s := stream(b, "l")
	s.Join(s, join, w).To("out")
}

// FuzzSsInner10x10x0 and the next eleven are named by before, after and grace.
//
// Cases: fuzz/ss-inner-10-10-0
func FuzzSsInner10x10x0(b *dsl.Builder) { ssInner(b, dsl.Within(10*ms)) }

// Cases: fuzz/ss-left-10-10-0 edge-v1/left-mintime-quirk
func FuzzSsLeft10x10x0(b *dsl.Builder) { ssLeft(b, dsl.Within(10*ms)) }

// Cases: fuzz/ss-outer-10-10-0 edge-v1/outer
func FuzzSsOuter10x10x0(b *dsl.Builder) { ssOuter(b, dsl.Within(10*ms)) }

// Cases: fuzz/ss-inner-10-10-5 edge-v1/inner-bounds
func FuzzSsInner10x10x5(b *dsl.Builder) { ssInner(b, dsl.Within(10*ms).Grace(5*ms)) }

// Cases: fuzz/ss-left-10-10-5 edge-v1/left-bounds edge-v3/left-late-double
func FuzzSsLeft10x10x5(b *dsl.Builder) { ssLeft(b, dsl.Within(10*ms).Grace(5*ms)) }

// Cases: fuzz/ss-outer-10-10-5
func FuzzSsOuter10x10x5(b *dsl.Builder) { ssOuter(b, dsl.Within(10*ms).Grace(5*ms)) }

// Cases: fuzz/ss-inner-0-10-3
func FuzzSsInner0x10x3(b *dsl.Builder) { ssInner(b, dsl.Within(0).After(10*ms).Grace(3*ms)) }

// Cases: fuzz/ss-left-0-10-3
func FuzzSsLeft0x10x3(b *dsl.Builder) { ssLeft(b, dsl.Within(0).After(10*ms).Grace(3*ms)) }

// Cases: fuzz/ss-outer-0-10-3
func FuzzSsOuter0x10x3(b *dsl.Builder) { ssOuter(b, dsl.Within(0).After(10*ms).Grace(3*ms)) }

// Cases: fuzz/ss-inner-5-12-0
func FuzzSsInner5x12x0(b *dsl.Builder) { ssInner(b, dsl.Within(5*ms).After(12*ms)) }

// Cases: fuzz/ss-left-5-12-0
func FuzzSsLeft5x12x0(b *dsl.Builder) { ssLeft(b, dsl.Within(5*ms).After(12*ms)) }

// Cases: fuzz/ss-outer-5-12-0
func FuzzSsOuter5x12x0(b *dsl.Builder) { ssOuter(b, dsl.Within(5*ms).After(12*ms)) }

// Cases: fuzz/ss-self
func FuzzSsSelf(b *dsl.Builder) { ssSelf(b, dsl.Within(7*ms)) }
