package ready

import (
	"time"

	"github.com/stoatgen/stoatgen/dsl"
)

// versioned is a table that keeps its rows' past for so long.
func versioned(b *dsl.Builder, topic, store string, history time.Duration) dsl.KTable[string, string] {
	return b.Table(topic, dsl.String(), dsl.String(), dsl.As(store), dsl.Versioned(history))
}
