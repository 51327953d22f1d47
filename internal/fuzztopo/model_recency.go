package main

import "slices"

// recency is in which order the rows of a store were used, and put; nothing if most is 0.
type recency struct {
	most       int
	used, puts []string
}

func (u *recency) use(k string) {
	if u.most > 0 {
		u.used = append(slices.DeleteFunc(u.used, func(x string) bool { return x == k }), k)
	}
}

// put says which row is too many.
func (u *recency) put(k string) (gone string, over bool) {
	u.use(k)
	if u.most == 0 {
		return "", false
	}
	u.puts = append(slices.DeleteFunc(u.puts, func(x string) bool { return x == k }), k)
	if len(u.used) <= u.most {
		return "", false
	}
	gone = u.used[0]
	u.drop(gone)
	return gone, true
}

func (u *recency) drop(k string) {
	u.used = slices.DeleteFunc(u.used, func(x string) bool { return x == k })
	u.puts = slices.DeleteFunc(u.puts, func(x string) bool { return x == k })
}

// restart forgets all uses but the puts, as a changelog does.
func (u *recency) restart() { u.used = slices.Clone(u.puts) }
