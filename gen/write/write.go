package write

import (
	"bytes"
	"errors"
	"fmt"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/rogpeppe/go-internal/diff"

	"github.com/stoatgen/stoatgen/gen/diag"
)

// File is one generated file, by its absolute name.
type File struct {
	Name string
	Text []byte
}

// Change is what has to be done to one file.
type Change struct {
	Name string
	Old  []byte // nil: the file is new
	New  []byte // nil: an orphan, which goes
}

// Compare finds what differs on the disk. before are the files that we wrote earlier, of all packages that files belong to; those
// that are no longer generated go. A file that is in the way and by its text is not ours is a diagnostic. F1
func Compare(files []File, before []string, ours func(text []byte) bool) ([]Change, []diag.Diagnostic, error) {
	var out []Change
	var ds []diag.Diagnostic
	keep := map[string]bool{}
	for _, f := range files {
		keep[f.Name] = true
		old, err := os.ReadFile(f.Name)
		switch {
		case errors.Is(err, os.ErrNotExist): // a new one
			old = nil
		case err != nil:
			return nil, nil, err
		case bytes.Equal(old, f.Text): // F3
			continue
		case !ours(old):
			ds = append(ds, diag.New(token.Position{Filename: f.Name, Line: 1, Column: 1}, "ST801",
				"this file was not written by stoatgen, which would write one of its name", "rename it, or the topology"))
			continue
		}
		out = append(out, Change{Name: f.Name, Old: old, New: f.Text})
	}
	for _, name := range before {
		if keep[name] {
			continue
		}
		old, err := os.ReadFile(name)
		if err != nil {
			return nil, nil, err
		}
		out = append(out, Change{Name: name, Old: old})
	}
	slices.SortFunc(out, func(a, b Change) int { return strings.Compare(a.Name, b.Name) })
	return out, ds, nil
}

// Diff is the changes as one unified diff, names as seen from dir.
func Diff(changes []Change, dir string) []byte {
	var b bytes.Buffer
	for _, c := range changes {
		name := filepath.ToSlash(diag.Relative(c.Name, dir))
		before, after := "a/"+name, "b/"+name
		if c.Old == nil {
			before = "/dev/null"
		}
		if c.New == nil {
			after = "/dev/null"
		}
		text := diff.Diff(before, c.Old, after, c.New)
		if _, rest, ok := bytes.Cut(text, []byte("\n")); ok { // the first line names the command
			b.Write(rest)
		}
	}
	return b.Bytes()
}

// staged is a change whose new text lies beside the old file.
type staged struct {
	Change
	temp string
}

// Apply makes the changes. F2
func Apply(changes []Change) error {
	var all []staged
	discard := func() {
		for _, s := range all {
			_ = os.Remove(s.temp) // best effort: it is ours, and the cause is reported
		}
	}
	for _, c := range changes {
		if c.New == nil {
			continue
		}
		temp, err := stage(c)
		if err != nil {
			discard()
			return err
		}
		all = append(all, staged{c, temp})
	}
	for i, s := range all {
		if err := os.Rename(s.temp, s.Name); err != nil {
			discard()
			return errors.Join(err, undo(all[:i]))
		}
	}
	for _, c := range changes {
		if c.New != nil {
			continue
		}
		if err := os.Remove(c.Name); err != nil {
			return errors.Join(fmt.Errorf("remove what is no longer generated: %w", err), undo(all))
		}
	}
	return nil
}

// stage writes the new text beside the old file, with its permissions.
func stage(c Change) (string, error) {
	f, err := os.CreateTemp(filepath.Dir(c.Name), ".stoatgen-*")
	if err != nil {
		return "", err
	}
	mode := os.FileMode(0o644)
	if st, err := os.Stat(c.Name); err == nil {
		mode = st.Mode().Perm()
	}
	_, err = f.Write(c.New)
	if err = errors.Join(err, f.Chmod(mode), f.Close()); err != nil {
		_ = os.Remove(f.Name()) // the cause is reported
		return "", err
	}
	return f.Name(), nil
}

// undo brings back what renames replaced.
func undo(done []staged) error {
	var errs []error
	for _, s := range done {
		if s.Old == nil {
			errs = append(errs, os.Remove(s.Name))
			continue
		}
		errs = append(errs, os.WriteFile(s.Name, s.Old, 0o644))
	}
	if err := errors.Join(errs...); err != nil {
		return fmt.Errorf("bring back what was replaced: %w", err)
	}
	return nil
}
