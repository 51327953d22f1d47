package emit

import (
	"fmt"
	"path"
	"regexp"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/stoatgen/stoatgen/gen/emit/codecs"
)

// The rooms that generated code names.
const module = "github.com/stoatgen/stoatgen/rt"

var rooms = map[string]string{
	"rt": module, "abi": module + "/abi", "codec": module + "/codec", "lane": module + "/lane", "record": module + "/record",
	"store": module + "/store", "window": module + "/window", "join": module + "/join", "state": module + "/state", "process": module + "/process", "suppress": module + "/suppress", "schedule": module + "/schedule", "strings": "strings", "bytes": "bytes", "fmt": "fmt", "strconv": "strconv",
}

// Marks stand between two of Unicode's noncharacters, which no user's text has.
const opens, closes = "\uFDD0", "\uFDD1"

// letter is what Go's names are made of.
const letter = `[\pL\p{Nd}_]`

// literal is text and comments, in which nothing is ours.
const literal = `"(?:[^"\\]|\\.)*"|` + "`[^`]*`" + `|//[^\n]*`

var (
	room   = regexp.MustCompile(literal + `|(^|[^.\pL\p{Nd}_])(rt|abi|codec|lane|record|store|window|join|state|process|suppress|schedule|strings|bytes|fmt|strconv)\.([A-Z]\w*)`)
	member = regexp.MustCompile(literal + `|(struct\{|; )(` + letter + `+) `)
	marker = regexp.MustCompile(opens + `([^` + closes + `]*)` + closes + `(?:\.(` + letter + `+))?`)
)

// qualify marks the rooms that a line of ours names. Lines of the user's have marks of their own.
func qualify(line string) string {
	return room.ReplaceAllStringFunc(line, func(m string) string {
		p := room.FindStringSubmatch(m)
		if p[2] == "" {
			return m
		}
		return p[1] + qual(rooms[p[2]], p[3])
	})
}

// qual is a name of a package in a text; without a path one of the user's own package.
func qual(path, name string) string { return opens + path + closes + "." + name }

// token is a word of a text or something that has none of ours in it: text, comments, marks, fields and methods.
var token = regexp.MustCompile(`func \([a-z] \*` + letter + `+\) ` + letter + `+|` + literal +
	`|` + opens + `[^` + closes + `]*` + closes + `(?:\.` + letter + `+)?|\.?[\pL_]` + letter + `*(?::[^=])?`)

// isFunc says whether a declaration is a function: only these have variables.
func isFunc(decl string) bool {
	return strings.HasPrefix(decl, "func ") || strings.Contains(decl, "\nfunc ")
}

// apart renames the variables of a text of ours that are called like something of the user's package, or like a package: what
// is meant by that name has a mark.
func (g *gen) apart(text string) string {
	g.shadow(text)
	if !isFunc(text) {
		return text
	}
	seen := map[string]bool{}
	for _, t := range token.FindAllString(text, -1) {
		seen[t] = true
	}
	other := map[string]string{}
	var rename func(t string) string
	rename = func(t string) string {
		if rest, ok := strings.CutPrefix(t, "func ("); ok { // a method, by whatever name
			return "func (" + rename(rest[:1]) + rest[1:]
		}
		if !g.theirs[t] || g.predeclared(t) {
			return t
		}
		for i := 0; other[t] == ""; i++ {
			if name := fmt.Sprint(t, i); !seen[name] && !g.theirs[name] {
				other[t] = name
			}
		}
		return other[t]
	}
	return token.ReplaceAllStringFunc(text, func(t string) string {
		if c := g.codeOf(t); c != nil {
			c.src.Op(token.ReplaceAllStringFunc(c.text, rename))
		}
		return rename(t)
	})
}

// theirNames are the names that the user's package and the packages in sight have.
func (g *gen) theirNames() map[string]bool {
	theirs := map[string]bool{}
	for _, n := range g.p.Package.Scope().Names() {
		theirs[n] = true
	}
	for _, p := range g.p.Package.Imports() {
		theirs[p.Name()] = true
	}
	for n := range rooms {
		theirs[n] = true
	}
	return theirs
}

// spelling is what jennifer spells in a text, around a text of ours that apart has a say in.
type spelling struct {
	spelled jen.Code
	src     *jen.Statement
	text    string
}

// reason marks what says why a decoder refuses src.
func (g *gen) reason(d *codecs.Decoder, src string) string {
	c := &spelling{src: &jen.Statement{}, text: src}
	c.spelled = d.Reason(c.src)
	g.codes = append(g.codes, c)
	return fmt.Sprintf(opens+"#%d"+closes, len(g.codes)-1)
}

// codeOf is what a mark stands for; nil: a name, or no mark.
func (g *gen) codeOf(mark string) *spelling {
	var n int
	if _, err := fmt.Sscanf(mark, opens+"#%d"+closes, &n); err != nil {
		return nil
	}
	return g.codes[n]
}

// splice turns a text with marks into code.
func (g *gen) splice(text string) jen.Code {
	s := jen.Empty()
	for text != "" {
		m := marker.FindStringSubmatchIndex(text)
		if m == nil {
			s.Op(text)
			break
		}
		if m[0] > 0 {
			s.Op(text[:m[0]])
		}
		path := text[m[2]:m[3]]
		var n int
		if _, err := fmt.Sscanf(path, "#%d", &n); err == nil {
			s.Add(g.codes[n].spelled)
			if m[4] >= 0 {
				s.Op("." + text[m[4]:m[5]])
			}
		} else if path == "" {
			s.Id(text[m[4]:m[5]])
		} else {
			s.Qual(path, text[m[4]:m[5]])
		}
		text = text[m[1]:]
	}
	return s
}

// imports tells jennifer the packages' real names, so that none is renamed without need; a name that the user's package
// has itself gets a prefix.
func (g *gen) imports(f *jen.File) {
	name := func(path, name string) {
		if g.p.Package.Scope().Lookup(name) != nil {
			f.ImportAlias(path, "go"+strings.ToLower(name))
			return
		}
		f.ImportName(path, name)
	}
	for n, path := range rooms {
		name(path, n)
	}
	for _, of := range []string{"encoding/binary", "maps", "math", "slices", "unsafe"} { // what decoders and encoders name
		name(of, path.Base(of))
	}
	for _, p := range g.p.Package.Imports() {
		name(p.Path(), p.Name())
	}
}
