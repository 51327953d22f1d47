package emit

import (
	"fmt"

	"github.com/stoatgen/stoatgen/gen/plan"
)

// choose calls a partitioner for a record that goes to a topic: the answer, or nothing where a collector takes the answers.
func (w *writer) choose(s *plan.Step, e *env, p *plan.Partitioner, topic, partitions string) string {
	w.dropNull(s, e)
	if len(s.Fns) == 0 { // else the name of the topic was computed here
		w.at(s)
	}
	call := []string{topic, w.record(s, e, p.Fn.Demands[1]), partitions}
	if p.Many == "" {
		answer := w.fresh("answer")
		w.f("%s := %s", answer, w.g.call(p.Fn, call...))
		return answer
	}
	w.f("%s", w.g.call(p.Fn, append(call, "s."+p.Many+".Begin()")...))
	w.dropIf("s."+p.Many+".None()", s.Node, "NoPartition")
	return ""
}

// scatter writes a record of a sink where its partitioner says.
func (w *writer) scatter(s *plan.Step, e *env, answer, topic, kb, vb string) {
	call := fmt.Sprintf("%s.AppendChosen(%s, ", topic, answer)
	if p := s.Sink.Partitioner; p.Many != "" {
		call = fmt.Sprintf("s.%s.Append(%s, ", p.Many, topic)
	}
	w.f("if err := %s%s, %s, %s, %s); err != nil {", call, e.ts, kb, vb, e.headers)
	w.failed(e, s.Node, "err")
	w.f("}")
}

// hopTo sends the record to the lane of its key, for the partitions that the user's function names.
func (w *writer) hopTo(s *plan.Step, e *env) {
	h := s.Hop
	p, field := h.Partitioner, "s."+h.Field
	answer := w.choose(s, e, p, field+".Topic()", "int("+field+".Parts())")
	kb := w.keyBytes(e, h.Key, s.Node)
	hash := w.fresh("hash")
	if e.key.null == "" {
		w.f("%s := codec.Murmur2(%s)", hash, kb)
	} else {
		w.f("var %s uint32\nif %s {\n%s = codec.Murmur2(%s)\n}", hash, not(e.key.null), hash, kb)
	}
	part := w.fresh("part")
	if p.Many == "" {
		w.f("%s, err := %s.Chosen(%s, %s)", part, field, answer, hash)
		w.fail(e, s.Node)
	} else {
		parts := w.fresh("parts")
		w.f("%s, err := s.%s.Chosen(%s.Topic(), %s, %s.Parts())", parts, p.Many, field, hash, field)
		w.fail(e, s.Node)
		w.f("for _, %s := range %s {", part, parts)
		defer w.f("}")
	}
	w.showIn(s, e, part)
	x := w.fresh("x")
	w.f("%s := %s.NextIn(%s, %s)", x, field, part, hash)
	null := ""
	if e.key.null != "" {
		null = ", Null: " + e.key.null
	}
	w.f("%s.Head = lane.Head{%s, Hash: %s, TS: %s, Part: %s%s}", x, e.from(), hash, e.ts, part, null)
	w.hopKey(h, x, kb)
	w.fill(s, e, x)
}

// multicasts declares what collects the partitions of a stage's records.
func (g *gen) multicasts(s *plan.Stage, field, set func(string, ...any)) {
	for _, p := range s.Multicasts() {
		field("%s *codec.Multicast", p.Many)
		set("s.%s = codec.NewMulticast()", p.Many)
	}
}
