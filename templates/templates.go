package templates

import (
	"bytes"
	"embed"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"text/template"
)

//go:embed files
var files embed.FS

// Next says what to do after Write.
const Next = `next, in the directory of what was written:
	go mod init example.com/app                                       # unless there is a go.mod
	go get -tool github.com/stoatgen/stoatgen/cmd/stoatgen@latest
	go mod tidy
	go generate
	go test                                                           # what testdata/words.txt says
	go run .
with a checkout of stoatgen, in place of go get:
	go mod edit -require github.com/stoatgen/stoatgen@v0.0.0 -replace github.com/stoatgen/stoatgen=../stoatgen \
		-tool github.com/stoatgen/stoatgen/cmd/stoatgen
`

var (
	notInNames = regexp.MustCompile(`[^a-z0-9]+`)
	fallback   = "word-count"
)

// Write puts the files into a directory. The application is called after name, as far as Kafka and Kubernetes allow. M1
func Write(dir, name string) error {
	out, err := render(name)
	if err != nil {
		return err
	}
	var there []string
	for file := range out {
		if _, err := os.Lstat(filepath.Join(dir, file)); err == nil {
			there = append(there, file)
		}
	}
	if slices.Sort(there); len(there) > 0 {
		return fmt.Errorf("%s exists in %s: nothing was written", strings.Join(there, ", "), dir)
	}
	for file, text := range out {
		path := filepath.Join(dir, file)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(path, text, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// render gives the files by their slash-separated names.
func render(name string) (map[string][]byte, error) {
	name = strings.Trim(notInNames.ReplaceAllString(strings.ToLower(name), "-"), "-")
	if name == "" || name[0] >= '0' && name[0] <= '9' {
		name = fallback
	}
	out := map[string][]byte{}
	err := fs.WalkDir(files, "files", func(p string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		t, err := template.ParseFS(files, p)
		if err != nil {
			return err
		}
		var b bytes.Buffer
		if err := t.Execute(&b, struct{ Name string }{name}); err != nil {
			return err
		}
		out[strings.TrimSuffix(strings.TrimPrefix(p, "files/"), ".tmpl")] = b.Bytes()
		return nil
	})
	return out, err
}
