package emit

import (
	"strings"
	"testing"
)

// TestLazyLinesStayOnlyIfUsed: a line goes if nothing below names it, and with it what only it named.
func TestLazyLinesStayOnlyIfUsed(t *testing.T) {
	w := (&gen{}).writer("continue")
	w.lazy("raw", "raw := b.Value(r)")
	w.lazy("v", "v := codec.String(raw)")
	w.lazy("key", "key := codec.String(b.Key(r)) // v is not used here")
	w.assign("f(key)", "k2", "v2")
	w.f("use(k2, s.v, v2x) // raw, v2")
	want := "key := " + qual(module+"/codec", "String") + "(b.Key(r)) // v is not used here\nk2, _ := f(key)\nuse(k2, s.v, v2x) // raw, v2\n"
	if got := w.text(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestACallStaysWithoutItsResults(t *testing.T) {
	w := (&gen{}).writer("continue")
	w.assign("f()", "v")
	if got := w.text(); got != "_ = f()\n" {
		t.Error(got)
	}
}

func TestNot(t *testing.T) {
	for cond, want := range map[string]string{
		"raw == nil": "raw != nil", "v != nil": "v == nil", "!keep": "keep", "null": "!null", "r.Null": "!r.Null",
		"a && b": "!(a && b)", "!a || b": "!(!a || b)",
	} {
		if got := not(cond); got != want {
			t.Errorf("%s: got %s, want %s", cond, got, want)
		}
	}
}

// TestQualify marks the run time's rooms and nothing that only looks like one.
func TestQualify(t *testing.T) {
	const in = `codec.String(k); s.codec.Append(x); mycodec.Y; &store.KV[rowOf]{}; codec.lower; f("store.X", "\"codec.Y") // lane.Z`
	want := qual(module+"/codec", "String") + `(k); s.codec.Append(x); mycodec.Y; &` + qual(module+"/store", "KV") + `[rowOf]{}; codec.lower; f("store.X", "\"codec.Y") // lane.Z`
	if got := qualify(in); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if got := qualify(qualify(in)); got != want {
		t.Errorf("twice: %s", got)
	}
}

func TestImportsAreGrouped(t *testing.T) {
	src := "package p\n\nimport (\n\t\"bytes\"\n\tx \"example.com/a\"\n\t\"encoding/json/v2\"\n)\n\nvar _ int\n"
	want := "package p\n\nimport (\n\t\"bytes\"\n\t\"encoding/json/v2\"\n\n\tx \"example.com/a\"\n)\n\nvar _ int\n"
	if got := string(grouped([]byte(src))); got != want {
		t.Errorf("got\n%s", got)
	}
	one := "package p\n\nimport \"bytes\"\n"
	if got := string(grouped([]byte(one))); got != one {
		t.Errorf("got\n%s", got)
	}
}

func TestSignatureGroupsTypes(t *testing.T) {
	got := signature([]param{{"h", "*lane.Head", ""}, {"key", "string", ""}, {"v", "string", ""}, {"null", "bool", ""}})
	if got != "h *lane.Head, key, v string, null bool" {
		t.Error(got)
	}
	if strings.Contains(signature(nil), " ") {
		t.Error("no parameters")
	}
}
