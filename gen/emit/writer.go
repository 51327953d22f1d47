package emit

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// writer collects the text of one function.
type writer struct {
	g       *gen
	parts   []part
	names   map[string]bool
	drop    string // ends the record: continue, return
	loop    bool   // an entry's loop: stopping is leaving it
	nested  bool   // a literal that the user's code calls: leaving it leaves nothing else
	mayStop bool   // something that was called may have stopped the lane
	entry   bool   // a loop over a batch: what does not change stands ahead of it
	hoisted []string
	known   map[string]string // variables of what is the stage's
}

// part is some text. One that depends on what is used below is made last.
type part struct {
	text string
	make func(used func(name string) bool) string
}

func (g *gen) writer(drop string) *writer {
	return &writer{g: g, names: map[string]bool{}, drop: drop}
}

// f writes a line, or several.
func (w *writer) f(format string, args ...any) {
	w.parts = append(w.parts, part{text: qualify(fmt.Sprintf(format, args...)) + "\n"})
}

// when writes what make gives once it is known which variables are used below.
func (w *writer) when(make func(used func(name string) bool) string) {
	w.parts = append(w.parts, part{make: make})
}

// lazy writes lines that declare name, if anything below uses it.
func (w *writer) lazy(name, format string, args ...any) {
	text := qualify(fmt.Sprintf(format, args...)) + "\n"
	w.when(func(used func(string) bool) string {
		if used(name) {
			return text
		}
		return ""
	})
}

// assign writes names := value, a call; a name that nothing below uses becomes _.
func (w *writer) assign(value string, names ...string) {
	value = qualify(value)
	w.when(func(used func(string) bool) string {
		left, any := make([]string, len(names)), false
		for i, n := range names {
			left[i] = "_"
			if used(n) {
				left[i], any = n, true
			}
		}
		if len(names) == 0 {
			return value + "\n"
		}
		if !any {
			return strings.Join(left, ", ") + " = " + value + "\n"
		}
		return strings.Join(left, ", ") + " := " + value + "\n"
	})
}

// hoist writes a line ahead of an entry's loop, once; of a method where it is.
func (w *writer) hoist(line string) {
	switch line = qualify(line); {
	case !w.entry:
		w.f("%s", line)
	case !slices.Contains(w.hoisted, line):
		w.hoisted = append(w.hoisted, line)
	}
}

// ahead is what stands ahead of the loop.
func (w *writer) ahead() string {
	if len(w.hoisted) == 0 {
		return ""
	}
	return strings.Join(w.hoisted, "\n") + "\n"
}

// fresh is a new name for a variable.
func (w *writer) fresh(name string) string {
	for i, try := 2, name; ; i, try = i+1, name+strconv.Itoa(i) {
		if !w.names[try] && !w.g.theirs[try] {
			w.names[try] = true
			return try
		}
	}
}

// text is what was written, without the lazy lines that nothing uses.
func (w *writer) text() string {
	out := make([]string, 0, len(w.parts))
	below := ""
	for i := len(w.parts) - 1; i >= 0; i-- {
		p := w.parts[i]
		text := p.text
		if p.make != nil {
			text = p.make(func(name string) bool { return uses(below, name) })
		}
		if text != "" {
			out = append(out, text)
			below = code(text) + below
		}
	}
	var b strings.Builder
	for i := len(out) - 1; i >= 0; i-- {
		b.WriteString(out[i])
	}
	return b.String()
}

var comment = regexp.MustCompile(`(?m)//.*$`)

func code(text string) string { return comment.ReplaceAllString(text, "") }

// uses says whether a text names a variable.
func uses(text, name string) bool {
	for at := 0; ; {
		i := strings.Index(text[at:], name)
		if i < 0 {
			return false
		}
		from, to := at+i, at+i+len(name)
		if (from == 0 || !word(text[from-1]) && text[from-1] != '.') && (to == len(text) || !word(text[to])) {
			return true
		}
		at = to
	}
}

func word(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= 0x80
}
