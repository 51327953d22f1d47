package emit

import "strings"

// A condition of generated code is "" where nothing has to be asked: what can't be null has "" for its null, which is never;
// what is always there has "" for being there.

// not is the opposite of a condition.
func not(cond string) string {
	switch {
	case strings.Contains(cond, "&&") || strings.Contains(cond, "||"):
		return "!(" + cond + ")"
	case strings.Contains(cond, " == "):
		return strings.Replace(cond, " == ", " != ", 1)
	case strings.Contains(cond, " != "):
		return strings.Replace(cond, " != ", " == ", 1)
	case strings.HasPrefix(cond, "!"):
		return cond[1:]
	}
	return "!" + cond
}

// there is that a value isn't null; "" is always.
func (c cell) there() string {
	if c.null == "" {
		return ""
	}
	return not(c.null)
}

// all is that conditions hold together; "" is always, of each and of the result.
func all(conds ...string) string {
	var asked []string
	for _, c := range conds {
		if c != "" {
			asked = append(asked, c)
		}
	}
	return strings.Join(asked, " && ")
}

// boolean spells a condition as a value, where "" is never.
func boolean(cond string) string {
	if cond == "" {
		return "false"
	}
	return cond
}

// orTrue spells a condition as a value, where "" is always.
func orTrue(cond string) string {
	if cond == "" {
		return "true"
	}
	return cond
}

// provided has body written for when a condition holds; "" is always.
func (w *writer) provided(cond string, body func()) {
	if cond != "" {
		w.f("if %s {", cond)
		defer w.f("}")
	}
	body()
}
