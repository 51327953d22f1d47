package main

import (
	"context"
	"encoding/json/v2"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/stoatgen/stoatgen/gen"
	"github.com/stoatgen/stoatgen/gen/write"
	"github.com/stoatgen/stoatgen/internal/fuzztopo/harness"
)

// bench is a directory inside the module, hidden from the go command's patterns, where batches are built.
type bench struct{ dir string }

// newBench makes one under the module's root; remove it with os.RemoveAll.
func newBench(root string) (bench, error) {
	parent := filepath.Join(root, ".cache", "fuzztopo")
	if err := os.MkdirAll(parent, 0o755); err != nil {
		return bench{}, err
	}
	dir, err := os.MkdirTemp(parent, "batch")
	if err != nil {
		return bench{}, err
	}
	dir, err = filepath.Abs(dir)
	return bench{dir}, err
}

// build writes the topologies, generates and compiles them.
func (b bench) build(ctx context.Context, all []topology) error {
	old, _ := filepath.Glob(filepath.Join(b.dir, "*"))
	for _, name := range old {
		if err := os.RemoveAll(name); err != nil {
			return err
		}
	}
	text, err := source(all)
	if err != nil {
		return err
	}
	files := map[string]string{
		"topologies.go": text,
		"functions.go":  strings.Replace(functions, "package main", "package batch", 1),
		"more.go":       strings.Replace(functionsMore, "package main", "package batch", 1),
		"stores.go":     strings.Replace(functionsStores, "package main", "package batch", 1),
		"batch_test.go": tests(all),
	}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(b.dir, name), []byte(text), 0o644); err != nil {
			return err
		}
	}
	result, diags, err := gen.Run(ctx, gen.Options{Dir: b.dir})
	if err != nil {
		return err
	}
	if len(result.Files) == 0 {
		var list []string
		for _, d := range diags {
			if !d.Warning() {
				list = append(list, fmt.Sprint(d))
			}
		}
		return fmt.Errorf("stoatgen wrote nothing:\n%s", strings.Join(list, "\n"))
	}
	if err := write.Apply(result.Changes); err != nil {
		return err
	}
	c := exec.CommandContext(ctx, "go", "test", "-c", "-gcflags=-N -l", "-o", "batch.test", ".")
	c.Dir = b.dir
	if out, err := c.CombinedOutput(); err != nil {
		return fmt.Errorf("generated code does not compile: %w\n%s", err, out)
	}
	return nil
}

// tests is the file that hands the constructors to the harness.
func tests(all []topology) string {
	var b strings.Builder
	b.WriteString(`package batch

import (
	"testing"

	"github.com/stoatgen/stoatgen/internal/fuzztopo/harness"
	"github.com/stoatgen/stoatgen/rt"
)

func TestBatch(t *testing.T) {
	harness.Run(t, map[string]func(rt.Config) (*rt.App, error){
`)
	for i := range all {
		fmt.Fprintf(&b, "\t\t%q: New%s,\n", all[i].Name, all[i].Name)
	}
	b.WriteString("\t})\n}\n")
	return b.String()
}

// run does jobs with the built batch.
func (b bench) run(ctx context.Context, jobs []harness.Job) ([]harness.Answer, error) {
	in, out := filepath.Join(b.dir, "jobs.json"), filepath.Join(b.dir, "answers.json")
	text, err := json.Marshal(jobs)
	if err != nil {
		return nil, err
	}
	if err := errors.Join(os.RemoveAll(out), os.WriteFile(in, text, 0o644)); err != nil {
		return nil, err
	}
	c := exec.CommandContext(ctx, filepath.Join(b.dir, "batch.test"), "-test.timeout=30s")
	c.Dir = b.dir
	c.Env = append(os.Environ(), harness.JobsFile+"="+in, harness.AnswersFile+"="+out)
	log, runErr := c.CombinedOutput()
	text, err = os.ReadFile(out)
	if err != nil {
		return nil, fmt.Errorf("the batch died: %w\n%s", errors.Join(runErr, err), log)
	}
	var answers []harness.Answer
	if err := json.Unmarshal(text, &answers); err != nil {
		return nil, err
	}
	if len(answers) != len(jobs) {
		return nil, fmt.Errorf("%d answers to %d jobs", len(answers), len(jobs))
	}
	return answers, nil
}
