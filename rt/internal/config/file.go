package config

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"

	"go.yaml.in/yaml/v3"
)

// file reads a YAML document. Keys may be written whole ("state.dir: x") or nested ("state: {dir: x}"): a nested
// key's name is its path joined by dots.
func (l *Loaded) file(name string, data []byte, vars map[string]string) []error {
	r := reader{l: l, file: name, vars: vars, seen: map[string]int{}}
	from := yaml.NewDecoder(bytes.NewReader(data))
	for some := false; ; {
		var doc yaml.Node
		if err := from.Decode(&doc); err == io.EOF {
			return r.problems
		} else if err != nil {
			return append(r.problems, fmt.Errorf("%s: %w", name, err))
		}
		switch root := doc.Content[0]; {
		case root.Tag == "!!null": // nothing but comments
		case some:
			r.report(root, "found a second document, expected one")
		default:
			some = true
			r.mapping("", root)
		}
	}
}

type reader struct {
	l        *Loaded
	file     string
	vars     map[string]string
	seen     map[string]int // key → line
	problems []error
}

func (r *reader) place(n *yaml.Node) string { return fmt.Sprintf("%s:%d:%d", r.file, n.Line, n.Column) }

func (r *reader) report(n *yaml.Node, format string, args ...any) {
	r.problems = append(r.problems, fmt.Errorf("%s: "+format, append([]any{r.place(n)}, args...)...))
}

func (r *reader) mapping(prefix string, n *yaml.Node) {
	if n.Kind != yaml.MappingNode {
		r.report(n, "found %s, expected keys and values", shape(n))
		return
	}
	for i := 0; i < len(n.Content); i += 2 {
		key, value := n.Content[i], n.Content[i+1]
		name := prefix + key.Value
		if k := lookup(name); k != nil {
			r.value(k, key, value)
		} else if value.Kind == yaml.MappingNode && prefixes(name+".") {
			r.mapping(name+".", value)
		} else {
			r.report(key, "%s", unknown(name))
		}
	}
}

func (r *reader) value(k *Key, key, value *yaml.Node) {
	if line, twice := r.seen[k.Name]; twice {
		r.report(key, "%s: set before, at line %d; expected once", k.Name, line)
		return
	}
	r.seen[k.Name] = key.Line
	if value.Kind == yaml.AliasNode {
		value = value.Alias
	}
	var parts []string
	switch {
	case value.Kind == yaml.ScalarNode && value.Tag == "!!null":
		return // "key:" with nothing behind it leaves the value below standing
	case value.Kind == yaml.ScalarNode:
		parts = []string{value.Value}
	case value.Kind == yaml.SequenceNode:
		for _, item := range value.Content {
			if item.Kind != yaml.ScalarNode {
				r.report(item, "%s: found %s, expected %s", k.Name, shape(item), k.Expected)
				return
			}
			parts = append(parts, item.Value)
		}
	default:
		r.report(value, "%s: found %s, expected %s", k.Name, shape(value), k.Expected)
		return
	}
	text, err := expand(strings.Join(parts, ","), r.vars)
	if err != nil {
		r.report(value, "%s: %v", k.Name, err)
	} else if err := r.l.put(k, r.place(value), text); err != nil {
		r.problems = append(r.problems, err)
	}
}

func shape(n *yaml.Node) string {
	switch n.Kind {
	case yaml.MappingNode:
		return "keys and values"
	case yaml.SequenceNode:
		return "a list"
	case yaml.AliasNode:
		return "an alias"
	}
	return fmt.Sprintf("%q", n.Value)
}

// prefixes reports whether some key starts with p: only then a nested mapping can hold one.
func prefixes(p string) (any bool) {
	eachKey(func(k *Key) { any = any || strings.HasPrefix(k.Name, p) })
	return any
}

var errUnset = errors.New("the variable is not set; expected it in the environment, or a default as in ${NAME:-default}")

// expand replaces ${NAME} and ${NAME:-default}. Any other dollar sign stands for itself.
func expand(s string, vars map[string]string) (string, error) {
	var out strings.Builder
	for {
		before, rest, ok := strings.Cut(s, "${")
		out.WriteString(before)
		if !ok {
			return out.String(), nil
		}
		inside, after, closed := strings.Cut(rest, "}")
		if !closed {
			return "", fmt.Errorf("found %q, expected a closing brace", "${"+rest)
		}
		name, byDefault, hasDefault := strings.Cut(inside, ":-")
		value, set := vars[name]
		switch {
		case set:
			out.WriteString(value)
		case hasDefault:
			out.WriteString(byDefault)
		default:
			return "", fmt.Errorf("found ${%s}: %w", name, errUnset)
		}
		s = after
	}
}
