package diag

import (
	"cmp"
	"go/token"
	"slices"
)

// Diagnostic is one finding. Pos is where the user has to look; End may be zero.
type Diagnostic struct {
	Pos, End token.Position
	Code     string // ST301
	Message  string // what was found and what was expected; no full stop
	Related  []Related
	Fixes    []Fix
}

// Related is another place that has to do with the finding.
type Related struct {
	Pos     token.Position
	Message string
}

// Fix is what to do about it. Edits are optional: a fix may be a sentence.
type Fix struct {
	Message string
	Edits   []Edit
}

// Edit replaces the text between two places of one file.
type Edit struct {
	Pos, End token.Position
	NewText  string
}

// New makes a diagnostic whose fixes are sentences.
func New(pos token.Position, code, message string, fixes ...string) Diagnostic {
	d := Diagnostic{Pos: pos, Code: code, Message: message}
	for _, f := range fixes {
		d.Fixes = append(d.Fixes, Fix{Message: f})
	}
	return d
}

// At adds a related place.
func (d Diagnostic) At(pos token.Position, message string) Diagnostic {
	d.Related = append(d.Related, Related{Pos: pos, Message: message})
	return d
}

// Warning says whether the code is one that does not keep stoatgen from writing.
func (d Diagnostic) Warning() bool { return table[d.Code].Warning }

// Failed says whether one of them is an error.
func Failed(ds []Diagnostic) bool {
	return slices.ContainsFunc(ds, func(d Diagnostic) bool { return !d.Warning() })
}

// Sort orders by file, place, code and message, and drops what was said twice: go list and the type checker report one
// and the same error, and a helper that is inlined twice is read twice. D2.
func Sort(ds []Diagnostic) []Diagnostic {
	out := slices.Clone(ds)
	slices.SortStableFunc(out, compare)
	return slices.CompactFunc(out, func(a, b Diagnostic) bool {
		return a.Pos == b.Pos && a.Code == b.Code && a.Message == b.Message
	})
}

// Places are related places in order. D2
func Places(rs []Related) []Related {
	return slices.SortedFunc(slices.Values(rs), func(a, b Related) int { return comparePos(a.Pos, b.Pos) })
}

func compare(a, b Diagnostic) int {
	return cmp.Or(comparePos(a.Pos, b.Pos), cmp.Compare(a.Code, b.Code), cmp.Compare(a.Message, b.Message),
		slices.CompareFunc(a.Related, b.Related, func(x, y Related) int {
			return cmp.Or(comparePos(x.Pos, y.Pos), cmp.Compare(x.Message, y.Message))
		}))
}

func comparePos(a, b token.Position) int {
	return cmp.Or(cmp.Compare(a.Filename, b.Filename), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column))
}
