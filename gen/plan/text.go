package plan

import (
	"fmt"
	"strings"

	"github.com/stoatgen/stoatgen/gen/topo"
)

// Text prints a program for people: stages, and below each entry what is fused.
func Text(p *Program) string {
	var b strings.Builder
	fmt.Fprintf(&b, "topology %s\n", p.Name)
	for _, s := range p.All() {
		if s.Global {
			b.WriteString("\nglobal\n")
		} else {
			fmt.Fprintf(&b, "\nstage %d\n", s.Index)
		}
		for _, st := range s.Stores {
			fmt.Fprintf(&b, "  store %s: %s -> %s%s\n", st.Name, st.Key, st.Value, st.Window.text()+st.Join.text(st))
		}
		for _, e := range s.Roots() {
			b.WriteString("  " + entryText(e) + "\n")
			for _, n := range e.Next {
				p.tree(&b, n, 2)
			}
		}
		done := map[*Step]bool{}
		for _, e := range s.Roots() {
			p.methodTexts(&b, e, done)
		}
	}
	return b.String()
}

func (w *Windows) text() string {
	if w == nil {
		return ""
	}
	switch {
	case w.Kind == SlidingWindows:
		return fmt.Sprintf(", sliding windows of %d ms, grace %d%s", w.Size, w.Grace, w.listText())
	case w.Kind == SessionWindows:
		return fmt.Sprintf(", sessions with a gap of %d ms, grace %d%s", w.Size, w.Grace, w.listText())
	case w.Unlimited != nil:
		return ", one window without end"
	case w.Listed:
		return fmt.Sprintf(", windows of %d ms every %d, grace %d%s", w.Size, w.Advance, w.Grace, w.listText())
	}
	return fmt.Sprintf(", windows of %d ms every %d, grace %d: a ring of %d", w.Size, w.Advance, w.Grace, w.Slots)
}

func (w *Windows) listText() string {
	if w.OnClose {
		return fmt.Sprintf(", kept for %d: lists, emitted on close", w.Retention)
	}
	return fmt.Sprintf(", kept for %d: lists", w.Retention)
}

func entryText(e *Step) string {
	if e.Kind == Process {
		if t := e.Processor.Schedule; t.Cron != "" {
			return "cron " + t.Cron
		}
		return fmt.Sprintf("every %d ms", e.Processor.Schedule.Every)
	}
	if e.Kind == HopIn {
		return fmt.Sprintf("hop %s from stage %d: %s%s", e.Hop.Base, e.Hop.From.Index, e.Hop.Key, readText(e))
	}
	if e.Kind == HeldIn {
		return fmt.Sprintf("%s: %s%s", e.Held.Word(), e.Held.Key, readText(e))
	}
	src := e.Source
	topics := strings.Join(src.Topics, ", ")
	if src.Pattern != "" {
		topics = "matching " + src.Pattern
	}
	return fmt.Sprintf("source %s: %s -> %s%s", topics, src.Key, src.Value, readText(e))
}

// readText is what is used of the value, and which stores are looked up ahead.
func readText(e *Step) string {
	var out []string
	switch d := e.Need.Value; {
	case d.All:
	case len(d.Fields) > 0:
		out = append(out, "reads "+strings.Join(d.Fields, ", "))
	case !d.Any:
		out = append(out, "value unread")
	}
	for _, st := range e.Touches {
		out = append(out, "prefetches "+st.Name)
	}
	if len(out) == 0 {
		return ""
	}
	return " (" + strings.Join(out, "; ") + ")"
}

// tree prints what is fused below a step.
func (p *Program) tree(b *strings.Builder, s *Step, depth int) {
	fmt.Fprintf(b, "%s%s", strings.Repeat("  ", depth), s.text(p))
	if s.Method != "" {
		fmt.Fprintf(b, ": method %s\n", s.Method)
		return
	}
	b.WriteString("\n")
	for _, n := range s.Next {
		p.tree(b, n, depth+1)
	}
}

func (p *Program) methodTexts(b *strings.Builder, s *Step, done map[*Step]bool) {
	if s.Method != "" && !done[s] {
		done[s] = true
		fmt.Fprintf(b, "  method %s\n    %s\n", s.Method, s.text(p))
		for _, n := range s.Next {
			p.tree(b, n, 3)
		}
	}
	for _, n := range s.Next {
		p.methodTexts(b, n, done)
	}
}

func (s *Step) text(p *Program) string {
	words := s.Kind.String()
	if s.Kind != View {
		words += " " + p.Nodes[s.Node].Name
	}
	switch {
	case s.Sink != nil && s.Sink.Topic != "":
		words += fmt.Sprintf(" -> %s: %s -> %s", s.Sink.Topic, s.Sink.Key, s.Sink.Value)
	case s.Sink != nil:
		words += fmt.Sprintf(" -> computed: %s -> %s", s.Sink.Key, s.Sink.Value)
	case s.Kind == HopOut:
		words += fmt.Sprintf(" -> stage %d", s.Hop.To.Index)
	case s.Store != nil:
		words += " in " + s.Store.Name
	case s.Kind == JoinTable:
		words += " with " + s.Lookup.Rows().Store.Name
	case s.Kind == View:
		words += " " + topo.Short(s.Op.Result)
	}
	if s.SendOld {
		words += ", sends old values"
	}
	return words
}
