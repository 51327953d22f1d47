package main

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/stoatgen/stoatgen/internal/fuzztopo/harness"
)

// trial is a topology with inputs.
type trial struct {
	t     topology
	steps []harness.Record
}

// jobs are a trial's runs: all modes, lanes only where they keep the order of a key.
func (x *trial) jobs() (jobs []harness.Job) {
	modes := []harness.Mode{harness.Plain, harness.Kept, harness.Lost, harness.Tight}
	if x.t.perKey() {
		modes = append(modes, harness.Lanes)
	}
	for _, m := range modes {
		jobs = append(jobs, harness.Job{Topology: x.t.Name, Mode: m, Topics: x.t.topics(), Spread: x.t.spread(), Steps: x.steps})
	}
	return jobs
}

// expected is what the model writes, step by step, up to one that shuts the application down.
func (x *trial) expected(mode harness.Mode) (all [][]harness.Record, err error) {
	defer func() {
		if p := recover(); p != nil && p != (shutDown{}) {
			err = fmt.Errorf("the model: %v", p)
		}
	}()
	m, err := newModel(x.t)
	if err != nil {
		return nil, err
	}
	m.crashes = mode == harness.Kept || mode == harness.Lost
	for _, s := range x.steps {
		all = append(all, m.pipe(s))
	}
	return all, nil
}

// difference is the first step where an answer isn't what the model says, "" if there is none.
func difference(job *harness.Job, want [][]harness.Record, got *harness.Answer) string {
	for i := range job.Steps {
		if i == len(want) {
			if i == len(got.Steps) && got.Failure != "" {
				return ""
			}
			return fmt.Sprintf("%s, step %d, %s: the model shuts down\n", job.Mode, i, line(job.Steps[i]))
		}
		var w, g []harness.Record
		w = ordered(want[i], job.Mode)
		if i < len(got.Steps) {
			g = ordered(got.Steps[i], job.Mode)
		}
		if i < len(got.Steps) && lines(w) == lines(g) {
			continue
		}
		text := fmt.Sprintf("%s, step %d, %s\nmodel:\n%sgenerated code:\n%s", job.Mode, i, line(job.Steps[i]), lines(w), lines(g))
		if i >= len(got.Steps) {
			text += "failure: " + got.Failure + "\n"
		}
		return text
	}
	return ""
}

// ordered is the order that counts: of each partition, with several lanes of each key.
func ordered(all []harness.Record, mode harness.Mode) []harness.Record {
	all = slices.Clone(all)
	slices.SortStableFunc(all, func(a, b harness.Record) int {
		if mode == harness.Lanes {
			return cmp.Or(cmp.Compare(a.Topic, b.Topic), cmp.Compare(shown(a.Key), shown(b.Key)), cmp.Compare(a.Partition, b.Partition))
		}
		return cmp.Or(cmp.Compare(a.Topic, b.Topic), cmp.Compare(a.Partition, b.Partition))
	})
	return all
}

func lines(all []harness.Record) string {
	var b strings.Builder
	for _, r := range all {
		b.WriteString("\t" + line(r) + "\n")
	}
	return b.String()
}

func line(r harness.Record) string {
	if r.Topic == "" && r.Key == nil && r.Value == nil {
		return fmt.Sprintf("clock +%d ms", r.TS)
	}
	s := fmt.Sprintf("%s %s=%s @%d", r.Topic, shown(r.Key), shown(r.Value), r.TS)
	if r.Header != "" {
		s += " h:" + r.Header
	}
	if r.Partition != 0 {
		s += fmt.Sprint(" in ", r.Partition)
	}
	return s
}

func shown(s *string) string {
	if s == nil {
		return "null"
	}
	return fmt.Sprintf("%q", *s)
}
