package engine

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/stoatgen/stoatgen/rt/internal/config"
	"github.com/stoatgen/stoatgen/rt/internal/kafka"
	"github.com/stoatgen/stoatgen/rt/lane"
)

// topics are the program's topics as the brokers have them.
type topics struct {
	client     *kafka.Client
	sources    map[string]kafka.Topic
	of         map[string]int // index of the source that reads a topic
	changelogs map[string]kafka.Topic
	layout     lane.Layout

	mu     sync.Mutex             // guards the rest
	named  map[string]kafka.Topic // topics that records named
	bounds map[string]bounds      // of outputs, as far as we may know
}

// bounds are what an output topic takes.
type bounds struct {
	max   int // bytes of a batch
	keyed bool
}

// bound asks what topics take. Who may not ask finds out from what the brokers refuse.
func (t *topics) bound(ctx context.Context, names ...string) error {
	configs, err := t.client.TopicConfigs(ctx, names...)
	if err != nil && kafka.ClassOf(err) != kafka.Fatal {
		return err
	}
	for name, c := range configs {
		if n, err := strconv.Atoi(c["max.message.bytes"]); err == nil {
			t.bounds[name] = bounds{n, strings.Contains(c["cleanup.policy"], "compact")}
		}
	}
	return nil
}

// takes is lane.Env's.
func (t *topics) takes(name string) (most int, keyed bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	b := t.bounds[name]
	return b.max, b.keyed
}

// missing is what a topic is needed for and isn't there.
func missing(what, topic, where string) error {
	return fmt.Errorf("%s topic %q does not exist; %s names it: create it, or correct the name", what, topic, where)
}

// resolve looks the program's topics up and makes the changelogs that are missing.
func (t *topics) resolve(ctx context.Context, p *lane.Program, cfg *config.Config) error {
	t.sources, t.of, t.named = map[string]kafka.Topic{}, map[string]int{}, map[string]kafka.Topic{}
	t.bounds = map[string]bounds{}
	matched, err := t.match(ctx, p)
	if err != nil {
		return err
	}
	for i := range p.Sources {
		if err := t.source(ctx, p, i, matched); err != nil {
			return err
		}
	}
	sinks, err := t.sinks(ctx, p, cfg)
	if err != nil {
		return err
	}
	partitions := func(topic string) int32 {
		if s, known := t.sources[topic]; known {
			return int32(len(s.Partitions))
		}
		return int32(len(sinks[topic].Partitions))
	}
	maps.Copy(t.named, sinks) // a dead letter must not have to ask for its topic
	if err := t.bound(ctx, slices.Sorted(maps.Keys(sinks))...); err != nil {
		return err
	}
	match := func(pattern string) []string { return matched[pattern] }
	if err := p.Copartitioned(partitions, match); err != nil {
		return err
	}
	t.layout = p.Resolve(partitions, match)
	return t.create(ctx, p, cfg)
}

// errTopics ends a session in order: the next one begins with the topics as they are then.
var errTopics = errors.New("source topics have changed")

// changed says whether a source has got topics or partitions that the session doesn't know. A topic that is gone is the
// fetcher's to report.
func (t *topics) changed(ctx context.Context, p *lane.Program) (bool, error) {
	matched, err := t.match(ctx, p)
	if err != nil {
		return false, err
	}
	for i := range p.Sources {
		for _, name := range matched[p.Sources[i].Pattern] {
			if _, known := t.sources[name]; !known {
				return true, nil
			}
		}
	}
	now, err := t.client.Topics(ctx, slices.Sorted(maps.Keys(t.sources))...)
	if err != nil {
		return false, err
	}
	for name, topic := range now {
		if len(topic.Partitions) != len(t.sources[name].Partitions) {
			return true, nil
		}
	}
	return false, nil
}

// watch looks at the source topics from time to time; what it finds is for the poller.
func (s *session) watch() {
	tick := time.NewTicker(s.TopicsAge)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
		case <-s.ctx.Done():
			return
		}
		changed, err := s.topics.changed(s.ctx, s.Program)
		switch {
		case err != nil && s.ctx.Err() == nil:
			s.Log.Warn("look-up of the source topics", "error", err) // the next one comes; what must work says so itself
		case changed:
			close(s.changed)
			return
		}
	}
}

