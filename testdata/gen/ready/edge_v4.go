package ready

import (
	"errors"

	"github.com/stoatgen/stoatgen/dsl"
)

// A value "bad" fails. Java's cases differ in the exception: ClassCastException here, IllegalStateException in boom and bang.
// Kafka Streams treats the first apart (cce-direct is fatal); Go has one kind of error.
var errCast = errors.New("x")

func classCast(v string) (string, error) {
	if v == "bad" {
		return "", errCast
	}
	return v, nil
}

func boom(v string) (string, error) {
	if v == "bad" {
		return "", errors.New("boom")
	}
	return v, nil
}

func bang(v string) (string, error) {
	if v == "bad" {
		return "", errors.New("x")
	}
	return v, nil
}

func same(v string) string { return v }

// badString is a codec whose encoder fails for "bad".
type badString struct{}

func (badString) Append(dst []byte, v string) ([]byte, error) {
	if v == "bad" {
		return nil, errors.New("ser")
	}
	return append(dst, v...), nil
}

func (badString) Decode(src []byte) (string, error) { return string(src), nil }

// Cases: edge-v4/cce-direct
func EdgeCceDirect(b *dsl.Builder) { stream(b, "in").TryMapValues(classCast).To("out") }

// Cases: edge-v4/cce-nested
func EdgeCceNested(b *dsl.Builder) {
	stream(b, "in").MapValues(same).TryMapValues(classCast).To("out")
}

// Cases: edge-v4/ser-fail-nested
func EdgeSerFailNested(b *dsl.Builder) {
	stream(b, "in").MapValues(same).To("out", dsl.Value(dsl.Custom(badString{})))
}

// Cases: edge-v4/ser-fail-direct
func EdgeSerFailDirect(b *dsl.Builder) {
	stream(b, "in").To("out", dsl.Value(dsl.Custom(badString{})))
}

// Cases: edge-v4/sibling-partial
func EdgeSiblingPartial(b *dsl.Builder) {
	s := stream(b, "in").MapValues(same)
	s.To("out")
	s.TryMapValues(bang).To("out2")
	s.MapValues(func(v string) string { return v + "!" }).To("out3")
}

// Cases: edge-v4/deser-continue
func EdgeDeserContinue(b *dsl.Builder) {
	b.Stream("in", dsl.String(), dsl.Nullable(dsl.Int64())).MapValues(numberText).To("out")
}
