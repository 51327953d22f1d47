package rttest_test

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/stoatgen/stoatgen/rt/abi"
	"github.com/stoatgen/stoatgen/rt/rttest"
	"github.com/stoatgen/stoatgen/rt/store"
)

func words(t *testing.T, o ...rttest.Option) (*rttest.Driver, *rttest.Input[string, string], *rttest.Output[string, int64]) {
	d := rttest.New(t, app{program()}, o...)
	return d, rttest.NewInput(d, "words", rttest.String(), rttest.String()), rttest.NewOutput(d, "counted", rttest.String(), rttest.Int64())
}

// lines prints what an output has to read.
func lines(out *rttest.Output[string, int64]) (s []string) {
	for _, r := range out.ReadAll() {
		s = append(s, fmt.Sprintf("%s=%d@%d", r.Key, r.Value, r.Timestamp))
	}
	return s
}

func TestCounts(t *testing.T) {
	for _, lanes := range []int{1, 2, 3, 7} {
		for _, crash := range []string{"", "kept", "lost"} {
			t.Run(fmt.Sprint(lanes, crash), func(t *testing.T) {
				d, in, out := words(t, rttest.Lanes(lanes), rttest.Partitions("words", 3), rttest.Memory(store.Limits{Entries: 2}))
				got := map[string][]string{}
				for i := range 40 {
					w := fmt.Sprint("w", i%6)
					in.PipeAt("k", w, int64(100-i))
					got[w] = append(got[w], lines(out)...)
					switch crash {
					case "kept":
						d.Crash(rttest.Kept)
					case "lost":
						d.Crash(rttest.Lost)
					}
				}
				for i := range 6 {
					w := fmt.Sprint("w", i)
					var want []string
					for n := range (40-i-1)/6 + 1 {
						want = append(want, fmt.Sprintf("%s=%d@%d", w, n+1, 100-i)) // the largest timestamp was the first
					}
					if !reflect.DeepEqual(got[w], want) {
						t.Errorf("%s: got %v, want %v", w, got[w], want)
					}
				}
				if rows := d.Rows("counts"); len(rows) != 6 {
					t.Errorf("%d rows, want 6: %v", len(rows), rows)
				}
			})
		}
	}
}

func TestDrops(t *testing.T) {
	d, in, out := words(t, rttest.OnProcess(rttest.Skipping), rttest.DeadLetters("dead"))
	in.PipeNull("k", 1)
	in.PipeAt("k", "bad", 2)
	in.PipeAt("k", "panic", 3)
	in.PipeAt("k", "good", 4)
	if got, want := lines(out), []string{"good=1@4"}; !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	if n, f := d.Dropped("key", abi.NullValue), d.Dropped("key", abi.Failed); n != 1 || f != 2 {
		t.Errorf("dropped %d for null values and %d for failures, want 1 and 2", n, f)
	}
	dead := d.Read("dead")
	if len(dead) != 2 || string(dead[0].Value) != "bad" || string(dead[1].Value) != "panic" || dead[1].Timestamp != 3 {
		t.Fatalf("dead letters: %v", dead)
	}
	if m, _ := dead[1].Headers.Last("__streams.errors.message"); string(m) != "word panics" {
		t.Errorf("message %q", m)
	}
}

func TestPipe(t *testing.T) {
	_, in, out := words(t, rttest.OnProcess(rttest.Skipping))
	in.PipeNullKey("a", 1)
	in.PipeBytes([]byte{}, []byte("a"), 2)
	in.PipeBytes([]byte("k"), nil, 3) // null
	if got, want := lines(out), []string{"a=1@1", "a=2@2"}; !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestFailureStops(t *testing.T) {
	d, in, out := words(t)
	in.PipeAt("k", "a", 1)
	in.PipeAt("k", "bad", 2)
	in.PipeAt("k", "a", 3) // does nothing
	want := "words.go:2:2: processing of key, record words-0@1: word fails"
	if d.Err() == nil || d.Err().Error() != want {
		t.Errorf("error %v, want %s", d.Err(), want)
	}
	if got := lines(out); len(got) != 1 {
		t.Errorf("got %v", got)
	}
	d.Crash(rttest.Kept)
	in.PipeAt("k", "a", 4)
	if got, want := lines(out), []string{"a=2@4"}; !reflect.DeepEqual(got, want) {
		t.Errorf("after the crash %v, want %v", got, want)
	}
}

func TestGolden(t *testing.T) {
	rttest.Golden(t, app{program()}, "testdata/words.txt", rttest.Forms{
		"words":   rttest.FormOf(rttest.String(), rttest.String()),
		"counted": rttest.FormOf(rttest.String(), rttest.Int64()),
	})
}

// silent is a test that goes on: it keeps what it was told.
type silent struct {
	*testing.T
	said []string
}

func (s *silent) Errorf(format string, a ...any) { s.said = append(s.said, fmt.Sprintf(format, a...)) }

// A test that pipes on and never asks would pass for want of outputs.
func TestFailureIsAskedAbout(t *testing.T) {
	for _, asks := range []bool{false, true} {
		for _, crashes := range []bool{false, true} {
			var tb *silent
			t.Run("", func(t *testing.T) {
				tb = &silent{T: t}
				d := rttest.New(tb, app{program()})
				rttest.NewInput(d, "words", rttest.String(), rttest.String()).PipeAt("k", "bad", 1)
				if asks {
					_ = d.Err()
				}
				if crashes {
					d.Crash(rttest.Kept)
				}
			})
			if told := len(tb.said) == 1 && strings.Contains(tb.said[0], "word fails"); told == asks || len(tb.said) > 1 {
				t.Errorf("asked: %v, crashed: %v, and the test was told %q", asks, crashes, tb.said)
			}
		}
	}
}