// match finds the topics of patterns.
func (t *topics) match(ctx context.Context, p *lane.Program) (map[string][]string, error) {
	matched := map[string][]string{}
	for _, s := range p.Sources {
		if s.Pattern == "" {
			continue
		}
		re, err := regexp.Compile(s.Pattern)
		if err != nil {
			return nil, fmt.Errorf("%s: pattern of source topics: %w", p.Nodes[s.Node].Pos, err)
		}
		found, err := t.client.Match(ctx, re)
		if err != nil {
			return nil, err
		}
		for _, topic := range found {
			matched[s.Pattern] = append(matched[s.Pattern], topic.Name)
		}
	}
	return matched, nil
}

func (t *topics) source(ctx context.Context, p *lane.Program, i int, matched map[string][]string) error {
	s := &p.Sources[i]
	names := s.Topics
	if s.Pattern != "" {
		if names = matched[s.Pattern]; len(names) == 0 {
			return fmt.Errorf("no topic matches the pattern %q of %s: create one, or correct the pattern", s.Pattern, p.Nodes[s.Node].Pos)
		}
	}
	found, err := t.client.Topics(ctx, names...)
	if err != nil {
		return err
	}
	for _, name := range names {
		topic, exists := found[name]
		if !exists {
			return missing("source", name, p.Nodes[s.Node].Pos)
		}
		if other, twice := t.of[name]; twice && other != i {
			return fmt.Errorf("source topic %q is read by %s and by %s: a topic has one source; use its stream twice instead",
				name, p.Nodes[p.Sources[other].Node].Pos, p.Nodes[s.Node].Pos)
		}
		t.sources[name], t.of[name] = topic, i
	}
	return nil
}

// sinks looks up the topics that the program writes by name, the dead letters' among them.
func (t *topics) sinks(ctx context.Context, p *lane.Program, cfg *config.Config) (map[string]kafka.Topic, error) {
	wanted := map[string]string{} // where it is named
	for _, s := range p.Sinks {
		if s.Topic != "" {
			wanted[s.Topic] = p.Nodes[s.Node].Pos
		}
	}
	if cfg.DeadLetterTopic != "" {
		wanted[cfg.DeadLetterTopic] = "errors.dead.letter.queue.topic.name"
	}
	if len(wanted) == 0 {
		return nil, nil
	}
	names := slices.Sorted(maps.Keys(wanted))
	found, err := t.client.Topics(ctx, names...)
	if err != nil {
		return nil, err
	}
	for _, name := range names {
		if _, exists := found[name]; !exists {
			return nil, missing("output", name, wanted[name])
		}
	}
	return found, nil
}

// create makes the changelogs that don't exist.
func (t *topics) create(ctx context.Context, p *lane.Program, cfg *config.Config) error {
	t.changelogs = map[string]kafka.Topic{}
	var specs []kafka.Spec
	for _, s := range p.Stores {
		if s.Unlogged {
			continue
		}
		spec := kafka.Changelog(cfg.ApplicationID, s.Name, t.layout.Parts[s.Stage])
		if s.Kind.Windowed() {
			spec = kafka.WindowChangelog(cfg.ApplicationID, s.Name, t.layout.Parts[s.Stage], s.Retention)
		}
		maps.Copy(spec.Configs, s.Config)
		spec.Replication = int16(max(cfg.ReplicationFactor, 0)) // -1 is the brokers' default: 0
		specs = append(specs, spec)
	}
	if len(specs) == 0 {
		return nil
	}
	made, _, err := t.client.CreateTopics(ctx, specs...)
	if err != nil {
		return err
	}
	t.changelogs = made
	return nil
}

// changelog is the topic's name of a store.
func changelog(application, name string) string { return kafka.Changelog(application, name, 1).Name }

// partitions is how many a topic has that a record named. It panics with what the record's failure is to say.
func (t *topics) partitions(ctx context.Context, name string) int32 {
	t.mu.Lock()
	defer t.mu.Unlock()
	if topic, known := t.named[name]; known {
		return int32(len(topic.Partitions))
	}
	found, err := t.client.Topics(ctx, name)
	if err != nil {
		panic(&lane.Unreachable{Err: err})
	}
	topic, exists := found[name]
	if !exists {
		panic(&lane.Missing{Err: missing("output", name, "the record's function")})
	}
	if err := t.bound(ctx, name); err != nil {
		panic(&lane.Unreachable{Err: err})
	}
	t.named[name] = topic
	return int32(len(topic.Partitions))
}
