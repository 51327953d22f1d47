package main

import (
	"encoding/json/v2"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/stoatgen/stoatgen/examples/fraud"
)

// progress prints a line every few hours of the day.
func (w *watch) progress(at int64, messages int) {
	t := time.UnixMilli(at).UTC()
	if t.Hour()%3 != 0 || t.Minute() >= int(step.Minutes()) {
		return
	}
	held := 0
	for _, is := range w.held {
		if is {
			held++
		}
	}
	fmt.Printf("%s   %6d messages   %3d alerts   %2d cards held   %2d dead letters\n",
		t.Format("2006-01-02 15:04"), messages, len(w.found.Alerts), held, len(w.found.Dead))
}

// report prints what was found, kind by kind.
func report(out io.Writer, found fraud.Found, planted []fraud.Planted) {
	var b strings.Builder
	clock := func(ms int64) string { return time.UnixMilli(ms).UTC().Format("15:04:05") }
	for _, kind := range []string{fraud.CardTesting, fraud.Unauthorised, fraud.Overcharged} {
		fmt.Fprintf(&b, "\n%s\n", kind)
		for _, a := range found.Alerts {
			if a.Value.Kind == kind {
				fmt.Fprintf(&b, "   %s   %s   %8.2f   %s\n", a.Card, clock(a.Value.At), float64(a.Value.Cents)/100, a.Value.Reference)
			}
		}
	}
	fmt.Fprintf(&b, "\n%s\n", fraud.Travelled)
	for i, h := range found.Holds {
		last := i+1 == len(found.Holds) || found.Holds[i+1].Card != h.Card || found.Holds[i+1].Value == nil
		if h.Value != nil && last {
			fmt.Fprintf(&b, "   %s   held from %s to %s, %d attempts\n", h.Card, clock(h.Value.Since), clock(h.Value.Until), h.Value.Attempts)
		}
	}
	caught := found.Caught()
	n := 0
	for _, p := range planted {
		if slices.Contains(caught, p) {
			n++
		}
	}
	fmt.Fprintf(&b, "\n%d of %d planted frauds found, %d false alarms; %d authorisations lapsed; %d dead letters\n",
		n, len(planted), len(caught)-n, len(found.Lapsed), len(found.Dead))
	_, _ = io.WriteString(out, b.String()) // a terminal that is gone ends the demo by a signal of its own
}

var errDiffer = errors.New("what the topology wrote differs from the direct computation")

// check compares every row, and what was found with what was planted.
func check(found fraud.Found, messages []fraud.Message, planted []fraud.Planted) error {
	want := fraud.Direct(messages)
	for _, err := range []error{same(fraud.AlertsTopic, found.Alerts, want.Alerts), same(fraud.LapsedTopic, found.Lapsed, want.Lapsed),
		same(fraud.HoldsTopic, found.Holds, want.Holds), same(fraud.DeadLettersTopic, found.Dead, want.Dead)} {
		if err != nil {
			return err
		}
	}
	if caught := found.Caught(); !slices.Equal(caught, fraud.Sorted(planted)) {
		return fmt.Errorf("found %v, planted were %v", caught, fraud.Sorted(planted))
	}
	return nil
}

// same compares two lists and names the first row that differs.
func same[R any](topic string, got, want []R) error {
	for i := range min(len(got), len(want)) {
		if g, w := text(got[i]), text(want[i]); g != w {
			return fmt.Errorf("%w: %s, row %d: found %s, expected %s", errDiffer, topic, i, g, w)
		}
	}
	if len(got) != len(want) {
		return fmt.Errorf("%w: %s: found %d rows, expected %d", errDiffer, topic, len(got), len(want))
	}
	return nil
}

// text is a row as JSON, which has what pointers point to.
func text(row any) string {
	b, err := json.Marshal(row)
	if err != nil {
		panic(fmt.Sprintf("a row of the example: %v", err)) // plain structs of text and numbers
	}
	return string(b)
}
