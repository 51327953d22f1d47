package dsl_test

import (
	"encoding/binary"
	"encoding/json/v2"
	"fmt"
	"path"
	"runtime"
	"strings"
	"testing"

	"github.com/stoatgen/stoatgen/dsl"
	"github.com/stoatgen/stoatgen/rt"
	"github.com/stoatgen/stoatgen/rt/rttest"
	"github.com/stoatgen/stoatgen/testdata/gen/examples"
)

// show runs the Example's topology over some records and prints what it writes: topic, key, value and timestamp, of topic parts, which
// has three, the partition too. A topology isn't
// executed: what runs is the code that was generated for the same text in testdata/gen/examples (TestExamples says that it is the same).
func show(_ func(*dsl.Builder), records ...rttest.Record) {
	pc, _, _, _ := runtime.Caller(1)
	name := strings.TrimPrefix(path.Ext(runtime.FuncForPC(pc).Name()), ".Example")
	construct, ok := examples.Apps[strings.ReplaceAll(name, "_", "")]
	if !ok {
		panic("testdata/gen/examples has no topology for Example" + name)
	}
	tb := &exampleTB{}
	defer tb.end()
	options := []rttest.Option{rttest.Partitions("parts", 3)}
	for _, r := range records {
		if r.Topic != "" {
			options = append(options, rttest.Partitions(r.Topic, 1))
		}
	}
	app, err := construct(rt.Config{ApplicationID: "examples"})
	if err != nil {
		panic(err)
	}
	d := rttest.New(tb, app, options...)
	for _, r := range records {
		if r.Topic == "" {
			d.Advance(r.Timestamp)
		} else {
			d.Pipe(r)
		}
		for _, topic := range d.Unread() {
			for _, r := range d.Read(topic) {
				name := topic
				if topic == "parts" {
					name = fmt.Sprint(topic, "/", r.Partition)
				}
				fmt.Println(name, text(r.Key)+"="+text(r.Value), fmt.Sprint("@", r.Timestamp))
			}
		}
		if err := d.Err(); err != nil {
			fmt.Println("stopped:", err)
			return
		}
	}
}

// in is a record of a topic at a time in milliseconds: text for a string, Kafka's Long for a number, JSON for a struct, nil for a null.
func in(topic string, key, value any, ms int64) rttest.Record {
	return rttest.Record{Topic: topic, Partition: -1, Key: bytesOf(key), Value: bytesOf(value), Timestamp: ms}
}

// clock moves the wall clock, which stands at 0 at first, by milliseconds.
func clock(ms int64) rttest.Record { return rttest.Record{Timestamp: ms} }

func bytesOf(v any) []byte {
	switch v := v.(type) {
	case nil:
		return nil
	case string:
		return []byte(v)
	case int:
		return binary.BigEndian.AppendUint64(nil, uint64(v))
	}
	b, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return b
}

// text prints what bytesOf made: eight bytes that begin with a zero are a number, text that ends with them a windowed key.
func text(b []byte) string {
	switch n := len(b) - 8; {
	case b == nil:
		return "null"
	case n == 0 && b[0] == 0:
		return fmt.Sprint(int64(binary.BigEndian.Uint64(b)))
	case n > 0 && b[n] == 0:
		return fmt.Sprintf("%s@%d", b[:n], binary.BigEndian.Uint64(b[n:]))
	}
	return string(b)
}

// exampleTB is the testing.TB of an Example, which has none: a failure is a panic.
type exampleTB struct {
	testing.TB
	cleanups []func()
}

func (*exampleTB) Helper()                        {}
func (t *exampleTB) Cleanup(f func())             { t.cleanups = append(t.cleanups, f) }
func (*exampleTB) Fatal(args ...any)              { panic(fmt.Sprint(args...)) }
func (*exampleTB) Fatalf(form string, a ...any)   { panic(fmt.Sprintf(form, a...)) }
func (t *exampleTB) Errorf(form string, a ...any) { panic(fmt.Sprintf(form, a...)) }

func (t *exampleTB) end() {
	for _, f := range t.cleanups {
		f()
	}
}
