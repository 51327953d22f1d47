package main

import "strconv"

// count adds to a number as text.
func count(s string, by int64) string {
	n, _ := strconv.ParseInt(s, 10, 64)
	return strconv.FormatInt(n+by, 10)
}

// regroup is a table grouped anew and aggregated: what goes is subtracted first, then what comes is added.
func (m *model) regroup(i int, n *node) {
	o := &m.t.Ops[i]
	m.nodes[o.In[0]].table.enable(true)
	n.table = stored(0)
	from := m.sorts[o.In[0]]
	group := func(k key, v *string) (string, string) {
		if from.shape == windows {
			return groupWindow(k.windowed(), v)
		}
		return lib.group(o.Fn, k.text, v)
	}
	n.run = func(_ int, r rec) {
		var was, is rec
		if r.old != nil {
			k, v := group(r.key, r.old)
			was = rec{key: key{text: k}, old: &v, ts: r.ts, header: r.header, topic: r.topic}
		}
		if r.val != nil {
			k, v := group(r.key, r.val)
			is = rec{key: key{text: k}, val: &v, ts: r.ts, header: r.header, topic: r.topic}
		}
		if was.old != nil && is.val != nil && was.key == is.key {
			is.old, was.old = was.old, nil
		}
		if was.old != nil {
			m.regrouped(i, was)
		}
		if is.val != nil {
			m.regrouped(i, is)
		}
	}
}

func (m *model) regrouped(i int, r rec) {
	o, t := &m.t.Ops[i], m.nodes[i].table
	x, had := t.rows[r.key]
	var agg *string
	if had {
		agg = &x.val
	}
	ts := r.ts
	if had && (r.old != nil || r.val != nil) {
		ts = max(ts, x.ts)
	}
	if r.old != nil && agg != nil {
		switch o.Agg {
		case "count":
			agg = new(count(*agg, -1))
		case "reduce":
			agg = new(minus(*agg, *r.old))
		default:
			agg = new(sub(r.key.text, r.old, *agg))
		}
	}
	if r.val != nil {
		switch {
		case o.Agg == "reduce" && agg == nil:
			agg = r.val
		case o.Agg == "reduce":
			agg = new(lib.plus(*agg, *r.val))
		case o.Agg == "count" && agg == nil:
			agg = new("1")
		case o.Agg == "count":
			agg = new(count(*agg, 1))
		case agg == nil:
			agg = new(lib.add[0](r.key.text, r.val, zero()))
		default:
			agg = new(lib.add[0](r.key.text, r.val, *agg))
		}
	}
	old := t.put(r.key, agg, ts)
	r.val, r.old, r.ts = agg, nil, ts
	if t.olds {
		r.old = old
	}
	m.forward(i, r)
}
