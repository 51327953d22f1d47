package kafka

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"time"

	"github.com/twmb/franz-go/pkg/kerr"
	"github.com/twmb/franz-go/pkg/kmsg"
)

// Spec is a topic that should exist.
type Spec struct {
	Name        string
	Partitions  int32
	Replication int16             // 0: the brokers' default
	Configs     map[string]string // of a topic that is made; one that exists keeps its own
}

// additionalRetention is Kafka Streams' windowstore.changelog.additional.retention.ms.
const additionalRetention = 24 * time.Hour

// Changelog is the changelog topic of a key-value store, with Kafka Streams' name and settings:
// <app>-<store>-changelog, compacted. Put more settings into its Configs.
func Changelog(app, store string, partitions int32) Spec {
	return Spec{Name: app + "-" + store + "-changelog", Partitions: partitions, Configs: map[string]string{
		"cleanup.policy":         "compact",
		"message.timestamp.type": "CreateTime",
	}}
}

// WindowChangelog is the changelog topic of a window or session store: compacted, and deleted after the store's
// retention and one day, by the records' timestamps. A topic that is filled with old event times loses them: set
// retention.ms to -1 there. retention is in milliseconds: that of unlimited windows is longer than a Duration.
func WindowChangelog(app, store string, partitions int32, retention int64) Spec {
	s := Changelog(app, store, partitions)
	s.Configs["cleanup.policy"] = "compact,delete"
	more := additionalRetention.Milliseconds()
	s.Configs["retention.ms"] = strconv.FormatInt(min(retention, math.MaxInt64-more)+more, 10)
	return s
}

// CreateTopics makes the topics that don't exist and returns all of them as they are, by name; created tells which are
// new, sorted. One that exists with another number of partitions is an error: keys would move.
func (c *Client) CreateTopics(ctx context.Context, specs ...Spec) (topics map[string]Topic, created []string, err error) {
	names := make([]string, len(specs))
	for i := range specs {
		names[i] = specs[i].Name
	}
	if topics, err = c.Topics(ctx, names...); err != nil {
		return nil, nil, err
	}
	var missing []Spec
	for _, s := range specs {
		if t, ok := topics[s.Name]; !ok {
			missing = append(missing, s)
		} else if err := s.fits(t); err != nil {
			return nil, nil, err
		}
	}
	if len(missing) == 0 {
		return topics, nil, nil
	}
	for _, s := range missing {
		made, err := c.create(ctx, s)
		if err != nil {
			return nil, nil, err
		}
		if made {
			created = append(created, s.Name)
		}
	}
	slices.Sort(created)
	topics, err = c.awaitTopics(ctx, names)
	for i := 0; i < len(specs) && err == nil; i++ {
		err = specs[i].fits(topics[specs[i].Name])
	}
	return topics, created, err
}

func (s *Spec) fits(t Topic) error {
	if n := int32(len(t.Partitions)); n != s.Partitions {
		return &Error{"use topic", s.Name, Fatal, "keys would move between partitions: delete the topic and reset the application, or give the source topics the old number of partitions",
			fmt.Errorf("it has %d partitions, the topology needs %d", n, s.Partitions)}
	}
	return nil
}

// create makes a topic; made is false if somebody else was faster.
func (c *Client) create(ctx context.Context, s Spec) (made bool, err error) {
	t := kmsg.NewCreateTopicsRequestTopic()
	t.Topic, t.NumPartitions, t.ReplicationFactor = s.Name, s.Partitions, s.Replication
	if s.Replication == 0 {
		t.ReplicationFactor = -1
	}
	for k, v := range s.Configs {
		cfg := kmsg.NewCreateTopicsRequestTopicConfig()
		cfg.Name, cfg.Value = k, &v
		t.Configs = append(t.Configs, cfg)
	}
	req := kmsg.NewPtrCreateTopicsRequest()
	req.Topics, req.TimeoutMillis = append(req.Topics, t), 30_000
	err = c.retry(ctx, "CreateTopics", s.Name, func() error {
		resp, err := req.RequestWith(ctx, c.kgo)
		if err != nil {
			return err
		}
		for i := range resp.Topics {
			err := errorFor(resp.Topics[i].ErrorCode)
			if errors.Is(err, kerr.TopicAlreadyExists) {
				return nil
			}
			if m := resp.Topics[i].ErrorMessage; err != nil && m != nil {
				err = fmt.Errorf("%s (%w)", *m, err)
			}
			if err != nil {
				return err
			}
			made = true
		}
		return nil
	})
	return made, err
}

// awaitTopics waits until every partition of new topics has a leader.
func (c *Client) awaitTopics(ctx context.Context, names []string) (topics map[string]Topic, err error) {
	err = c.retry(ctx, "Metadata of new topic", names[0], func() error {
		if topics, err = c.Topics(ctx, names...); err != nil {
			return err
		}
		for _, n := range names {
			t, ok := topics[n]
			if !ok {
				return kerr.UnknownTopicOrPartition
			}
			for _, p := range t.Partitions {
				if p.Leader < 0 {
					return kerr.LeaderNotAvailable
				}
			}
		}
		return nil
	})
	return topics, err
}

// TopicConfigs is DescribeConfigs: the effective settings of each topic (delete.retention.ms, cleanup.policy,
// max.message.bytes …), by topic and name.
func (c *Client) TopicConfigs(ctx context.Context, topics ...string) (out map[string]map[string]string, err error) {
	if len(topics) == 0 {
		return nil, nil
	}
	err = c.retry(ctx, "DescribeConfigs of", topics[0], func() error {
		rs, err := c.adm.DescribeTopicConfigs(ctx, topics...)
		if err != nil {
			return err
		}
		out = make(map[string]map[string]string, len(rs))
		for _, r := range rs {
			if r.Err != nil {
				return r.Err
			}
			m := make(map[string]string, len(r.Configs))
			for _, cfg := range r.Configs {
				m[cfg.Key] = cfg.MaybeValue()
			}
			out[r.Name] = m
		}
		return nil
	})
	return out, err
}
