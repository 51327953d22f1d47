package forms_test

import (
	"bytes"
	"encoding/hex"
	"strings"
	"testing"

	"github.com/stoatgen/stoatgen/rt"
	"github.com/stoatgen/stoatgen/rt/abi"
	"github.com/stoatgen/stoatgen/rt/codec"
	"github.com/stoatgen/stoatgen/rt/rttest"
	"github.com/stoatgen/stoatgen/testdata/gen/forms"
)

var cfg = rt.Config{ApplicationID: "golden"}

func driver(t *testing.T, app *rt.App, err error) *rttest.Driver {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	return rttest.New(t, app, rttest.OnDecode(rttest.Skipping))
}

func unhex(s string) []byte {
	b, err := hex.DecodeString(strings.ReplaceAll(s, " ", ""))
	if err != nil {
		panic(err)
	}
	return b
}

// pipe writes bytes to a topic and expects one record in another; nil is null.
func pipe(t *testing.T, d *rttest.Driver, topic string, key, value []byte, out string, wantKey, wantValue []byte) {
	t.Helper()
	d.Pipe(rttest.Record{Topic: topic, Key: key, Value: value, Timestamp: 1})
	got := d.Read(out)
	if err := d.Err(); err != nil || len(got) != 1 {
		t.Fatalf("%s: %v, %v", topic, got, err)
	}
	same := func(a, b []byte) bool { return bytes.Equal(a, b) && (a == nil) == (b == nil) }
	if !same(got[0].Key, wantKey) || !same(got[0].Value, wantValue) {
		t.Errorf("%s: wrote %x=%x, expected %x=%x", topic, got[0].Key, got[0].Value, wantKey, wantValue)
	}
}

// TestLists: the bytes are those of Kafka's ListSerializer.
func TestLists(t *testing.T) {
	app, err := forms.NewLists(cfg)
	d := driver(t, app, err)
	numbers := unhex("00 00000000 00000003 0000000000000001 0000000000000002 0000000000000003")
	nulls := unhex("00 00000001 00000001 00000003 0000000000000001 0000000000000003")
	pipe(t, d, "numbers", []byte("a"), numbers, "odd", []byte("a"), nulls)
	pipe(t, d, "some", []byte("a"), nulls, "known", []byte("a"), unhex("00 00000000 00000002 0000000000000001 0000000000000003"))
	pipe(t, d, "numbers", []byte("a"), nil, "odd", []byte("a"), nil)
	d.Pipe(rttest.Record{Topic: "numbers", Key: []byte("a"), Value: nulls})
	if n := d.Dropped("KSTREAM-SOURCE-0000000000", abi.Malformed); n != 1 || len(d.Read("odd")) != 0 {
		t.Errorf("a list of plain numbers with a null in it: %d malformed, expected 1", n)
	}
}

// TestSeen keeps a list as state, and restores it.
func TestSeen(t *testing.T) {
	app, err := forms.NewSeen(cfg)
	d := driver(t, app, err)
	pipe(t, d, "words", []byte("k"), []byte("a"), "seen-out", []byte("k"), unhex("01 00000001 00000001 61"))
	pipe(t, d, "words", []byte("k"), []byte(""), "seen-out", []byte("k"), unhex("01 00000002 00000001 61 00000000"))
	d.Crash(rttest.Lost)
	pipe(t, d, "words", []byte("k"), []byte("b"), "seen-out", []byte("k"), unhex("01 00000003 00000001 61 00000000 00000001 62"))
}

// TestNothing: what is of type record.None is null wherever it is written, and nothing else is taken for it.
func TestNothing(t *testing.T) {
	app, err := forms.NewNothing(cfg)
	d := driver(t, app, err)
	pipe(t, d, "unkeyed", nil, []byte("a"), "upper", nil, []byte("A"))
	pipe(t, d, "unkeyed-too", nil, []byte("a"), "keyed", []byte("a"), []byte("a"))
	pipe(t, d, "empty", []byte("a"), nil, "turned", nil, []byte("a"))
	pipe(t, d, "forgotten", []byte("a"), []byte("x"), "deletes", []byte("a"), nil)
	d.Pipe(rttest.Record{Topic: "unkeyed", Key: []byte{}, Value: []byte("a")})
	d.Pipe(rttest.Record{Topic: "empty", Key: []byte("a"), Value: codec.AppendInt32(nil, 1)})
	d.Pipe(rttest.Record{Topic: "lost", Key: []byte("a"), Value: []byte("a")})
	if got := d.Unread(); len(got) != 0 || d.Err() != nil {
		t.Errorf("wrote to %v, %v", got, d.Err())
	}
	if n := d.Dropped("KSTREAM-SOURCE-0000000000", abi.Malformed); n != 1 {
		t.Errorf("bytes as a key of Void: %d malformed, expected 1", n)
	}
	if n := d.Dropped("lost-repartition-filter", abi.NullKey); n != 1 {
		t.Errorf("a key of Void at a repartition: %d dropped, expected 1", n)
	}
}
