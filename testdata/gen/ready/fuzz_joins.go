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

// Cases: fuzz/tt-inner edge-v2/tt-inner edge-v3/hdr-tt-c0 edge-v3/hdr-tt-c1000000
func FuzzTtInner(b *dsl.Builder) {
	b.Cache()
	out(table(b, "l").Join(table(b, "r"), join))
}

// Cases: fuzz/tt-left edge-v2/tt-left edge-v3/foreign-null-left-key
func FuzzTtLeft(b *dsl.Builder) { out(table(b, "l").LeftJoin(table(b, "r"), joinLeft)) }

// Cases: fuzz/tt-outer edge-v2/tt-outer
func FuzzTtOuter(b *dsl.Builder) { out(table(b, "l").OuterJoin(table(b, "r"), joinOuter)) }

// Cases: fuzz/tt-inner-mat edge-v2/tt-inner-mat edge-v2/cache-tt
func FuzzTtInnerMat(b *dsl.Builder) {
	b.Cache()
	out(table(b, "l").Join(table(b, "r"), join, dsl.As("j")))
}

// Cases: fuzz/tt-left-mat
func FuzzTtLeftMat(b *dsl.Builder) { out(table(b, "l").LeftJoin(table(b, "r"), joinLeft, dsl.As("j"))) }

// Cases: fuzz/tt-outer-mat
func FuzzTtOuterMat(b *dsl.Builder) {
	out(table(b, "l").OuterJoin(table(b, "r"), joinOuter, dsl.As("j")))
}

// Cases: fuzz/tt-inner-ver
func FuzzTtInnerVer(b *dsl.Builder) {
	out(versioned(b, "l", "lv", 1000*ms).Join(versioned(b, "r", "rv", 1000*ms), join))
}

// Cases: fuzz/tt-left-ver
func FuzzTtLeftVer(b *dsl.Builder) {
	out(versioned(b, "l", "lv", 1000*ms).LeftJoin(versioned(b, "r", "rv", 1000*ms), joinLeft))
}

// Cases: fuzz/tt-outer-ver
func FuzzTtOuterVer(b *dsl.Builder) {
	out(versioned(b, "l", "lv", 1000*ms).OuterJoin(versioned(b, "r", "rv", 1000*ms), joinOuter))
}

// Cases: fuzz/st-ver
func FuzzStVer(b *dsl.Builder) {
	stream(b, "l").LeftJoinTable(versioned(b, "r", "v", 25*ms), joinLeft).To("out")
}

// Cases: fuzz/fk-inner
func FuzzFkInner(b *dsl.Builder) { out(table(b, "l").JoinForeign(table(b, "r"), fk, join)) }

// Cases: fuzz/fk-left
func FuzzFkLeft(b *dsl.Builder) { out(table(b, "l").LeftJoinForeign(table(b, "r"), fk, joinLeft)) }

// Cases: fuzz/st-grace
func FuzzStGrace(b *dsl.Builder) {
	stream(b, "l").JoinTable(versioned(b, "r", "v", 1000*ms), join, dsl.Name("j"), dsl.Grace(8*ms)).To("out")
}

// Cases: fuzz/fk-left-ver
func FuzzFkLeftVer(b *dsl.Builder) {
	out(versioned(b, "l", "lv", 1000*ms).LeftJoinForeign(versioned(b, "r", "rv", 1000*ms), fk, joinLeft))
}

// FuzzGtLeft shows the stream's key to the joiner, null included, so the key is nullable.
//
// Cases: fuzz/gt-left
func FuzzGtLeft(b *dsl.Builder) {
	b.Stream("l", dsl.Nullable(dsl.String()), dsl.String()).
		LeftJoinGlobalWithKeys(b.GlobalTable("r", dsl.String(), dsl.String()),
			func(_ *string, v string) (string, bool) { return fk("", v) }, keysLeft).
		To("out")
}
