package codecs

import "fmt"

// Layout describes the bytes of c's values. Where two layouts are the same, bytes of one can be read as the other: what
// a store of an earlier build holds stays readable if its layout stays the same.
func (s *Set) Layout(c Codec) (string, error) {
	switch c.form {
	case builtin:
		return c.name, nil
	case jsonForm:
		return "JSON", nil
	case custom:
		return "Custom " + full(c.typ) + " " + text(c.expr), nil
	case binaryForm:
		x, err := s.binaryOf(c.typ, "", nil)
		if err != nil {
			return "", err
		}
		return "Binary1 " + x.layout, nil
	}
	key, err := s.Layout(*c.key)
	if err != nil {
		return "", err
	}
	if c.form == list {
		return c.listLayout(key), nil
	}
	return fmt.Sprintf("%s %d of %s", c.windowedForm(), c.size, key), nil
}
