package rttest

import (
	"cmp"
	"maps"
	"math/rand/v2"

	"github.com/stoatgen/stoatgen/rt/internal/config"
	"github.com/stoatgen/stoatgen/rt/lane"
	"github.com/stoatgen/stoatgen/rt/store"
)

// Option changes a driver from its defaults: one lane, one partition a topic, a wall clock that stands at 0, and of an
// application without a configuration handlers that fail, no dead letters, and Kafka Streams' rule for negative timestamps.
type Option func(*settings)

type settings struct {
	application string
	lanes       int
	partitions  map[string]int32
	errors      lane.Handlers // of the options; a handler that none names is nil
	app         lane.Handlers // of the application's configuration
	timestamps  lane.Timestamps
	start       int64
	limits      store.Limits
	shuffle     *rand.Rand
	internal    bool
	cache       int64
	joinEvery   int64
	closeEvery  int64
	global      bool
	most        map[string]int // max.message.bytes
}

var defaults = settings{application: "test", lanes: 1, cache: 10 << 20,
	app: lane.Handlers{Decode: Fail, Process: Fail, Produce: Fail}}

// configure takes over what a configuration says about results.
func (s *settings) configure(c config.Config) {
	s.app, s.global = c.Handlers(), c.GlobalProcessingHandler
	s.timestamps, s.cache = c.Timestamps(), c.CacheMaxBytes
}

func (s *settings) partitionsOf(topic string) int32 {
	if n := s.partitions[topic]; n > 0 {
		return n
	}
	return 1
}

// Application sets application.id, which begins the names of internal topics.
func Application(id string) Option { return func(s *settings) { s.application = id } }

// Lanes sets the number of lanes.
func Lanes(n int) Option { return func(s *settings) { s.lanes = n } }

// Shuffled has lanes take turns at random, a piece of work at a time: one of the orders in which threads could have run.
func Shuffled(seed uint64) Option {
	return func(s *settings) { s.shuffle = rand.New(rand.NewPCG(seed, 0)) }
}

// Partitions sets the partition count of a topic. A source by pattern reads the topics that are named so.
func Partitions(topic string, n int32) Option {
	return func(s *settings) {
		m := map[string]int32{topic: n}
		for t, n := range s.partitions {
			if t != topic {
				m[t] = n
			}
		}
		s.partitions = m
	}
}

// Clock sets the wall clock at the beginning, in milliseconds.
func Clock(ms int64) Option { return func(s *settings) { s.start = ms } }

// Fail and Skipping are verdicts for OnDecode, OnProcess and OnProduce: LogAndFail and LogAndContinue of Kafka Streams.
func Fail(*lane.Failure) lane.Verdict     { return lane.Stop }
func Skipping(*lane.Failure) lane.Verdict { return lane.Continue }

// OnDecode sets the deserialization handler, OnProcess the processing handler, OnProduce the production handler.
func OnDecode(h func(*lane.Failure) lane.Verdict) Option {
	return func(s *settings) { s.errors.Decode = h }
}
func OnProcess(h func(*lane.Failure) lane.Verdict) Option {
	return func(s *settings) { s.errors.Process = h }
}

func OnProduce(h func(*lane.Failure) lane.Verdict) Option {
	return func(s *settings) { s.errors.Produce = h }
}

// MaxMessageBytes sets a topic's max.message.bytes: what doesn't fit goes to the production handler.
func MaxMessageBytes(topic string, n int) Option {
	return func(s *settings) {
		s.most = maps.Clone(s.most)
		if s.most == nil {
			s.most = map[string]int{}
		}
		s.most[topic] = n
	}
}

// OnGlobal has the processing handler asked for the processors of global stores, too: processing.exception.handler.global.enabled.
func OnGlobal() Option { return func(s *settings) { s.global = true } }

// DeadLetters sets errors.dead.letter.queue.topic.name: Skipping writes to it, too, as Kafka Streams' handlers do.
func DeadLetters(topic string) Option { return func(s *settings) { s.errors.DeadLetters = topic } }

// handlers are what the options say, and where they say nothing, the configuration.
func (s *settings) handlers() lane.Handlers {
	h := s.app
	h.DeadLetters = cmp.Or(s.errors.DeadLetters, h.DeadLetters)
	lettered := func(own, app func(*lane.Failure) lane.Verdict) func(*lane.Failure) lane.Verdict {
		if own == nil {
			return app
		}
		return func(x *lane.Failure) lane.Verdict {
			v := own(x)
			if v == lane.Continue && h.DeadLetters != "" {
				return lane.DeadLetter
			}
			return v
		}
	}
	h.Decode, h.Process = lettered(s.errors.Decode, h.Decode), lettered(s.errors.Process, h.Process)
	h.Produce = lettered(s.errors.Produce, h.Produce)
	return h
}

// Timestamps sets default.timestamp.extractor.
func Timestamps(rule lane.Timestamps) Option { return func(s *settings) { s.timestamps = rule } }

// JoinEvery sets how many milliseconds of the wall clock lie between two looks for unmatched records of outer joins; 0 unless
// it is given, as in Kafka Streams' test driver.
func JoinEvery(ms int64) Option { return func(s *settings) { s.joinEvery = ms } }

// CloseEvery sets how many milliseconds of the wall clock lie between two looks for windows that are emitted when they close;
// 0 unless it is given.
func CloseEvery(ms int64) Option { return func(s *settings) { s.closeEvery = ms } }

// Memory bounds the tables of decoded state, so that a test can see entries evicted and read again.
func Memory(l store.Limits) Option { return func(s *settings) { s.limits = l } }

// Internal shows internal topics: Read and Unread have the changelogs (<application>-<store>-changelog), and for each hop the
// records of the repartition topic that it replaces (<application>-<name>-repartition), whose bytes are Kafka Streams'. A value
// that has no bytes in its codec isn't shown.
func Internal() Option { return func(s *settings) { s.internal = true } }

// Cache sets statestore.cache.max.bytes, for topologies that ask for caches; 0 turns them off.
// Every step ends with a commit, so at most the updates of one step are held back.
func Cache(bytes int64) Option { return func(s *settings) { s.cache = bytes } }
