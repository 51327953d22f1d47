package later

import "github.com/stoatgen/stoatgen/dsl"

// streamBothNullable is a stream whose functions see null keys too.
func streamBothNullable(b *dsl.Builder, topic string) dsl.KStream[*string, *string] {
	return b.Stream(topic, dsl.Nullable(dsl.String()), dsl.Nullable(dsl.String()))
}
