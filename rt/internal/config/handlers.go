package config

import "github.com/stoatgen/stoatgen/rt/lane"

// Handlers are what is to become of records that fail.
func (c *Config) Handlers() lane.Handlers {
	return lane.Handlers{
		Decode:      c.handler(lane.Decode),
		Process:     c.handler(lane.Process),
		Produce:     c.handler(lane.Produce),
		DeadLetters: c.DeadLetterTopic,
	}
}

// Fails says whether it is a named handler, and not the user's own, that has failures of a kind end the application.
func (c *Config) Fails(k lane.Kind) bool {
	named, own := c.asked(k)
	return own == nil && named == Fail
}

// asked is the handler that is named for a kind of failure, and the user's own, which goes before it.
func (c *Config) asked(k lane.Kind) (named Handler, own func(*lane.Failure) Handler) {
	switch k {
	case lane.Decode:
		return c.DeserializationHandler, c.OnDeserialization
	case lane.Process:
		return c.ProcessingHandler, c.OnProcessing
	case lane.Produce:
		return c.ProductionHandler, c.OnProduction
	}
	return "", nil
}

// handler is the user's own, or the one that is named. With a topic for dead letters the named ones write to it in any case.
func (c *Config) handler(k lane.Kind) func(*lane.Failure) lane.Verdict {
	named, own := c.asked(k)
	if own == nil {
		if named == Continue && c.DeadLetterTopic != "" {
			named = DeadLetter
		}
		own = func(*lane.Failure) Handler { return named }
	}
	return func(f *lane.Failure) lane.Verdict {
		switch own(f) {
		case Continue:
			return lane.Continue
		case DeadLetter:
			return lane.DeadLetter
		}
		return lane.Stop
	}
}

// Timestamps is the rule for sources that name none.
func (c *Config) Timestamps() lane.Timestamps { return rules[c.TimestampExtractor] }

var rules = map[Extractor]lane.Timestamps{
	FailOnInvalid: lane.FailOnInvalid, LogAndSkip: lane.SkipInvalid, UsePartition: lane.UsePartition, WallclockStamp: lane.Wallclock,
}
