package emit

import (
	"fmt"
	"strings"

	"github.com/stoatgen/stoatgen/gen/plan"
)

// sink writes the record to its topic. A null is written as null.
func (w *writer) sink(s *plan.Step, e *env) {
	topic, answer := "", ""
	if s.Sink.Topic == "" {
		w.dropNull(s, e)
		topic = w.fresh("topic")
		w.at(s)
		w.assign(w.g.call(s.Fns[0], w.record(s, e, s.Fns[0].Demands[0]), w.metadata(s, e)), topic)
		topic = "s.Out(" + topic + ")"
	} else if s.Sink.Partitioner == nil && (s.Fails || s.Errs) {
		w.at(s)
	}
	if p := s.Sink.Partitioner; p != nil {
		if topic == "" {
			topic = w.ours(s.Sink.Field, "s."+s.Sink.Field)
		} else {
			out := w.fresh("out")
			w.f("%s := %s", out, topic)
			topic = out
		}
		answer = w.choose(s, e, p, topic+".Name", "len("+topic+".Parts)")
	}
	kb := w.keyBytes(e, s.Sink.Key, s.Node)
	vb := ""
	if e.raw != "" && s.In.RawValue != nil && s.In.RawValue.Equal(s.Sink.Value) {
		vb = w.rawBytes(s, e)
	} else {
		vb = w.bytes(e, e.val, "l.Scratch", s.Sink.Value, s.Node)
	}
	if s.Sink.Partitioner != nil {
		w.scatter(s, e, answer, topic, kb, vb)
		return
	}
	if topic == "" {
		topic = w.ours(s.Sink.Field, "s."+s.Sink.Field)
	}
	if n := boundsLen(s.Sink.Key); n > 0 && (s.In.KeyCodec != nil || s.In.KeyChanged || s.In.Rehashed) {
		w.byInnerKey(e, topic, kb, vb, n)
		return
	}
	if e.hash != "" && hashed(s) {
		hash := e.hash
		if e.key.null != "" {
			if !identifier(kb) {
				key := w.fresh("key")
				w.f("%s := %s", key, kb)
				kb = key
			}
			hash = fmt.Sprintf("%s.Known(%s, %s)", topic, hash, kb)
		}
		w.f("%s.Append(%s, %s, %s, %s, %s)", topic, hash, e.ts, kb, vb, e.headers)
		return
	}
	w.f("%s.AppendKeyed(%s, %s, %s, %s)", topic, e.ts, kb, vb, e.headers)
}

// hashed says whether the hash of the entry's key is that of a sink's keys: they have the same bytes, or are of its windows.
func hashed(s *plan.Step) bool {
	if s.In.Key.Windowed {
		return boundsLen(s.Sink.Key) > 0
	}
	return s.In.KeyCodec.Equal(s.Sink.Key)
}

// rawBytes is the source record's value; null where a filter of a table made it so.
func (w *writer) rawBytes(s *plan.Step, e *env) string {
	if s.In.RawNull || e.val.null == "" || e.val.null == e.raw+" == nil" {
		return e.raw
	}
	b := w.fresh("data")
	w.f("var %s []byte\nif %s {\n%s = %s\n}", b, not(e.val.null), b, e.raw)
	return b
}

// record spells the record.Record that a function sees, with the fields that it reads.
func (w *writer) record(s *plan.Step, e *env, d plan.Demand) string {
	typ := fmt.Sprintf("record.Record[%s, %s]", w.g.slot(s.In.Key), w.g.slot(s.In.Value))
	return typ + w.recordFields(d, e.key.expr, e.val.expr, e.ts, e.headers)
}

func (w *writer) recordFields(d plan.Demand, key, v, ts, headers string) string {
	var fields []string
	for _, f := range []struct{ name, expr string }{{"Key", key}, {"Value", v}, {"Timestamp", ts}} {
		if d.Reads(f.name) {
			fields = append(fields, f.name+": "+f.expr)
		}
	}
	if d.Reads("Headers") {
		h := w.fresh("headers")
		w.f("%s, _ := codec.Headers(%s)", h, headers)
		fields = append(fields, "Headers: "+h)
	}
	return "{" + strings.Join(fields, ", ") + "}"
}

// metadata spells the record.Metadata that a function sees, if it looks at it.
func (w *writer) metadata(s *plan.Step, e *env) string {
	if d := s.Fns[0].Demands[1]; !d.All && len(d.Fields) == 0 {
		return "record.Metadata{}"
	}
	return fmt.Sprintf("record.Metadata{Topic: %s.Topic, Partition: %s.Partition, Offset: %s.Base + int64(%s.Recs[%s].OffsetDelta)}",
		e.batch, e.batch, e.batch, e.batch, e.index)
}
