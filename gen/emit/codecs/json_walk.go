package codecs

import "go/types"

// visit is called for each part of a type, with its path.
type visit func(sh shape, path string)

// walk goes through all parts of a type that are read or written, each type once. use, narrowed, limits the fields of
// the first. The error is the first part without a form.
func (s *Set) walk(t types.Type, dir direction, use Demand, do visit) *Unsupported {
	w := walker{s, dir, do, map[string]bool{}}
	return w.walk(t, "", false, use)
}

type walker struct {
	set  *Set
	dir  direction
	do   visit
	seen map[string]bool
}

func (w *walker) walk(t types.Type, path string, quoted bool, use Demand) *Unsupported {
	sh, err := w.set.shapeOf(t, w.dir, quoted)
	if err != nil {
		return err.in(path, t)
	}
	w.do(sh, path)
	if w.seen[full(t)] {
		return nil
	}
	w.seen[full(t)] = use == nil // with some fields only, it has not been looked at
	switch sh.kind {
	case kindPointer:
		return w.walk(sh.elem, path, quoted, nil)
	case kindSlice, kindArray, kindMap:
		return w.walk(sh.elem, path+"[]", false, nil)
	case kindStruct:
		for _, m := range sh.object.members {
			if use.wants(m) {
				if err := w.walk(m.typ(), join(path, m.selector()), m.quoted, nil); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// has says whether the field at the path is wanted: by its own name, or with all of an embedded struct.
func (d Demand) has(path []*types.Var) bool {
	for _, f := range path {
		if d[f.Name()] {
			return true
		}
	}
	return d == nil
}

func join(path, field string) string {
	if path == "" {
		return field
	}
	return path + "." + field
}

// in says where the part is.
func (e *Unsupported) in(path string, t types.Type) *Unsupported {
	switch {
	case e.Path == "":
		e.Path = path
	case path != "":
		e.Path = path + "." + e.Path
	}
	if e.Type == "" {
		e.Type = short(t)
	}
	return e
}

// recursive says whether values of t can contain values of t.
func recursive(t types.Type) bool {
	seen := map[types.Type]bool{}
	var reaches func(x types.Type) bool
	reaches = func(x types.Type) bool {
		x = types.Unalias(x)
		if types.Identical(x, t) && len(seen) > 0 {
			return true
		}
		if seen[x] {
			return false
		}
		seen[x] = true
		switch u := x.Underlying().(type) {
		case *types.Struct:
			for f := range u.Fields() {
				if reaches(f.Type()) {
					return true
				}
			}
		case interface{ Elem() types.Type }:
			return reaches(u.Elem())
		}
		return false
	}
	return reaches(t)
}
