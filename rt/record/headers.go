package record

// Header is one name with its value; a nil Value is null, an empty one is not.
type Header struct {
	Name  string
	Value []byte
}

// Headers of one record, in order; names may repeat. They are a value: With and Without give other headers and leave
// these as they are. (In Kafka Streams the children of a node share one mutable Headers object, and one child's change
// is seen by the next.) They alias the fetched batch: elements and bytes may be kept but not changed.
type Headers []Header

// Last is the value of the last header of that name; ok says whether there is one, as its value may be null.
func (h Headers) Last(name string) (value []byte, ok bool) {
	for i := len(h) - 1; i >= 0; i-- {
		if h[i].Name == name {
			return h[i].Value, true
		}
	}
	return nil, false
}

// With is h and one header more at its end, in a slice of its own. value is kept, not copied.
func (h Headers) With(name string, value []byte) Headers {
	// The capacity is cut so that append copies: two children that extend the same h would else write to one array.
	return append(h[:len(h):len(h)], Header{name, value})
}

// Without is h without the headers of that name, in order; h itself if there is none.
func (h Headers) Without(name string) Headers {
	if _, ok := h.Last(name); !ok {
		return h
	}
	out := make(Headers, 0, len(h)-1)
	for _, x := range h {
		if x.Name != name {
			out = append(out, x)
		}
	}
	return out
}
