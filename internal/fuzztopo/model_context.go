package main

import "github.com/stoatgen/stoatgen/rt/record"

// processing is what a processor of the model works in.
type processing struct {
	record.Context[string, string] // what no processor calls
	m                              *model
	i                              int
	topic                          string
}

func (c *processing) Forward(r record.Record[string, string]) { c.m.forward(c.i, c.of(r)) }

func (c *processing) of(r record.Record[string, string]) rec {
	h, _ := r.Headers.Last("h")
	return rec{key: key{text: r.Key}, val: &r.Value, ts: r.Timestamp, header: string(h), topic: c.topic}
}

// fixedProcessing is that of a processor which can't change the key.
type fixedProcessing struct {
	record.FixedKeyContext[string, string] // what no processor calls
	processing
}

func (c *fixedProcessing) Forward(r record.FixedKeyRecord[string, string]) {
	free, null := r.Unfix()
	out := c.of(free)
	out.key.null = null
	c.m.forward(c.i, out)
}

// typed is a record as functions see it.
func typed(r rec) record.Record[string, *string] {
	out := record.Record[string, *string]{Key: r.key.text, Value: r.val, Timestamp: r.ts}
	if r.header != "" {
		out.Headers = record.Headers{{Name: "h", Value: []byte(r.header)}}
	}
	return out
}
