package gen

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/stoatgen/stoatgen/gen/diag"
	"github.com/stoatgen/stoatgen/gen/write"
	"github.com/stoatgen/stoatgen/templates"
)

// Exit codes of Main.
const (
	fine    = 0
	found   = 1 // diagnostics, or stale output
	trouble = 2 // wrong usage, the go command, the disk
)

const usage = `usage: stoatgen [flags] [packages]
       stoatgen explain ST301
       stoatgen init [directory]

stoatgen reads the topologies of the packages (default ".") and writes the code that runs them beside them.
Put this into the file of a topology, and go generate does it:

	//go:generate go tool stoatgen

flags:
`

// command is one call of stoatgen.
type command struct {
	flags                                              *flag.FlagSet
	check, diff, describe, mermaid, dot, plan, json, x bool
	output, tags, dir                                  string
	stdout, stderr                                     io.Writer
}

// Main runs the command and gives its exit code: 0 fine, 1 diagnostics or stale output, 2 wrong usage or trouble. Success
// is quiet. Diagnostics go to stderr, with -json to stdout, one object a line.
func Main(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	if len(args) > 0 && args[0] == "explain" {
		return explain(args[1:], stdout, stderr)
	}
	if len(args) > 0 && args[0] == "init" {
		return scaffold(args[1:], stdout, stderr)
	}
	c := &command{flags: flag.NewFlagSet("stoatgen", flag.ContinueOnError), stdout: stdout, stderr: stderr}
	if err := c.parse(args); errors.Is(err, flag.ErrHelp) {
		return fine
	} else if err != nil {
		fmt.Fprintf(stderr, "stoatgen: %v\n", err)
		return trouble
	}
	code, err := c.run()
	if err != nil {
		fmt.Fprintf(stderr, "stoatgen: %v\n", err)
		return trouble
	}
	return code
}

func (c *command) parse(args []string) error {
	f := c.flags
	f.SetOutput(c.stderr)
	f.Usage = func() { fmt.Fprint(c.stderr, usage); f.PrintDefaults() }
	f.BoolVar(&c.check, "check", false, "write nothing; fail if the output is stale")
	f.BoolVar(&c.diff, "diff", false, "write nothing; print what would change as a unified diff, and fail if anything would")
	f.BoolVar(&c.describe, "describe", false, "print the topologies as Kafka Streams' describe() does")
	f.BoolVar(&c.mermaid, "mermaid", false, "print the topologies as Mermaid flowcharts")
	f.BoolVar(&c.dot, "dot", false, "print the topologies as Graphviz digraphs")
	f.BoolVar(&c.plan, "plan", false, "print what will run: stages, stores, fused operators")
	f.BoolVar(&c.json, "json", false, "print diagnostics as JSON, one object a line, to standard output")
	f.StringVar(&c.output, "o", "", "\"-\": print the files and write nothing")
	f.StringVar(&c.tags, "tags", "", "build `tags`, comma-separated")
	f.StringVar(&c.dir, "C", ".", "change to `dir` first")
	f.BoolVar(&c.x, "x", false, "print the go commands")
	if err := f.Parse(args); err != nil {
		if errors.Is(err, flag.ErrHelp) {
			return err
		}
		return fmt.Errorf("see stoatgen -help") // the flag package has said what is wrong
	}
	if c.output != "" && c.output != "-" {
		return fmt.Errorf("-o takes \"-\" only: files are named after their topologies")
	}
	modes := 0
	for _, on := range []bool{c.check, c.diff, c.describe, c.mermaid, c.dot, c.plan, c.output != ""} {
		if on {
			modes++
		}
	}
	if modes > 1 {
		return fmt.Errorf("-check, -diff, -describe, -mermaid, -dot, -plan and -o exclude each other")
	}
	return nil
}

func (c *command) run() (int, error) {
	dir, err := filepath.Abs(c.dir)
	if err != nil {
		return 0, err
	}
	o := Options{Dir: dir, Patterns: c.flags.Args(), Tags: c.tags, View: c.view()}
	if c.x {
		o.Logf = func(format string, args ...any) { fmt.Fprintf(c.stderr, strings.TrimRight(format, "\n")+"\n", args...) }
	}
	result, ds, err := Run(context.Background(), o)
	if err != nil {
		return 0, err
	}
	if c.check && !diag.Failed(ds) {
		ds = append(ds, stale(result.Changes)...)
	}
	if err := c.report(ds, dir); err != nil {
		return 0, err
	}
	if diag.Failed(ds) {
		return found, nil
	}
	return c.deliver(result, dir)
}

func (c *command) view() View {
	switch {
	case c.describe:
		return Describe
	case c.mermaid:
		return Mermaid
	case c.dot:
		return Dot
	case c.plan:
		return Plan
	}
	return Files
}

func (c *command) report(ds []diag.Diagnostic, dir string) error {
	if c.json {
		return diag.JSON(c.stdout, ds, dir)
	}
	return diag.Text(c.stderr, ds, dir)
}

// deliver prints or writes the result of a run without errors.
func (c *command) deliver(r Result, dir string) (int, error) {
	switch {
	case c.check:
		return fine, nil
	case c.diff:
		text := write.Diff(r.Changes, dir)
		if _, err := c.stdout.Write(text); err != nil || len(r.Changes) == 0 {
			return fine, err
		}
		return found, nil
	case c.output == "-":
		for _, f := range r.Files {
			if _, err := fmt.Fprintf(c.stdout, "-- %s --\n%s", diag.Relative(f.Name, dir), f.Text); err != nil {
				return 0, err
			}
		}
		return fine, nil
	case c.view() != Files:
		_, err := io.WriteString(c.stdout, r.Text)
		return fine, err
	}
	return fine, write.Apply(r.Changes)
}

func explain(args []string, stdout, stderr io.Writer) int {
	if len(args) != 1 || strings.HasPrefix(args[0], "-") {
		fmt.Fprintln(stderr, "usage: stoatgen explain ST301")
		return trouble
	}
	text, ok := diag.Explain(args[0])
	if !ok {
		fmt.Fprintf(stderr, "stoatgen: there is no code %q; docs/diagnostics.md has them all\n", args[0])
		return trouble
	}
	fmt.Fprint(stdout, text)
	return fine
}

func scaffold(args []string, stdout, stderr io.Writer) int {
	dir := "."
	switch {
	case len(args) > 1 || len(args) == 1 && strings.HasPrefix(args[0], "-"):
		fmt.Fprintln(stderr, "usage: stoatgen init [directory]")
		return trouble
	case len(args) == 1:
		dir = args[0]
	}
	abs, err := filepath.Abs(dir)
	if err == nil {
		err = os.MkdirAll(abs, 0o755)
	}
	if err == nil {
		err = templates.Write(abs, filepath.Base(abs))
	}
	if err != nil {
		fmt.Fprintf(stderr, "stoatgen: %v\n", err)
		return trouble
	}
	fmt.Fprint(stdout, templates.Next)
	return fine
}
