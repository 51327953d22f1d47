package later

import "github.com/stoatgen/stoatgen/dsl"

// Stream-stream joins see no null value: the join drops it after it moved the clock, so plain codecs do.

// Cases: fuzz/tt-inner edge-v2/tt-inner edge-v3/hdr-tt-c0 edge-v3/hdr-tt-c1000000
func FuzzTtInner(b *dsl.Builder) { out(table(b, "l").Join(table(b, "r"), join)) }

// Cases: fuzz/tt-left edge-v2/tt-left edge-v3/foreign-null-left-key
func FuzzTtLeft(b *dsl.Builder) { out(table(b, "l").LeftJoin(table(b, "r"), joinLeft)) }

// Cases: fuzz/tt-outer edge-v2/tt-outer
func FuzzTtOuter(b *dsl.Builder) { out(table(b, "l").OuterJoin(table(b, "r"), joinOuter)) }

// Cases: fuzz/tt-inner-mat edge-v2/tt-inner-mat edge-v2/cache-tt
func FuzzTtInnerMat(b *dsl.Builder) { out(table(b, "l").Join(table(b, "r"), join, dsl.As("j"))) }

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

// Cases: fuzz/fk-inner
func FuzzFkInner(b *dsl.Builder) { out(table(b, "l").JoinForeign(table(b, "r"), fk, join)) }

// Cases: fuzz/fk-left
func FuzzFkLeft(b *dsl.Builder) { out(table(b, "l").LeftJoinForeign(table(b, "r"), fk, joinLeft)) }

// Cases: fuzz/fk-left-ver
func FuzzFkLeftVer(b *dsl.Builder) {
	out(versioned(b, "l", "lv", 1000*ms).LeftJoinForeign(versioned(b, "r", "rv", 1000*ms), fk, joinLeft))
}

// Cases: fuzz/st-ver
func FuzzStVer(b *dsl.Builder) {
	stream(b, "l").LeftJoinTable(versioned(b, "r", "v", 25*ms), joinLeft).To("out")
}

// Cases: fuzz/st-grace
func FuzzStGrace(b *dsl.Builder) {
	stream(b, "l").JoinTable(versioned(b, "r", "v", 1000*ms), join, dsl.Name("j"), dsl.Grace(8*ms)).To("out")
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
