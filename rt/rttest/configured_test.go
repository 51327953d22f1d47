package rttest_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stoatgen/stoatgen/rt"
	"github.com/stoatgen/stoatgen/rt/abi"
	"github.com/stoatgen/stoatgen/rt/rttest"
)

// What the application's configuration says holds, an option is stronger.
func TestConfigured(t *testing.T) {
	own := func(answer rt.Handler) func(*rt.RecordError) rt.Handler {
		return func(*rt.RecordError) rt.Handler { return answer }
	}
	for name, c := range map[string]struct {
		cfg           rt.Config
		options       []rttest.Option
		failed        bool
		dead, refused int // letters, and those of the topic that an option names
	}{
		"nothing":            {failed: true},
		"continue":           {cfg: rt.Config{ProcessingHandler: rt.Continue}},
		"dead letters":       {cfg: rt.Config{ProcessingHandler: rt.DeadLetter, DeadLetterTopic: "dead"}, dead: 1},
		"continue writes":    {cfg: rt.Config{ProcessingHandler: rt.Continue, DeadLetterTopic: "dead"}, dead: 1},
		"own":                {cfg: rt.Config{OnProcessing: own(rt.DeadLetter), DeadLetterTopic: "dead"}, dead: 1},
		"own doesn't write":  {cfg: rt.Config{OnProcessing: own(rt.Continue), DeadLetterTopic: "dead"}},
		"option fails":       {cfg: rt.Config{ProcessingHandler: rt.Continue}, options: []rttest.Option{rttest.OnProcess(rttest.Fail)}, failed: true},
		"option writes":      {cfg: rt.Config{DeadLetterTopic: "dead"}, options: []rttest.Option{rttest.OnProcess(rttest.Skipping)}, dead: 1},
		"option names topic": {cfg: rt.Config{ProcessingHandler: rt.DeadLetter, DeadLetterTopic: "dead"}, options: []rttest.Option{rttest.DeadLetters("refused")}, refused: 1},
	} {
		t.Run(name, func(t *testing.T) {
			c.cfg.ApplicationID = "words"
			d := rttest.New(t, rttest.Must(rt.New(program(), c.cfg)), c.options...)
			rttest.NewInput(d, "words", rttest.String(), rttest.String()).PipeAt("k", "bad", 1)
			_, failed := errors.AsType[*rt.RecordError](d.Err())
			letters := func(topic string) int {
				if !slices.Contains(d.Unread(), topic) {
					return 0
				}
				return len(d.Read(topic))
			}
			if got, want := fmt.Sprint(failed, letters("dead"), letters("refused")), fmt.Sprint(c.failed, c.dead, c.refused); got != want {
				t.Errorf("failed, dead, refused: %s, want %s", got, want)
			}
		})
	}
}

// A record of a negative time is dropped where the configuration says so.
func TestConfiguredTimestamps(t *testing.T) {
	d := rttest.New(t, rttest.Must(rt.New(program(), rt.Config{ApplicationID: "words", TimestampExtractor: rt.LogAndSkip})))
	rttest.NewInput(d, "words", rttest.String(), rttest.String()).PipeAt("k", "a", -1)
	if err := d.Err(); err != nil {
		t.Error(err)
	}
}

// A panic of a timestamp extractor is the application's failure, as where it runs.
func TestExtractorPanics(t *testing.T) {
	p := program()
	p.Sources[0].Extract = func(*abi.Batch, uint32, int64) (int64, bool) { panic("no time") }
	d := rttest.New(t, rttest.Must(rt.New(p, rt.Config{ApplicationID: "words"})))
	rttest.NewInput(d, "words", rttest.String(), rttest.String()).PipeAt("k", "a", 1)
	want := "record words-0@0: timestamp extractor: no time"
	if d.Err() == nil || !strings.Contains(d.Err().Error(), want) {
		t.Errorf("error %v, want %s", d.Err(), want)
	}
}
