package main

import (
	"fmt"
	"io"
	"os"
	"strings"
)

const tableRows = 10

// screen shows a board while it fills: tables drawn over the ones before on a terminal, a line now and then elsewhere.
type screen struct {
	out      io.Writer
	total    int // flights
	terminal bool
	drawn    bool
	next     int // flights from which on the next line is due
}

func newScreen(out *os.File, total int) *screen {
	info, err := out.Stat()
	return &screen{out: out, total: total, terminal: err == nil && info.Mode()&os.ModeCharDevice != 0}
}

// draw shows how far it is.
func (s *screen) draw(b *board) {
	switch {
	case s.terminal:
		s.tables(b)
	case b.through > 0 && b.through >= s.next:
		s.next = b.through + s.total/10
		s.print(fmt.Sprintf("%s of %s flights, %s\n", grouped(b.through), grouped(s.total), clockTime(b.latest)))
	}
}

// print writes to the terminal. One that is gone ends the demo by a signal of its own.
func (s *screen) print(text string) { _, _ = io.WriteString(s.out, text) }

func (s *screen) tables(b *board) {
	var out strings.Builder
	if s.drawn {
		fmt.Fprintf(&out, "\x1b[%dA", tableRows+5) // up, over the picture before
	}
	s.drawn = true
	done := min(30*b.through/s.total, 30)
	at := ""
	if b.latest > 0 {
		at = clockTime(b.latest)
	}
	row := func(format string, args ...any) {
		fmt.Fprintf(&out, "\x1b[2K"+format+"\n", args...) // clear what was there
	}
	row("[%s%s] %s of %s flights   %s", strings.Repeat("#", done), strings.Repeat(".", 30-done), grouped(b.through), grouped(s.total), at)
	row("")
	row("%-48s  %s", "airports, the last 7 days", "worst routes so far")
	row("%-24s %7s %5s %8s    %-9s %7s %8s", "", "flights", "late", "average", "", "flights", "average")
	airports, routes := b.airports(b.latest-7*day, 20), b.routes()
	for i := range tableRows {
		left, right := "", ""
		if i < len(airports) {
			l := airports[i]
			left = fmt.Sprintf("%-24s %7d %5d %8.1f", l.name+" "+cut(l.city, 19), l.flights, l.late, l.average)
		}
		if i < len(routes) {
			l := routes[i]
			right = fmt.Sprintf("%-9s %7d %8.1f", l.name, l.flights, l.average)
		}
		row("%-48s   %s", left, right)
	}
	row("")
	s.print(out.String())
}

// final prints the two top tens.
func final(w io.Writer, b *board) {
	var out strings.Builder
	out.WriteString("\nThe ten most delayed airports of the quarter (100 flights or more; minutes)\n\n")
	fmt.Fprintf(&out, "    %-24s %7s %5s %8s\n", "", "flights", "late", "average")
	for i, l := range first(b.airports(0, 100)) {
		fmt.Fprintf(&out, "%3d %-24s %7d %5d %8.1f\n", i+1, l.name+" "+cut(l.city, 19), l.flights, l.late, l.average)
	}
	out.WriteString("\nThe ten worst routes (10 flights or more; minutes)\n\n")
	fmt.Fprintf(&out, "    %-9s %7s %8s\n", "", "flights", "average")
	for i, l := range first(b.routes()) {
		fmt.Fprintf(&out, "%3d %-9s %7d %8.1f\n", i+1, l.name, l.flights, l.average)
	}
	_, _ = io.WriteString(w, out.String()) // see screen.print
}

func first(lines []line) []line { return lines[:min(10, len(lines))] }

// cut shortens a text that a column has no room for.
func cut(s string, n int) string {
	if r := []rune(s); len(r) > n {
		return string(r[:n-1]) + "."
	}
	return s
}

// grouped writes 20000 as 20,000.
func grouped(n int) string {
	s := fmt.Sprint(n)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}
