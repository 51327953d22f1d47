package view

import (
	"sort"
	"unicode/utf16"
)

// hash is Java's String.hashCode, spread as HashMap does.
func hash(s string) uint32 {
	var h uint32
	for _, c := range utf16.Encode([]rune(s)) {
		h = 31*h + uint32(c)
	}
	return h ^ h>>16
}

// hashOrder is the iteration order of a java.util.HashSet that got these strings one by one.
func hashOrder(in []string) []string {
	size := uint32(16)
	for len(in)*4 > int(size)*3 {
		size *= 2
	}
	out := append([]string{}, in...)
	sort.SliceStable(out, func(i, j int) bool { return hash(out[i])&(size-1) < hash(out[j])&(size-1) })
	return out
}

// tree is java.util.TreeMap's insertion: the comparison may change between insertions, so its shape matters.
type tree struct{ root *leaf }
type leaf struct {
	v       *item
	l, r, p *leaf
	red     bool
}

func (t *tree) add(v *item) {
	z := &leaf{v: v, red: true}
	if t.root == nil {
		z.red, t.root = false, z
		return
	}
	for x := t.root; ; {
		c := compare(v, x.v)
		next := &x.r
		if c == 0 {
			return
		} else if c < 0 {
			next = &x.l
		}
		if *next == nil {
			*next, z.p = z, x
			break
		}
		x = *next
	}
	t.fix(z)
}

func (t *tree) fix(x *leaf) {
	for x != t.root && x.p.red {
		g := x.p.p
		left := x.p == g.l
		u := g.l
		if left {
			u = g.r
		}
		if u != nil && u.red {
			x.p.red, u.red, g.red = false, false, true
			x = g
			continue
		}
		if left && x == x.p.r {
			x = x.p
			t.rotate(x, true)
		} else if !left && x == x.p.l {
			x = x.p
			t.rotate(x, false)
		}
		x.p.red, g.red = false, true
		t.rotate(g, !left)
	}
	t.root.red = false
}

// rotate turns p down to the left or right.
func (t *tree) rotate(p *leaf, left bool) {
	up := p.r
	if !left {
		up = p.l
	}
	if left {
		if p.r = up.l; up.l != nil {
			up.l.p = p
		}
		up.l = p
	} else {
		if p.l = up.r; up.r != nil {
			up.r.p = p
		}
		up.r = p
	}
	switch up.p = p.p; {
	case p.p == nil:
		t.root = up
	case p.p.l == p:
		p.p.l = up
	default:
		p.p.r = up
	}
	p.p = up
}

func (t *tree) items() (out []*item) {
	var walk func(*leaf)
	walk = func(x *leaf) {
		if x != nil {
			walk(x.l)
			out = append(out, x.v)
			walk(x.r)
		}
	}
	walk(t.root)
	return out
}
