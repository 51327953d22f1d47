package main

import (
	"context"
	"encoding/json/v2"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// fault is a mistake in an operator: a piece of the generator's or the run time's source that occurs once, and what would be wrong there.
type fault struct{ file, right, wrong string }

// faults are the mistakes that can be made on purpose, by the operator that they break.
var faults = map[string]fault{
	"filter: Not is not heeded":                         {"gen/emit/stream.go", "if !s.Not {\n\t\tcall = ", "if true {\n\t\tcall = "},
	"merge: the second stream is lost":                  {"gen/plan/operators.go", "other := b.input(o, 1); other != nil", "other := b.input(o, 1); other != nil && o == nil"},
	"count: the last timestamp, not the largest":        {"gen/emit/aggregate.go", `%s, %s = %s.Val.V+1, max(%s, %s.Val.TS)\n}", v, ts, e.ts, x, v, ts, x, e.ts, x)`, `%s, %s = %s.Val.V+1, %s\n}", v, ts, e.ts, x, v, ts, x, e.ts)`},
	"aggregate of a table: nothing is subtracted":       {"gen/emit/aggregate.go", `w.f("if %s {", all(has, e.old.there()))`, `w.f("if %s && s == nil {", all(has, e.old.there()))`},
	"cogroup: the second stream's updates are not sent": {"gen/plan/lists.go", "range sides { // behind", "range sides[:1] { // behind"},
	"hopping windows: the first one is missed":          {"rt/window/hopping.go", "f := max(0, ts-h.Size+h.Advance)", "f := max(0, ts-h.Size+2*h.Advance)"},
	"sliding windows: no window behind equal times":     {"rt/window/sliding.go", "previous+1+s.Size >= ts &&", "previous+1+s.Size > ts &&"},
	"sessions: the gap is a millisecond shorter":        {"rt/window/session.go", "windows[j.From-1].End >= first", "windows[j.From-1].End > first"},
	"windows on close: a millisecond early":             {"rt/window/moves.go", "return end < close\n", "return end <= close\n"},
	"join of streams: the window is a millisecond less": {"rt/join/side.go", "l.from(max(from, s.oldest()))", "l.from(max(from+1, s.oldest()))"},
	"outer join: given up a millisecond early":          {"rt/join/pending.go", "r.TS+span >= w.time {", "r.TS+span > w.time {"},
	"join of tables: the other row's time is forgotten": {"gen/emit/join_tables.go", `{\n%s = max(%s, %s)\n}", out.ts, e.ts, not(other.null), out.ts, e.ts, other.ts)`, `{\n%s = %s\n}", out.ts, e.ts, not(other.null), out.ts, e.ts)`},
	"foreign-key join: no row is answered, too":         {"gen/emit/join_foreign.go", `send(now, "AskForRow")`, `send(now, "Ask")`},
	"suppression: a millisecond late":                   {"rt/suppress/buffer.go", "b.heap[0].time <= b.Time-b.Wait", "b.heap[0].time < b.Time-b.Wait"},
	"filter of a table: needless deletes":               {"gen/emit/table.go", "if s.Kind == plan.TableFilter && s.SendOld &&", "if s.Kind == plan.TableMapValues && s.SendOld &&"},
	"schedules: a slot too far":                         {"rt/process/schedule.go", "return at + ((now-at)/every+1)*every", "return at + ((now-at)/every+2)*every"},
	"timers: due a millisecond late":                    {"rt/process/tasks.go", "case at > now:", "case at >= now:"},
	"cache: deletes are lost":                           {"rt/lane/cache.go", "s.was || s.is {", "s.is {"},
	"merge: a stream and itself come twice":             {"gen/plan/operators.go", "in[0].Node != in[1].Node {", "in[0].Node != nil {"},
	"LRU: a row that is looked up is not used":          {"rt/state/lru.go", "used(key []byte) {\n\tif p.s.max > 0 {", "used(key []byte) {\n\tif p.s.max > 0 && key == nil {"},
	"stores of sessions: gone a millisecond early":      {"rt/state/session.go", "return end > s.Observed[part]-s.Retention\n", "return end > s.Observed[part]-s.Retention+1\n"},
	"ticks: those that were missed have the first slot": {"rt/schedule/schedule.go", "return max(last, s.Next(now)-s.every)", "return last"},
	"wrapper: not around timers":                        {"gen/emit/process.go", `wrapped(p, "c", "c.p.OnTimer(c, "+timer+")")`, `"c.p.OnTimer(c, "+timer+")"`},
	"suppression: nobody is shut down":                  {"rt/suppress/buffer.go", "\t\tif b.ShutDown {\n", "\t\tif b.ShutDown && b.Wait < 0 {\n"},
	"windowed keys of a topic: a millisecond too long":  {"gen/emit/entry.go", "dec := g.decoder(c, d)", "longer := *c\n\tlonger.Size += 1e6\n\tdec := g.decoder(&longer, d)"},
	"nullable keys: null gets into a table":             {"gen/emit/env.go", "if e.key.null != \"\" {\n", "if e.key.null != \"\" && !isPointer(e.key.slot) {\n"},
	"restart: stream times are lost":                    {"rt/lane/lane.go", "*s.Marks[k] = t\n", "*s.Marks[k] = min(t, -1)\n"},
}

// breakAll makes the faults of a name one by one, or all, and looks whether they are found.
func breakAll(ctx context.Context, which string, o options) error {
	var names []string
	for _, name := range slices.Sorted(maps.Keys(faults)) {
		if which == "all" || strings.HasPrefix(name, which) {
			names = append(names, name)
		}
	}
	if len(names) == 0 {
		return fmt.Errorf("no fault is called %q; there are: all, %s", which, strings.Join(slices.Sorted(maps.Keys(faults)), ", "))
	}
	var missed []string
	for _, name := range names {
		begin := time.Now()
		said, cpu, err := faults[name].look(ctx, o)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		if said == "" {
			missed = append(missed, name)
			said = "not found"
		}
		fmt.Printf("| %s | %s | %.0f s | %.0f s |\n", name, said, time.Since(begin).Seconds(), cpu.Seconds())
	}
	if len(missed) > 0 {
		return fmt.Errorf("not found: %s", strings.Join(missed, ", "))
	}
	return nil
}

// look runs this program once more, with a fault laid over the source: of itself, where the generator is in it, and of what it builds. It gives what
// was found, "" if nothing was, and how much of the processors' time that took.
func (f fault) look(ctx context.Context, o options) (said string, cpu time.Duration, err error) {
	dir, err := os.MkdirTemp("", "fault")
	if err != nil {
		return "", 0, err
	}
	defer os.RemoveAll(dir)
	overlay, err := f.overlay(o.root, dir)
	if err != nil {
		return "", 0, err
	}
	c := exec.CommandContext(ctx, "go", "run", "./internal/fuzztopo", "-first", fmt.Sprint("-for=", o.during), fmt.Sprint("-seed=", o.seed), fmt.Sprint("-batch=", o.batch))
	c.Dir, c.Env = o.root, append(os.Environ(), "GOFLAGS="+os.Getenv("GOFLAGS")+" -overlay="+overlay)
	out, err := c.CombinedOutput()
	if ended := (*exec.ExitError)(nil); err != nil && !errors.As(err, &ended) {
		return "", 0, err
	}
	cpu = c.ProcessState.UserTime() + c.ProcessState.SystemTime()
	for line := range strings.Lines(string(out)) {
		if strings.HasPrefix(line, firstFound) {
			return strings.TrimSpace(strings.TrimPrefix(line, firstFound)), cpu, nil
		}
	}
	if err != nil {
		return "", cpu, fmt.Errorf("%w\n%s", err, out)
	}
	return "", cpu, nil
}

// overlay writes the wrong file and what the go command's -overlay wants to know of it.
func (f fault) overlay(root, dir string) (name string, err error) {
	wrong, err := f.apply(root)
	if err != nil {
		return "", err
	}
	right, err := filepath.Abs(filepath.Join(root, f.file))
	if err != nil {
		return "", err
	}
	instead := filepath.Join(dir, filepath.Base(f.file))
	text, err := json.Marshal(map[string]map[string]string{"Replace": {right: instead}})
	if err != nil {
		return "", err
	}
	name = filepath.Join(dir, "overlay.json")
	return name, errors.Join(os.WriteFile(instead, []byte(wrong), 0o644), os.WriteFile(name, text, 0o644))
}

// apply is the file with the mistake in it.
func (f fault) apply(root string) (string, error) {
	text, err := os.ReadFile(filepath.Join(root, f.file))
	if err != nil {
		return "", err
	}
	if n := strings.Count(string(text), f.right); n != 1 {
		return "", fmt.Errorf("%s has %q %d times, not once: say in faults what is to be broken now", f.file, f.right, n)
	}
	return strings.Replace(string(text), f.right, f.wrong, 1), nil
}
