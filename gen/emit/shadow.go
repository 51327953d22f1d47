package emit

import (
	"go/types"
	"maps"
	"slices"
	"strings"
)

// Shadowed are predeclared names that a program needs and the user's package declares: what stands in the package can't spell
// Go's own.
type Shadowed struct{ Names []string }

func (e *Shadowed) Error() string {
	return "the package declares " + strings.Join(e.Names, ", ")
}

// shadow notes them in a text of ours. What is meant by a name of the user's has a mark.
func (g *gen) shadow(text string) {
	for _, t := range token.FindAllString(text, -1) {
		if name, _, _ := strings.Cut(t, ":"); g.predeclared(name) {
			g.shadows[name] = true
		}
	}
}

func (g *gen) predeclared(name string) bool {
	return g.theirs[name] && types.Universe.Lookup(name) != nil
}

// shadowed is the error; nil: no name is.
func (g *gen) shadowed() error {
	if len(g.shadows) == 0 {
		return nil
	}
	return &Shadowed{slices.Sorted(maps.Keys(g.shadows))}
}
