package config

import "github.com/stoatgen/stoatgen/rt/lane"

// Handlers are what is to become of records that fail.
func (c *Config) Handlers() lane.Handlers {
	return lane.Handlers{
		Decode:      c.handler(c.DeserializationHandler, c.OnDeserialization),
		Process:     c.handler(c.ProcessingHandler, c.OnProcessing),
		Produce:     c.handler(c.ProductionHandler, c.OnProduction),
		DeadLetters: c.DeadLetterTopic,
	}
}

// handler is the user's own, or the one that is named. With a topic for dead letters the named ones write to it in any case.
func (c *Config) handler(named Handler, own func(*lane.Failure) Handler) func(*lane.Failure) lane.Verdict {
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
