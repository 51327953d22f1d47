package main

// tries builds the operators whose functions may fail: the record ends there, but for what was sent before.
func (m *model) tries(i int, n *node) {
	o := &m.t.Ops[i]
	from := m.sorts[o.In[0]].kind
	n.run = func(_ int, r rec) {
		switch {
		case r.val != nil || from == nullable:
			m.try(i, r)
		case o.What == "tryChange", o.What == "tryTag":
			m.forward(i, r)
		}
	}
}

func (m *model) try(i int, r rec) {
	k, v, err := r.key.text, r.val, error(nil)
	switch keep, s := true, ""; m.t.Ops[i].What {
	case "tryFilter":
		if keep, err = tryKeep(k, v); !keep {
			return
		}
	case "tryChange":
		s, err = tryChange(v)
		r.val = &s
	case "tryTag":
		s, err = tryTag(k, v)
		r.val = &s
	case "tryTurn":
		k, s, err = tryTurn(k, v)
		r.key, r.val = key{text: k}, &s
	case "tryFan":
		_ = tryFan(k, v, func(k2, v2 string) {
			r.key, r.val = key{text: k2}, &v2
			m.forward(i, r)
		})
		return
	default:
		_ = tryPieces(v, func(v2 string) {
			r.val = &v2
			m.forward(i, r)
		})
		return
	}
	if err == nil {
		m.forward(i, r)
	}
}
