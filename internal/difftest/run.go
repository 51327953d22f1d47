package difftest

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"testing"

	"github.com/stoatgen/stoatgen/rt/lane"
	"github.com/stoatgen/stoatgen/rt/rttest"
)

// Mode is what happens between steps.
type Mode uint8

const (
	Plain     Mode = iota
	CrashKept      // after every step the lanes are lost
	CrashLost      // after every step the lanes and the state directory are lost
)

func (m Mode) String() string { return [...]string{"plain", "crash-kept", "crash-lost"}[m] }

// Modes are all modes.
var Modes = []Mode{Plain, CrashKept, CrashLost}

// options translates the settings of a vector. One that isn't known here is an error: it can't have been regarded.
func options(config map[string]string) (options []rttest.Option, err error) {
	options = append(options, rttest.Cache(0)) // the oracle's default
	for _, key := range slices.Sorted(maps.Keys(config)) {
		value := config[key]
		switch key {
		case "deserialization.exception.handler":
			options = append(options, rttest.OnDecode(verdict(value)))
		case "processing.exception.handler":
			options = append(options, rttest.OnProcess(verdict(value)))
		case "errors.dead.letter.queue.topic.name":
			options = append(options, rttest.DeadLetters(value))
		case "default.timestamp.extractor":
			rule, ok := extractors[class(value)]
			if !ok {
				return nil, fmt.Errorf("timestamp extractor %s has no counterpart here", value)
			}
			options = append(options, rttest.Timestamps(rule))
		case "statestore.cache.max.bytes":
			n, err := strconv.ParseInt(value, 10, 64)
			if err != nil {
				return nil, fmt.Errorf("setting %s: %w", key, err)
			}
			options = append(options, rttest.Cache(n))
		case "__emit.interval.ms.kstreams.outer.join.spurious.results.fix__":
			ms, err := strconv.ParseInt(value, 10, 64)
			if err != nil {
				return nil, fmt.Errorf("setting %s: %w", key, err)
			}
			options = append(options, rttest.JoinEvery(ms))
		case "__emit.interval.ms.kstreams.windowed.aggregation__":
			ms, err := strconv.ParseInt(value, 10, 64)
			if err != nil {
				return nil, fmt.Errorf("setting %s: %w", key, err)
			}
			options = append(options, rttest.CloseEvery(ms))
		case "dsl.store.suppliers.class": // which store keeps the rows changes no result
		case "dsl.store.format": // which headers are kept with the rows changes no result
		case "topology.optimization": // changes which stores and topics there are, no result
		default:
			return nil, fmt.Errorf("setting %s=%s isn't known", key, value)
		}
	}
	return options, nil
}

var extractors = map[string]lane.Timestamps{
	"FailOnInvalidTimestamp":             lane.FailOnInvalid,
	"LogAndSkipOnInvalidTimestamp":       lane.SkipInvalid,
	"UsePartitionTimeOnInvalidTimestamp": lane.UsePartition,
	"WallclockTimestampExtractor":        lane.Wallclock,
}

func verdict(handler string) func(*lane.Failure) lane.Verdict {
	switch class(handler) {
	case "LogAndContinueExceptionHandler", "LogAndContinueProcessingExceptionHandler":
		return rttest.Skipping
	}
	return rttest.Fail
}

// class is the last part of a Java class's name.
func class(name string) string {
	for i := len(name) - 1; i >= 0; i-- {
		if name[i] == '.' || name[i] == '$' {
			return name[i+1:]
		}
	}
	return name
}

// Run pipes a vector through an application and returns the first difference, nil if there is none. more are options
// beyond those of the vector's settings.
func Run(tb testing.TB, v *Vector, app rttest.Programmed, mode Mode, more ...rttest.Option) error {
	tb.Helper()
	opts, err := options(v.Config)
	opts = append(opts, more...)
	if err != nil {
		return err
	}
	if slices.ContainsFunc(internalTopics, v.has) {
		opts = append(opts, rttest.Internal())
	}
	d := rttest.New(tb, app, append(opts, rttest.Application(application(v.Name)))...)
	for i, s := range v.Steps {
		if s.In != nil && s.In.time() < 0 && s.Error != "" {
			return nil // Kafka Streams' driver refuses to pipe such a record: the case ends here
		}
		step(d, s)
		if (d.Err() != nil) != (s.Error != "") {
			return fmt.Errorf("step %d, %s: error %v, Kafka Streams' is %q", i, describe(s), d.Err(), s.Error)
		}
		if s.Error != "" {
			return nil
		}
		if err := compareOutputs(d, v, s.Out); err != nil {
			return fmt.Errorf("step %d, %s: %w", i, describe(s), err)
		}
		switch mode {
		case CrashKept:
			d.Crash(rttest.Kept)
		case CrashLost:
			d.Crash(rttest.Lost)
		}
	}
	if v.Stores == nil {
		return nil
	}
	return compareStores(d, v.Stores)
}

// application is the id that the oracle ran a case with.
func application(name string) string {
	if len(name) > 10 && name[:10] == "scenarios/" {
		return "oracle"
	}
	return "vec"
}

func step(d *rttest.Driver, s Step) {
	if s.In == nil {
		d.Advance(s.Advance)
		return
	}
	d.Pipe(rttest.Record{Topic: s.In.Topic, Partition: -1, Key: raw(s.In.Key, s.In.KeyHex), Value: raw(s.In.Value, s.In.ValueHex),
		Timestamp: s.In.time(), Headers: headers(s.In.Headers)})
}

func describe(s Step) string {
	if s.In == nil {
		return fmt.Sprintf("clock +%d ms", s.Advance)
	}
	return fmt.Sprintf("%s %s=%s @%d", s.In.Topic, text(s.In.Key), text(s.In.Value), s.In.time())
}
