package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"maps"
	"os"
	"os/signal"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/stoatgen/stoatgen/internal/fuzztopo/harness"
)

// finding is a trial with what is wrong about it.
type finding struct {
	x       trial
	what    string
	unbuilt bool // no code, or code that doesn't compile
}

func main() {
	during := flag.Duration("for", time.Minute, "how long to go on")
	seed := flag.Uint64("seed", 0, "the first seed; 0 takes the clock's")
	size := flag.Int("batch", 50, "topologies of a batch")
	most := flag.Int("most", 0, "topologies in all; 0 is as many as there is time for")
	root := flag.String("root", ".", "the repository")
	small := flag.Bool("shrink", true, "make what differs smaller")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if *seed == 0 {
		*seed = uint64(time.Now().Unix())
	}
	code, err := search(ctx, *root, *seed, *size, *most, time.Now().Add(*during), *small)
	if err != nil {
		fmt.Fprintln(os.Stderr, "fuzztopo:", err)
		code = 2
	}
	os.Exit(code)
}

// search runs batch after batch; 1 says that there are differences.
func search(ctx context.Context, root string, seed uint64, size, most int, end time.Time, small bool) (code int, err error) {
	if _, err := os.Stat(filepath.Join(root, "go.mod")); err != nil {
		return 2, fmt.Errorf("%w: run from the repository", err)
	}
	b, err := newBench(root)
	if err != nil {
		return 2, err
	}
	defer os.RemoveAll(b.dir)
	operators, done, differ, refused := map[string]int{}, 0, 0, 0
	first := seed
	for ctx.Err() == nil && (done == 0 || time.Now().Before(end)) && (most == 0 || done < most) {
		var all []trial
		for range size {
			t := random(seed)
			all = append(all, trial{t, inputs(seed, t.topics())})
			for i := range t.Ops {
				operators[t.Ops[i].named()]++
			}
			seed++
		}
		found, err := check(ctx, b, all)
		if err != nil {
			return 2, err
		}
		done += len(all)
		for _, f := range found {
			if f.refused() {
				refused++
				continue
			}
			differ++
			f.report(ctx, b, small)
		}
	}
	fmt.Printf("fuzz-topologies: seeds %d to %d, %d topologies, %d not supported yet, %d differ\n", first, seed-1, done, refused, differ)
	for _, name := range slices.Sorted(maps.Keys(operators)) {
		fmt.Printf("\t%6d %s\n", operators[name], name)
	}
	return min(differ, 1), ctx.Err()
}

// named is the operator as the summary counts it.
func (o *op) named() string {
	s := o.What
	if o.Agg != "" && (s == "aggregate" || s == "regroup") {
		s += " " + o.Agg
		if o.What == "aggregate" && o.Window.Kind != "" {
			s += " " + o.Window.Kind
		}
		if o.Close {
			s += " on close"
		}
	}
	return s
}

// report prints a finding, smaller if it can be made so.
func (f *finding) report(ctx context.Context, b bench, small bool) {
	fmt.Printf("--- topology %s differs: make fuzz-topologies FUZZSEED=%s\n", f.x.t.Name, strings.TrimPrefix(f.x.t.Name, "T"))
	x, what := f.x, f.what
	if small {
		if smaller, said := shrink(ctx, b, f); said != "" {
			x, what = smaller, said
		}
	}
	t, sorts, err := x.t.finished()
	if err != nil {
		return
	}
	fmt.Printf("declared:\n%s", t.source(sorts))
	for _, s := range x.steps {
		fmt.Printf("\t%s\n", line(s))
	}
	fmt.Printf("%s\n", what)
}

// check builds trials and compares. Those that can't be built are findings too, and the others are built without them.
func check(ctx context.Context, b bench, all []trial) ([]finding, error) {
	if len(all) == 0 {
		return nil, nil
	}
	topologies := make([]topology, len(all))
	for i := range all {
		topologies[i] = all[i].t
	}
	err := b.build(ctx, topologies)
	switch {
	case err == nil:
		return b.try(ctx, all)
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case len(all) == 1:
		return []finding{{all[0], err.Error(), true}}, nil
	}
	said := blamed(err.Error(), topologies)
	var found []finding
	var rest []trial
	for _, x := range all {
		switch text := said[x.t.Name]; {
		case text == "":
			rest = append(rest, x)
		default:
			found = append(found, finding{x, text, true})
		}
	}
	if len(found) == 0 { // nobody in particular
		half := len(all) / 2
		if found, err = check(ctx, b, all[:half]); err != nil {
			return nil, err
		}
		rest = all[half:]
	}
	more, err := check(ctx, b, rest)
	return append(found, more...), err
}

var sayings = regexp.MustCompile(`ST\d+|formatting source|does not compile|driver gave up|panic|step`)

// kind is what sort of difference it is, so that making it smaller doesn't end at another.
func (f *finding) kind() string { return sayings.FindString(f.what) }

var places = regexp.MustCompile(`(\w+)\.go:(\d+):`)

// blamed is what an error says of each topology, by name: its places are in generated files, which have the topology's
// name, or in the file that declares all of them.
func blamed(text string, all []topology) map[string]string {
	declared, _ := source(all)
	said := map[string]string{}
	head, _, _ := strings.Cut(text, "\n")
	for line := range strings.Lines(text) {
		m := places.FindStringSubmatch(line)
		if m == nil {
			continue
		}
		name := ""
		for i := range all {
			if strings.HasPrefix(m[1], strings.ToLower(all[i].Name)+"_") {
				name = all[i].Name
			}
		}
		if n, _ := strconv.Atoi(m[2]); m[1] == "topologies" {
			before := strings.Join(slices.Collect(strings.Lines(declared))[:n], "")
			_, after, _ := strings.Cut(before[strings.LastIndex(before, "func "):], " ")
			name, _, _ = strings.Cut(after, "(")
		}
		switch {
		case name == "":
		case said[name] == "":
			said[name] = head + "\n" + line
		default:
			said[name] += line
		}
	}
	return said
}

// refused says that stoatgen has no code for such a topology yet, and says so.
func (f *finding) refused() bool { return strings.Contains(f.what, "ST42") }

// try runs trials of topologies that are built.
func (b bench) try(ctx context.Context, all []trial) (found []finding, err error) {
	var jobs []harness.Job
	var of []int
	for i := range all {
		for _, j := range all[i].jobs() {
			jobs, of = append(jobs, j), append(of, i)
		}
	}
	answers, err := b.run(ctx, jobs)
	switch {
	case err != nil && (ctx.Err() != nil || len(all) == 0):
		return nil, err
	case err != nil && len(all) == 1:
		return []finding{{all[0], err.Error(), false}}, nil
	case err != nil: // one of them hangs or ends the process
		one, err1 := b.try(ctx, all[:len(all)/2])
		two, err2 := b.try(ctx, all[len(all)/2:])
		return append(one, two...), errors.Join(err1, err2)
	}
	for i := range all {
		want, err := all[i].expected()
		if err != nil {
			return nil, fmt.Errorf("%s: %w", all[i].t.Name, err)
		}
		for j := range jobs {
			if of[j] != i {
				continue
			}
			if what := difference(&jobs[j], want, &answers[j]); what != "" {
				found = append(found, finding{all[i], what, false})
				break
			}
		}
	}
	return found, nil
}
