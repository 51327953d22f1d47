package obs

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/prometheus/client_golang/prometheus"

	"github.com/stoatgen/stoatgen/rt/abi"
)

var update = flag.Bool("update", false, "write docs/metrics.md")

const preface = `# Metrics

<!-- Made from rt/internal/obs: go test ./rt/internal/obs -update -->

Served at /metrics as Prometheus text (` + "`http.address`" + `), each with the label ` + "`application`" + `. Counts move with each commit. Beside these there are
the Go collector's ` + "`go_…` and the process collector's `process_…`" + `.

| metric | labels | meaning |
| --- | --- | --- |
`

const labels = `
## Labels

| label | value | meaning |
| --- | --- | --- |
| node | | An operator, by the name that ` + "`-describe`" + ` prints. |
| reason, of a drop | null-key | The operator needs a key. |
| | null-value | The operator needs a value, or its function is of a type that has no null. |
| | late | Every window of the record, or one of them, is closed. |
| | malformed | The codec refused key or value, and the handler said to go on. |
| | failed | A function of the topology failed, and the handler said to go on. |
| | refused | What the record became can't be written, and the handler said to go on. |
| | negative-timestamp | The record's time is negative, and ` + "`default.timestamp.extractor`" + ` or its source drops it. |
| | no-partition | A partitioner named none. |
| | out-of-date | An answer of a foreign-key join whose left row has changed since it asked. |
| cause, of an epoch | time | ` + "`commit.interval.ms`" + ` is over, a processor asked for a commit, or the application ends. |
| | records | ` + "`commit.max.records`" + ` were read. |
| | memory | ` + "`statestore.uncommitted.max.bytes`" + ` have changed. |
| | idle | There was nothing to do for long; offsets are committed again so that they don't expire. |
| phase, of a commit | lanes | Until the last lane has done what was ahead of the barrier. |
| | acks | Until the brokers have acknowledged outputs and changelogs. |
| | offsets | The source offsets become part of the transaction. |
| | end | The transaction is committed. |
| | write | The state goes to the durable store. |
| | total | All of it. |
`

// recorder is a registry that remembers what is said of itself.
type recorder struct{ rows []string }

var desc = regexp.MustCompile(`^Desc\{fqName: "(stoat_\w+)", help: "(.*?)", (?:unit: ".*", )?constLabels: \{(.*)\}, variableLabels: \{(.*)\}\}$`)

func (r *recorder) Register(c prometheus.Collector) error {
	ch := make(chan *prometheus.Desc, 100)
	c.Describe(ch)
	close(ch)
	for d := range ch {
		if m := desc.FindStringSubmatch(d.String()); m != nil {
			labels := m[4]
			if m[3] != "" { // what is constant in a process but says something
				labels = "go,version"
			}
			r.rows = append(r.rows, fmt.Sprintf("| `%s` | %s | %s |\n", m[1], strings.ReplaceAll(labels, ",", ", "), m[2]))
		}
	}
	return nil
}

func (r *recorder) MustRegister(cs ...prometheus.Collector) {
	for _, c := range cs {
		_ = r.Register(c)
	}
}

func (r *recorder) Unregister(prometheus.Collector) bool { return false }

// values are those of the labels that have a known list of them.
func values() (names []string) {
	for r := range abi.Reasons {
		names = append(names, r.String())
	}
	for _, c := range causes {
		names = append(names, string(c))
	}
	for _, p := range phases {
		names = append(names, string(p))
	}
	return names
}

func TestDocumentationIsUpToDate(t *testing.T) {
	r := &recorder{}
	(&Metrics{}).register(r, Shape{})
	slices.Sort(r.rows)
	want := preface + strings.Join(r.rows, "") + labels
	for _, v := range values() {
		if !strings.Contains(labels, " | "+v+" | ") {
			t.Errorf("value %q of a label isn't said", v)
		}
	}
	file := filepath.Join("..", "..", "..", "docs", "metrics.md")
	if *update {
		if err := os.WriteFile(file, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(got), want); diff != "" {
		t.Errorf("docs/metrics.md is stale: go test ./rt/internal/obs -update\n%s", diff)
	}
}
