package kafka

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/twmb/franz-go/pkg/kerr"
	"github.com/twmb/franz-go/pkg/kmsg"
)

// Topics describes topics by name, fresh from the brokers. One that doesn't exist is left out.
func (c *Client) Topics(ctx context.Context, names ...string) (map[string]Topic, error) {
	req := kmsg.NewPtrMetadataRequest()
	req.Topics = make([]kmsg.MetadataRequestTopic, len(names))
	for i := range names {
		req.Topics[i].Topic = &names[i]
	}
	topics, err := c.metadata(ctx, strings.Join(names, ","), req, nil)
	if err != nil {
		return nil, err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, n := range names {
		if _, ok := topics[n]; !ok {
			delete(c.topics, n)
		}
	}
	return topics, nil
}

// Match lists the topics whose whole name matches, sorted by name, without Kafka's internal ones.
func (c *Client) Match(ctx context.Context, pattern *regexp.Regexp) ([]Topic, error) {
	whole, err := regexp.Compile(`^(?:` + pattern.String() + `)$`)
	if err != nil {
		return nil, &Error{"match", pattern.String(), Fatal, "mend the pattern", err}
	}
	req := kmsg.NewPtrMetadataRequest()
	req.Topics = nil // all
	topics, err := c.metadata(ctx, pattern.String(), req, whole)
	if err != nil {
		return nil, err
	}
	out := slices.Collect(maps.Values(topics))
	slices.SortFunc(out, func(a, b Topic) int { return strings.Compare(a.Name, b.Name) })
	return out, nil
}

// metadata asks and remembers; with a pattern, only topics that match it and aren't internal. A topic whose id changed
// since this client first saw it is an error.
func (c *Client) metadata(ctx context.Context, on string, req *kmsg.MetadataRequest, pattern *regexp.Regexp) (topics map[string]Topic, err error) {
	var asked time.Time
	err = c.retry(ctx, "Metadata of", on, func() error {
		asked = time.Now()
		resp, err := req.RequestWith(ctx, c.kgo)
		if err != nil {
			return err
		}
		topics = make(map[string]Topic, len(resp.Topics))
		for i := range resp.Topics {
			t := &resp.Topics[i]
			if t.Topic == nil || pattern != nil && (t.IsInternal || !pattern.MatchString(*t.Topic)) {
				continue
			}
			if err := errorFor(t.ErrorCode); errors.Is(err, kerr.UnknownTopicOrPartition) {
				continue
			} else if err != nil {
				return err
			}
			topics[*t.Topic] = describe(t)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	for n, t := range topics {
		if id, ok := c.ids[n]; ok && id != t.ID {
			return nil, &Error{"Metadata of", n, Fatal, "its offsets and state belong to the old topic: reset the application, or restore the topic",
				fmt.Errorf("the topic was deleted and created again: id %v, before %v", t.ID, id)}
		}
		c.ids[n], c.topics[n], c.seen[n] = t.ID, t, asked
	}
	return topics, nil
}

func describe(t *kmsg.MetadataResponseTopic) Topic {
	out := Topic{Name: *t.Topic, ID: t.TopicID, Internal: t.IsInternal, Partitions: make([]Partition, len(t.Partitions))}
	for i := range out.Partitions {
		out.Partitions[i] = Partition{-1, -1}
	}
	for _, p := range t.Partitions {
		if int(p.Partition) < len(out.Partitions) && p.ErrorCode != kerr.LeaderNotAvailable.Code {
			out.Partitions[p.Partition] = Partition{p.Leader, p.LeaderEpoch}
		}
	}
	return out
}

// leader is where a partition is to be asked for, from memory; ok is false if nobody has looked.
func (c *Client) leader(tp TP) (t Topic, p Partition, ok bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	t, ok = c.topics[tp.Topic]
	if !ok || int(tp.Partition) >= len(t.Partitions) {
		return t, Partition{-1, -1}, false
	}
	return t, t.Partitions[tp.Partition], true
}

// name is the topic of an id that metadata has shown.
func (c *Client) name(id ID) string {
	c.mu.Lock()
	defer c.mu.Unlock()
	for n, i := range c.ids {
		if i == id {
			return n
		}
	}
	return ""
}

// id is a topic's id, zero if metadata has not shown it.
func (c *Client) id(topic string) ID {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.ids[topic]
}

// know looks topics up that this client has not seen yet; one that doesn't exist is an error.
func (c *Client) know(ctx context.Context, op string, names map[string]bool) error {
	c.mu.Lock()
	var ask []string
	for n := range names {
		if _, ok := c.topics[n]; !ok {
			ask = append(ask, n)
		}
	}
	c.mu.Unlock()
	if len(ask) == 0 {
		return nil
	}
	return c.refresh(ctx, op, ask)
}

// freshen looks topics up again that were last looked up too long ago.
func (c *Client) freshen(ctx context.Context, op string, names map[string]bool) error {
	c.mu.Lock()
	var old []string
	for n := range names {
		if time.Since(c.seen[n]) > c.age {
			old = append(old, n)
		}
	}
	c.mu.Unlock()
	if len(old) == 0 {
		return nil
	}
	return c.refresh(ctx, op, old)
}

// refresh looks topics up again. A topic that doesn't exist is an error, once several looks have not found it: one
// that was created a moment ago may be unknown to the broker that answers.
func (c *Client) refresh(ctx context.Context, op string, names []string) error {
	const looks = 8 // about half a second
	for tries := 1; ; tries++ {
		found, err := c.Topics(ctx, names...)
		if err != nil {
			return err
		}
		i := slices.IndexFunc(names, func(n string) bool { _, ok := found[n]; return !ok })
		if i < 0 {
			return nil
		}
		if tries == looks {
			return &Error{op, names[i], Fatal, "create it, or correct its name", errors.New("there is no such topic")}
		}
		if err := sleep(ctx, backoff(tries)); err != nil {
			return c.fail(op, names[i], err)
		}
	}
}

// topicsOf is the set of topics of partitions.
func topicsOf[V any](m map[TP]V) map[string]bool {
	names := map[string]bool{}
	for tp := range m {
		names[tp.Topic] = true
	}
	return names
}
