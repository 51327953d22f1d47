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

// Cases: edge-v1/asym-after
func EdgeAsymAfter(b *dsl.Builder) { ssInner(b, dsl.Within(0).After(10*ms)) }

// Cases: edge-v1/outer-asym
func EdgeOuterAsym(b *dsl.Builder) { ssOuter(b, dsl.Within(5*ms).After(10*ms)) }

// EdgeLeftOldAPI is the deprecated JoinWindows.of(10).grace(0).
//
// Cases: edge-v1/left-oldapi
func EdgeLeftOldAPI(b *dsl.Builder) { ssLeft(b, dsl.Within(10*ms).EagerNulls()) }

// Cases: edge-v1/self-join-plain edge-v1/self-join-opt
func EdgeSelfJoin(b *dsl.Builder) { ssSelf(b, dsl.Within(10*ms)) }

// Cases: edge-v1/session-grace edge-v2/session-inmem-edge
func EdgeSessionGrace(b *dsl.Builder) {
	outWindowCounts(grouped(b).SessionWindowedBy(dsl.Session(5 * ms).Grace(10 * ms)).Count())
}

// Cases: edge-v1/sliding
func EdgeSliding(b *dsl.Builder) { sliding(b, dsl.Sliding(5*ms).Grace(10*ms)) }

// Cases: edge-v1/sliding-early
func EdgeSlidingEarly(b *dsl.Builder) { sliding(b, dsl.Sliding(10*ms).Grace(50*ms)) }

// Cases: edge-v1/sliding-onclose
func EdgeSlidingOnClose(b *dsl.Builder) {
	outWindows(grouped(b).WindowedBy(dsl.Sliding(5*ms)).EmitStrategy(dsl.OnWindowClose).Aggregate(zero, agg))
}

// Cases: edge-v1/tw-onclose edge-v1/tw-onclose-default-throttle
func EdgeTwOnClose(b *dsl.Builder) {
	outWindows(grouped(b).WindowedBy(dsl.Tumbling(10*ms)).EmitStrategy(dsl.OnWindowClose).Aggregate(zero, agg))
}

// Cases: edge-v1/session-onclose
func EdgeSessionOnClose(b *dsl.Builder) {
	outWindows(grouped(b).SessionWindowedBy(dsl.Session(5*ms)).EmitStrategy(dsl.OnWindowClose).Aggregate(zero, agg, merge))
}
