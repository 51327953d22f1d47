package rttest

import (
	"fmt"
	"strings"
)

// block is a step of a golden file with the lines that follow from it.
type block struct {
	line  int
	step  string
	lines []string
}

// diff lists the steps whose outputs differ: - is what the file says, + what the topology writes.
func diff(want, got string) string {
	w, g := blocks(want), blocks(got)
	var b strings.Builder
	for i := range w { // both have the same steps
		if strings.Join(w[i].lines, "\n") == strings.Join(g[i].lines, "\n") {
			continue
		}
		fmt.Fprintf(&b, "line %d: %s\n", w[i].line, w[i].step)
		for k := range max(len(w[i].lines), len(g[i].lines)) {
			switch {
			case k < len(w[i].lines) && k < len(g[i].lines) && w[i].lines[k] == g[i].lines[k]:
				fmt.Fprintf(&b, "    %s\n", w[i].lines[k])
			default:
				if k < len(w[i].lines) {
					fmt.Fprintf(&b, "  - %s\n", w[i].lines[k])
				}
				if k < len(g[i].lines) {
					fmt.Fprintf(&b, "  + %s\n", g[i].lines[k])
				}
			}
		}
	}
	if b.Len() == 0 {
		return "only in white space"
	}
	return b.String()
}

func blocks(file string) (all []block) {
	all = []block{{step: "beginning of the file"}}
	n := 0
	for line := range strings.Lines(file) {
		n++
		line = strings.TrimSpace(line)
		word, _, _ := strings.Cut(line, " ")
		switch {
		case word == "out" || word == "error":
			last := &all[len(all)-1]
			last.lines = append(last.lines, line)
		case word != "" && word[0] != '#':
			all = append(all, block{line: n, step: line})
		}
	}
	return all
}
