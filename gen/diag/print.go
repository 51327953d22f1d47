package diag

import (
	"encoding/json"
	"fmt"
	"go/token"
	"io"
	"path/filepath"
	"strings"
)

// Text prints as the go command does: "file:line:col: ST301: message", then a line each for related places, fixes and
// where to read more, indented by a tab. File names are made relative to dir where that is shorter.
func Text(w io.Writer, ds []Diagnostic, dir string) error {
	var b strings.Builder
	for _, d := range ds {
		kind := ""
		if d.Warning() {
			kind = "warning: "
		}
		fmt.Fprintf(&b, "%s: %s: %s%s\n", place(d.Pos, dir), d.Code, kind, indent(d.Message))
		for _, r := range d.Related {
			fmt.Fprintf(&b, "\t%s: %s\n", place(r.Pos, dir), indent(r.Message))
		}
		for _, f := range d.Fixes {
			fmt.Fprintf(&b, "\tfix: %s\n", indent(f.Message))
		}
		fmt.Fprintf(&b, "\tsee: stoatgen explain %s\n", d.Code)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// indent keeps a message of several lines below its first one.
func indent(s string) string { return strings.ReplaceAll(strings.TrimSpace(s), "\n", "\n\t") }

// place is file:line:col; what has no place is the whole run's.
func place(p token.Position, dir string) string {
	if p.Filename == "" {
		return "stoatgen"
	}
	p.Filename = Relative(p.Filename, dir)
	return p.String()
}

// Relative is the file's name as seen from dir, or the name as it is where that is shorter.
func Relative(file, dir string) string {
	if !filepath.IsAbs(file) || dir == "" {
		return file
	}
	if rel, err := filepath.Rel(dir, file); err == nil && len(rel) < len(file) {
		return rel
	}
	return file
}

type jsonPos struct {
	File   string `json:"file,omitempty"`
	Line   int    `json:"line,omitempty"`
	Column int    `json:"column,omitempty"`
}

type jsonRelated struct {
	jsonPos
	Message string `json:"message"`
}

type jsonEdit struct {
	jsonPos
	EndLine   int    `json:"endLine"`
	EndColumn int    `json:"endColumn"`
	NewText   string `json:"newText"`
}

type jsonFix struct {
	Message string     `json:"message"`
	Edits   []jsonEdit `json:"edits,omitempty"`
}

type jsonDiagnostic struct {
	jsonPos
	EndLine   int           `json:"endLine,omitempty"`
	EndColumn int           `json:"endColumn,omitempty"`
	Code      string        `json:"code"`
	Severity  string        `json:"severity"`
	Message   string        `json:"message"`
	Related   []jsonRelated `json:"related,omitempty"`
	Fixes     []jsonFix     `json:"fixes,omitempty"`
}

// JSON prints one object a line.
func JSON(w io.Writer, ds []Diagnostic, dir string) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	at := func(p token.Position) jsonPos { return jsonPos{Relative(p.Filename, dir), p.Line, p.Column} }
	for _, d := range ds {
		j := jsonDiagnostic{jsonPos: at(d.Pos), EndLine: d.End.Line, EndColumn: d.End.Column, Code: d.Code, Severity: "error", Message: d.Message}
		if d.Warning() {
			j.Severity = "warning"
		}
		for _, r := range d.Related {
			j.Related = append(j.Related, jsonRelated{at(r.Pos), r.Message})
		}
		for _, f := range d.Fixes {
			fix := jsonFix{Message: f.Message}
			for _, e := range f.Edits {
				fix.Edits = append(fix.Edits, jsonEdit{at(e.Pos), e.End.Line, e.End.Column, e.NewText})
			}
			j.Fixes = append(j.Fixes, fix)
		}
		if err := enc.Encode(j); err != nil {
			return err
		}
	}
	return nil
}
