package ready

import "github.com/stoatgen/stoatgen/dsl"

// Cases: edge-v3/hdr-tw-c0 edge-v3/hdr-tw-c1000000
func EdgeHdrTw(b *dsl.Builder) {
	outWindowTexts(grouped(b).WindowedBy(dsl.Tumbling(10 * ms)).Count())
}

// Cases: edge-v3/hdr-tgroup-c0 edge-v3/hdr-tgroup-c1000000
func EdgeHdrTgroup(b *dsl.Builder) {
	out(table(b, "in").GroupBy(func(_ string, v string) (string, string) { return v[:1], v }).Reduce(plus, minus))
}

// Cases: edge-v3/op-stream-time
func EdgeOpStreamTime(b *dsl.Builder) {
	outWindowTexts(stream(b, "in").Filter(func(_, v string) bool { return v != "skip" }).GroupByKey().
		WindowedBy(dsl.Tumbling(10 * ms)).Count())
}

// Cases: edge-v3/two-window-ops
func EdgeTwoWindowOps(b *dsl.Builder) {
	s := stream(b, "in")
	outWindowTexts(s.GroupByKey().WindowedBy(dsl.Tumbling(10 * ms)).Count())
	toWindowTexts(s.GroupBy(func(_, v string) string { return v }).WindowedBy(dsl.Tumbling(10*ms)).Count(), "out2")
}

// nullIfN is a key that may be null; KeyAs drops the pointer and keeps the null, so that the stream fits the table.
func nullIfN(_ string, v string) *string {
	if v == "n" {
		return nil
	}
	return &v
}

// Cases: edge-v3/repartition-null-key-leftjoin
func EdgeRepartitionNullKeyLeft(b *dsl.Builder) {
	stream(b, "in").SelectKey(nullIfN).KeyAs(dsl.String()).LeftJoinTable(table(b, "r"), joinLeft).To("out")
}

// Cases: edge-v3/repartition-null-key-inner
func EdgeRepartitionNullKeyInner(b *dsl.Builder) {
	stream(b, "in").SelectKey(nullIfN).KeyAs(dsl.String()).JoinTable(table(b, "r"), join).To("out")
}
