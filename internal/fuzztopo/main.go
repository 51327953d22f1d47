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

// options are what is run.
type options struct {
	root        string
	during      time.Duration
	seed        uint64
	batch, most int
	shrink      bool
	first       bool
}

func main() {
	var o options
	flag.DurationVar(&o.during, "for", time.Minute, "how long to go on")
	flag.Uint64Var(&o.seed, "seed", 0, "the first seed; 0 takes the clock's")
	flag.IntVar(&o.batch, "batch", 50, "topologies of a batch")
	flag.IntVar(&o.most, "most", 0, "topologies in all; 0 is as many as there is time for")
	flag.StringVar(&o.root, "root", ".", "the repository")
	flag.BoolVar(&o.shrink, "shrink", true, "make what differs smaller")
	flag.BoolVar(&o.first, "first", false, "end at the first difference, and only say which")
	fault := flag.String("break", "", "break operators on purpose, the ones that a fault's name begins with, or all, and see whether it is found in time")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if o.seed == 0 {
		o.seed = uint64(time.Now().Unix())
	}
	code, err := 0, error(nil)
	if _, err = os.Stat(filepath.Join(o.root, "go.mod")); err != nil {
		err = fmt.Errorf("%w: run from the repository", err)
	} else if *fault != "" {
		err = breakAll(ctx, *fault, o)
	} else {
		code, err = search(ctx, o)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "fuzztopo:", err)
		code = 2
	}
	os.Exit(code)
}

// firstFound begins the line that says what was found with -first.
const firstFound = "found: "

// search runs batch after batch; 1 says that there are differences.
func search(ctx context.Context, o options) (code int, err error) {
	b, err := newBench(o.root)
	if err != nil {
		return 2, err
	}
	defer os.RemoveAll(b.dir)
	operators, done, differ, refused := map[string]int{}, 0, 0, 0
	seed, end := o.seed, time.Now().Add(o.during)
	for ctx.Err() == nil && (done == 0 || time.Now().Before(end)) && (o.most == 0 || done < o.most) {
		var all []trial
		for range o.batch {
			t := random(seed)
			all = append(all, trial{t, inputs(seed, &t)})
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
			switch {
			case f.refused():
				refused++
				fmt.Printf("not supported yet: seed %s: %s\n", strings.TrimPrefix(f.x.t.Name, "T"), f.what)
				continue
			case !o.first:
				f.report(ctx, b, o.shrink)
			case !f.unbuilt:
				fmt.Printf("%sseed %s, %d topologies\n", firstFound, strings.TrimPrefix(f.x.t.Name, "T"), done)
				return 1, nil
			}
			differ++
		}
	}
	fmt.Printf("fuzz-topologies: seeds %d to %d, %d topologies, %d not supported yet, %d differ\n", o.seed, seed-1, done, refused, differ)
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
	differs := map[int]bool{}
	for j, i := range of {
		if differs[i] {
			continue
		}
		want, err := all[i].expected(jobs[j].Mode)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", all[i].t.Name, err)
		}
		if what := difference(&jobs[j], want, &answers[j]); what != "" {
			found, differs[i] = append(found, finding{all[i], what, false}), true
		}
	}
	return found, nil
}
