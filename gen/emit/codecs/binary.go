package codecs

// Layout describes the bytes of c's values: two codecs of one layout read each other's bytes.
func (s *Set) Layout(c Codec) (string, error) { return c.id(), nil }

func (s *Set) binaryDecoder(c Codec) (*Decoder, error) {
	return nil, &Unsupported{Form: "Binary", Type: short(c.typ), Why: "the layout is not written yet"}
}

func (s *Set) binaryAppender(c Codec) (*Appender, error) {
	return nil, &Unsupported{Form: "Binary", Type: short(c.typ), Why: "the layout is not written yet"}
}
