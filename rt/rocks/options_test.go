package rocks

import (
	"bytes"
	"log/slog"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// effective are the options that RocksDB says it runs with: the newest OPTIONS file.
func effective(t *testing.T, dir string) string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "OPTIONS-*"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no OPTIONS file in %s: %v", dir, err)
	}
	b, err := os.ReadFile(slices.Max(files))
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// values are those of an option, of the database or of every family.
func values(options, name string) (out []string) {
	for _, m := range regexp.MustCompile(`(?m)^\s*`+name+`=(.*)$`).FindAllStringSubmatch(options, -1) {
		out = append(out, m[1])
	}
	return out
}

func TestOptionsReachEveryFamily(t *testing.T) {
	dir := t.TempDir()
	db, err := Backend(quiet, func(o *Options) {
		o.WriteBuffer = 3 << 20
		o.Set = map[string]string{"max_open_files": "77", "compression": "kZSTD", "compaction_style": "kCompactionStyleUniversal"}
	}).Open(dir, []string{"a", "b"})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	got := effective(t, dir)
	for name, want := range map[string]string{
		"atomic_flush": "true", "max_open_files": "77", "compression": "kZSTD", "write_buffer_size": "3145728",
		"compaction_style": "kCompactionStyleUniversal", "skip_stats_update_on_db_open": "true", "filter_policy": "bloomfilter",
	} {
		v := values(got, name)
		v = slices.DeleteFunc(v, func(s string) bool { return strings.HasPrefix(s, want) })
		if len(v) > 0 || len(values(got, name)) == 0 {
			t.Errorf("%s is %q; want %q everywhere", name, values(got, name), want)
		}
	}
	if n := len(values(got, "write_buffer_size")); n != 4 {
		t.Errorf("%d families; want default, _offsets, a, b", n)
	}
}

// TestOptionsThatBreakInvariantsAreIgnored: each with a warning that names it and says why, and RocksDB runs without.
func TestOptionsThatBreakInvariantsAreIgnored(t *testing.T) {
	var log bytes.Buffer
	set := map[string]string{"compaction_style": "kCompactionStyleFIFO"}
	for name, f := range fixed {
		set[name] = map[string]string{"true": "false", "false": "true", "": "1"}[f.value]
		if f.why == "" {
			t.Errorf("%s: no reason", name)
		}
	}
	dir := t.TempDir()
	db, err := Backend(quiet, func(o *Options) {
		o.Set = set
		o.Log = slog.New(slog.NewTextHandler(&log, nil))
	}).Open(dir, []string{"a"})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	for _, name := range slices.Sorted(maps.Keys(set)) {
		if !strings.Contains(log.String(), "option="+name+" ") {
			t.Errorf("no warning about %s", name)
		}
	}
	if n := strings.Count(log.String(), "\n"); n != len(set) {
		t.Errorf("%d lines of log for %d options", n, len(set))
	}
	got := effective(t, dir)
	for name, f := range fixed {
		for _, v := range values(got, name) {
			if v == printed[name] {
				continue
			}
			if f.value != "" && v != f.value || f.value == "" && v == set[name] && v != plain[name] {
				t.Errorf("%s=%s is in force", name, v)
			}
		}
	}
	if v := values(got, "compaction_style"); slices.Contains(v, "kCompactionStyleFIFO") {
		t.Errorf("compaction_style is %q", v)
	}
}

// plain are defaults of RocksDB that happen to be what the test asks for.
var plain = map[string]string{"min_write_buffer_number_to_merge": "1"}

// printed is how RocksDB's file has what reads otherwise when it is set. That nothing lies between what is merged, the contract
// of a store says.
var printed = map[string]string{"merge_operator": "StringAppendOperator"}

func TestFixedOptionAsItIsNeedsNoWarning(t *testing.T) {
	var log bytes.Buffer
	o := defaults()
	o.Set, o.Log = map[string]string{"atomic_flush": "true"}, slog.New(slog.NewTextHandler(&log, nil))
	opts, err := o.build()
	if err != nil || log.Len() > 0 {
		t.Fatalf("%v, log %q", err, log.String())
	}
	opts.Destroy()
}

func TestUnknownOptionIsRefused(t *testing.T) {
	for _, set := range []map[string]string{{"no_such_option": "1"}, {"max_open_files": "many"}} {
		dir := t.TempDir()
		_, err := Backend(func(o *Options) { o.Set = set }).Open(dir, nil)
		for name := range set {
			if err == nil || !strings.Contains(err.Error(), name) && !strings.Contains(err.Error(), set[name]) || !strings.Contains(err.Error(), dir) {
				t.Errorf("%s=%s: %v; want an error that names it", name, set[name], err)
			}
		}
	}
}
