package main

// ofSpans builds the operators of streams of windowed keys that have no store.
func (m *model) ofSpans(i int, n *node) {
	o := &m.t.Ops[i]
	from := m.sorts[o.In[0]].kind
	n.run = func(_ int, r rec) {
		w, v := r.key.windowed(), r.val
		if v == nil && from != nullable && o.What != "change" && o.What != "tag" && o.What != "asNullable" && o.What != "windowKeys" {
			return
		}
		switch o.What {
		case "filter", "filterNot":
			if keepWindow(w, v) != (o.What == "filter") {
				return
			}
		case "change", "tag":
			if v != nil || from == nullable {
				r.val = m.spanValue(o, r)
			}
		case "turn":
			k, s := turnWindow(w, v)
			r.key, r.val = key{text: k}, &s
		case "fan":
			fanWindow(w, v, func(k2, v2 string) {
				r.key, r.val = key{text: k2}, &v2
				m.forward(i, r)
			})
			return
		case "selectKey":
			r.key = key{text: startKey(w, v)}
		case "spanText":
			r.key = key{text: windowKey(w, v)}
		case "windowKeys":
			r.key = key{as: m.sorts[i].keys, text: r.key.shown()}
		}
		m.forward(i, r)
	}
}

// spanValue is what the function of an operator makes of a value.
func (m *model) spanValue(o *op, r rec) *string {
	if o.What == "change" {
		return new(lib.change(o.Fn, r.val))
	}
	return new(tagWindow(r.key.windowed(), r.val))
}
