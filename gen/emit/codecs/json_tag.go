package codecs

import (
	"fmt"
	"reflect"
	"strings"
	"unicode"
	"unicode/utf8"
)

// options are what a field's json tag says, as encoding/json/v2 reads it.
type options struct {
	name                         string
	named, ignored               bool
	omitzero, omitempty, quoted  bool
	embed, ignoreCase, hasFormat bool
}

// parseTag reads the tag of a field that is called field. The error is what v2 finds wrong with it.
func parseTag(field, tag string) (o options, has bool, err error) {
	tag, has = reflect.StructTag(tag).Lookup("json")
	if o.name = field; tag == "-" {
		o.ignored = true
		return o, has, nil
	}
	name, rest, more := strings.Cut(tag, ",")
	if i := strings.IndexAny(name, "\\'\"`"); i >= 0 {
		return o, has, fmt.Errorf("its tag has the character %q in the name", name[i])
	}
	if !utf8.ValidString(name) {
		return o, has, fmt.Errorf("its tag has a name that is not UTF-8")
	}
	if name != "" {
		o.name, o.named = name, true
	}
	seen := map[string]bool{}
	for more {
		var opt string
		opt, rest, more = strings.Cut(rest, ",")
		if seen[opt] {
			return o, has, fmt.Errorf("its tag has the option %q twice", opt)
		}
		seen[opt] = true
		if err = o.set(opt); err != nil {
			return o, has, err
		}
	}
	return o, has, nil
}

func (o *options) set(opt string) error {
	switch opt {
	case "omitzero":
		o.omitzero = true
	case "omitempty":
		o.omitempty = true
	case "string":
		o.quoted = true
	case "embed":
		o.embed = true
	case "case:ignore":
		o.ignoreCase = true
	case "case:strict":
	default:
		if strings.HasPrefix(opt, "format:") {
			o.hasFormat = true
			return fmt.Errorf("its tag has the option %q, which encoding/json/v2 does not support", opt)
		}
		return unknownOption(opt)
	}
	return nil
}

// unknownOption lets pass what v2 does: any word that is not nearly one of its own.
func unknownOption(opt string) error {
	r, _ := utf8.DecodeRuneInString(opt)
	word := strings.TrimLeftFunc(opt, func(r rune) bool { return r == '_' || unicode.IsLetter(r) || unicode.IsNumber(r) }) == ""
	if opt == "" || !word || r != '_' && !unicode.IsLetter(r) {
		return fmt.Errorf("its tag has the malformed option %q", opt)
	}
	switch like := strings.ReplaceAll(strings.ToLower(opt), "_", ""); like {
	case "case", "embed", "omitzero", "omitempty", "string", "format":
		return fmt.Errorf("its tag has the option %q; %q may be meant", opt, like)
	}
	return nil
}
