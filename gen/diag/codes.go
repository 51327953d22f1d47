package diag

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Entry is a row of the table of codes.
type Entry struct {
	Code    string
	Title   string
	Warning bool   // does not keep stoatgen from writing
	Text    string // why it is one, and what to write instead; Markdown
}

// table is filled from codes_*.go, a file for each hundred or two.
var table = func() map[string]Entry {
	m := map[string]Entry{}
	for _, part := range [][]Entry{loadCodes, readCodes, typeCodes, graphCodes, stateCodes, timeCodes, outputCodes} {
		for _, e := range part {
			if _, twice := m[e.Code]; twice {
				panic("diag: code " + e.Code + " stands in the table twice")
			}
			m[e.Code] = e
		}
	}
	return m
}()

// Codes is the whole table in order.
func Codes() []Entry {
	var out []Entry
	for _, c := range slices.Sorted(maps.Keys(table)) {
		out = append(out, table[c])
	}
	return out
}

// Explain is the explanation of a code as text; ST may be left out. false: there is no such code.
func Explain(code string) (string, bool) {
	e, ok := table["ST"+strings.TrimPrefix(strings.ToUpper(code), "ST")]
	if !ok {
		return "", false
	}
	kind := ""
	if e.Warning {
		kind = " (warning)"
	}
	return fmt.Sprintf("%s: %s%s\n\n%s\n", e.Code, e.Title, kind, strings.TrimSpace(e.Text)), true
}

var ranges = []struct{ digit, title string }{
	{"1", "Loading"}, {"2", "Reading the DSL"}, {"3", "Types and codecs"}, {"4", "Graph"}, {"5", "Keys, joins and lanes"},
	{"6", "State and names"}, {"7", "Time and windows"}, {"8", "Output files"}, {"9", "Faults of stoatgen"},
}

// Markdown is the table as docs/diagnostics.md.
func Markdown() string {
	var b strings.Builder
	b.WriteString("<!-- Generated from gen/diag by go test ./gen/diag -update. -->\n\n# Diagnostics\n\n" +
		"`stoatgen explain ST301` prints one of these. An error keeps stoatgen from writing anything; a warning does not.\n")
	for _, r := range ranges {
		fmt.Fprintf(&b, "\n## %sxx: %s\n", r.digit, r.title)
		for _, e := range Codes() {
			if e.Code[2:3] != r.digit {
				continue
			}
			kind := ""
			if e.Warning {
				kind = " *(warning)*"
			}
			fmt.Fprintf(&b, "\n### %s: %s%s\n\n%s\n", e.Code, e.Title, kind, strings.TrimSpace(e.Text))
		}
	}
	return b.String()
}
