package store

import "container/list"

// Recent is the order in which the rows of a partition were used last: LinkedHashMap in Kafka Streams' LRU store. K is what names a
// row.
type Recent[K comparable] struct {
	order list.List // of K, the one used longest ago first
	at    map[K]*list.Element
}

// Use puts a row behind all others.
func (r *Recent[K]) Use(k K) {
	if e := r.at[k]; e != nil {
		r.order.MoveToBack(e)
		return
	}
	if r.at == nil {
		r.at = map[K]*list.Element{}
	}
	r.at[k] = r.order.PushBack(k)
}

// Drop takes a row out. One that isn't there is fine.
func (r *Recent[K]) Drop(k K) {
	if e := r.at[k]; e != nil {
		r.order.Remove(e)
		delete(r.at, k)
	}
}

// Over takes out the row that was used longest ago if there are more than so many.
func (r *Recent[K]) Over(most int) (oldest K, over bool) {
	if r.order.Len() <= most {
		return oldest, false
	}
	oldest = r.order.Front().Value.(K)
	r.Drop(oldest)
	return oldest, true
}
