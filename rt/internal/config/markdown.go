package config

import (
	"fmt"
	"strings"
)

// Markdown is docs/configuration.md.
func Markdown() string {
	var b strings.Builder
	b.WriteString(preface)
	for _, g := range table {
		fmt.Fprintf(&b, "\n## %s\n\n| key | `rt.Config` | default | values | meaning |\n| --- | --- | --- | --- | --- |\n", g.Title)
		for _, k := range g.Keys {
			byDefault := "–"
			if k.Default != "" {
				byDefault = "`" + k.Default + "`"
			}
			fmt.Fprintf(&b, "| `%s` | `%s` | %s | %s | %s |\n", k.Name, k.Field(), byDefault, k.Expected, k.Doc)
		}
	}
	b.WriteString("\n## Not taken\n\nKafka Streams' keys that mean nothing here are refused; the message says what to do.\n\n")
	for _, name := range sorted(foreign) {
		fmt.Fprintf(&b, "* `%s`: %s\n", name, foreign[name])
	}
	return b.String()
}

const preface = `# Configuration

<!-- Made from the table in rt/internal/config: go test ./rt/internal/config -update -->

Three places, each stronger than the one before:

1. **Code**: the fields of ` + "`rt.Config`" + ` that ` + "`main`" + ` fills in. A field left at zero takes its default. Code alone has ` + "`File`" + ` (below),
   ` + "`Store`" + ` (` + "`rocks.Backend()`" + `; nil keeps state in memory and restores it in full from the changelogs at each start), ` + "`Logger`" + `, and
   ` + "`OnDeserialization`, `OnProcessing`, `OnProduction`" + ` ([handlers of your own](operating.md#records-that-fail)).
2. **File**: one YAML file, named by ` + "`rt.Config.File` or `STOAT_CONFIG`" + `. Keys are written whole or nested:

       application.id: flights
       state:
         dir: /var/lib/flights
       sasl.password: ${KAFKA_PASSWORD}

   ` + "`${NAME}` and `${NAME:-default}`" + ` take values from the environment. An unknown key is refused with its line.
3. **Environment**: ` + "`STOAT_`" + ` and the key in upper case with underscores: ` + "`STOAT_STATE_DIR`" + `. A variable that resembles a
   key is refused as a typo; any other is warned of.

Keys are Kafka Streams' where it has one with the same meaning. Durations are milliseconds, as in Kafka, or written ` + "`100ms`, `5m`" + `;
sizes are bytes or written ` + "`64MiB`" + `. At start the log shows what differs from the defaults, with the place of each value and without secrets.
`
