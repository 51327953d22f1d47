package rttest_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stoatgen/stoatgen/rt/abi"
	"github.com/stoatgen/stoatgen/rt/rttest"
)

// refused is a test that stops with a message.
type refused struct {
	testing.TB
	said string
}

func (r *refused) Helper() {}

func (r *refused) Fatalf(format string, args ...any) {
	r.said = fmt.Sprintf(format, args...)
	panic(r)
}

func TestRefused(t *testing.T) {
	for _, c := range []struct {
		ask  func(d *rttest.Driver)
		want string
	}{
		{func(d *rttest.Driver) { d.Read("cuonted") }, `topic "cuonted": no sink`},
		{func(d *rttest.Driver) { rttest.NewOutput(d, "words", rttest.String(), rttest.String()) }, `topic "words": no sink`},
		{func(d *rttest.Driver) { rttest.NewInput(d, "counted", rttest.String(), rttest.String()) }, `topic "counted": no source`},
		{func(d *rttest.Driver) { d.Rows("conuts") }, `store "conuts"`},
		{func(d *rttest.Driver) { d.Kind("conuts") }, `store "conuts"`},
		{func(d *rttest.Driver) { d.Changelog("conuts") }, `store "conuts"`},
		{func(d *rttest.Driver) { d.Dropped("kye", abi.Late) }, `operator "kye"`},
		{func(d *rttest.Driver) { d.Advance(-1) }, `the clock can't go 1 ms back`},
	} {
		tb := &refused{TB: t}
		d := rttest.New(tb, app{program()})
		func() {
			defer func() {
				if r := recover(); r != nil && r != any(tb) {
					panic(r)
				}
			}()
			c.ask(d)
		}()
		if !strings.Contains(tb.said, c.want) {
			t.Errorf("said %q, want %q", tb.said, c.want)
		}
	}
}
