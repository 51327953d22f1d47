package later

import "github.com/stoatgen/stoatgen/dsl"

// Stream-stream joins see no null value: the join drops it after it moved the clock, so plain codecs do.










// FuzzGtLeft shows the stream's key to the joiner, null included, so the key is nullable.
//
// Cases: fuzz/gt-left
func FuzzGtLeft(b *dsl.Builder) {
	b.Stream("l", dsl.Nullable(dsl.String()), dsl.String()).
		LeftJoinGlobalWithKeys(b.GlobalTable("r", dsl.String(), dsl.String()),
			func(_ *string, v string) (string, bool) { return fk("", v) }, keysLeft).
		To("out")
}
