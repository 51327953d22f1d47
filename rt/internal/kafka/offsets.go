package kafka

import (
	"context"
	"errors"

	"github.com/twmb/franz-go/pkg/kadm"
	"github.com/twmb/franz-go/pkg/kerr"
	"github.com/twmb/franz-go/pkg/kmsg"
)

// ListOffsets asks the partitions' leaders. The leader epoch of an answer is that of the record at the offset, or of
// the leadership for an end.
func (c *Client) ListOffsets(ctx context.Context, at At, tps ...TP) (map[TP]Position, error) {
	if len(tps) == 0 {
		return nil, nil
	}
	list := c.adm.ListStartOffsets
	switch {
	case at == Latest:
		list = c.adm.ListEndOffsets
	case at == LastStable:
		list = c.adm.ListCommittedOffsets
	case at >= 0:
		list = func(ctx context.Context, topics ...string) (kadm.ListedOffsets, error) {
			return c.adm.ListOffsetsAfterMilli(ctx, int64(at), topics...)
		}
	}
	var topics []string
	seen := map[string]bool{}
	for _, tp := range tps {
		if !seen[tp.Topic] {
			seen[tp.Topic] = true
			topics = append(topics, tp.Topic)
		}
	}
	if err := c.know(ctx, "ListOffsets of", seen); err != nil {
		return nil, err
	}
	out := make(map[TP]Position, len(tps))
	err := c.retry(ctx, "ListOffsets of", tps[0].String(), func() error {
		got, err := list(ctx, topics...)
		if err != nil {
			return err
		}
		for _, tp := range tps {
			o, ok := got.Lookup(tp.Topic, tp.Partition)
			if !ok {
				return kerr.UnknownTopicOrPartition
			}
			if o.Err != nil {
				return o.Err
			}
			out[tp] = Position{o.Offset, o.LeaderEpoch}
		}
		return nil
	})
	return out, err
}

// StableEnds waits until no transaction is open in the partitions, then returns where they end. Kafka answers EndTxn
// before it has written the markers, so a plain look at the end right behind a commit may miss them.
func (c *Client) StableEnds(ctx context.Context, tps ...TP) (ends map[TP]Position, err error) {
	if len(tps) == 0 {
		return nil, nil
	}
	err = c.retry(ctx, "ListOffsets of", tps[0].String(), func() error {
		stable, err := c.ListOffsets(ctx, LastStable, tps...)
		if err != nil {
			return err
		}
		if ends, err = c.ListOffsets(ctx, Latest, tps...); err != nil { // second: a marker in between shows
			return err
		}
		for _, tp := range tps {
			if stable[tp].Offset < ends[tp].Offset {
				return kerr.UnstableOffsetCommit
			}
		}
		return nil
	})
	return ends, err
}

// EndOfEpoch is OffsetForLeaderEpoch: for each partition the largest leader epoch up to the asked one, and the offset
// where it ended. An end below a known next offset means that the log lost a tail and was filled again. The position
// is {-1, -1} if the broker doesn't know so early an epoch any more.
func (c *Client) EndOfEpoch(ctx context.Context, epochs map[TP]int32) (map[TP]Position, error) {
	if len(epochs) == 0 {
		return nil, nil
	}
	if err := c.know(ctx, "OffsetForLeaderEpoch of", topicsOf(epochs)); err != nil {
		return nil, err
	}
	var req kadm.OffsetForLeaderEpochRequest
	var first TP
	for tp, e := range epochs {
		first = tp
		req.Add(tp.Topic, tp.Partition, e)
	}
	out := make(map[TP]Position, len(epochs))
	err := c.retry(ctx, "OffsetForLeaderEpoch of", first.String(), func() error {
		got, err := c.adm.OffsetForLeaderEpoch(ctx, req)
		if err != nil {
			return err
		}
		for tp := range epochs {
			o, ok := got[tp.Topic][tp.Partition]
			if !ok {
				return kerr.UnknownTopicOrPartition
			}
			if o.Err != nil {
				return o.Err
			}
			out[tp] = Position{o.EndOffset, o.LeaderEpoch}
		}
		return nil
	})
	return out, err
}

// FetchOffsets is OffsetFetch with RequireStable: it waits while a transaction has offsets pending. A partition
// without a committed offset is left out; so are all of them for an unknown group.
func (c *Client) FetchOffsets(ctx context.Context, group string, tps ...TP) (map[TP]Committed, error) {
	out := make(map[TP]Committed, len(tps))
	if len(tps) == 0 {
		return out, nil
	}
	byTopic := map[string][]int32{}
	names := map[string]bool{}
	for _, tp := range tps {
		byTopic[tp.Topic] = append(byTopic[tp.Topic], tp.Partition)
		names[tp.Topic] = true
	}
	if err := c.know(ctx, "OffsetFetch of", names); err != nil {
		return nil, err
	}
	g := kmsg.NewOffsetFetchRequestGroup()
	g.Group = group
	for t, ps := range byTopic {
		rt := kmsg.NewOffsetFetchRequestGroupTopic()
		rt.Topic, rt.TopicID, rt.Partitions = t, c.id(t), ps
		g.Topics = append(g.Topics, rt)
	}
	req := kmsg.NewPtrOffsetFetchRequest()
	req.RequireStable, req.Groups = true, append(req.Groups, g)
	err := c.retry(ctx, "OffsetFetch of group", group, func() error {
		clear(out)
		resp, err := req.RequestWith(ctx, c.kgo)
		if err != nil {
			return err
		}
		return c.committed(resp, out)
	})
	return out, err
}

func (c *Client) committed(resp *kmsg.OffsetFetchResponse, out map[TP]Committed) error {
	for i := range resp.Groups {
		g := &resp.Groups[i]
		if err := errorFor(g.ErrorCode); errors.Is(err, kerr.GroupIDNotFound) {
			continue
		} else if err != nil {
			return err
		}
		for j := range g.Topics {
			t := &g.Topics[j]
			name := t.Topic
			if name == "" {
				name = c.name(t.TopicID)
			}
			for _, p := range t.Partitions {
				if err := errorFor(p.ErrorCode); err != nil {
					return err
				}
				if p.Offset < 0 {
					continue
				}
				v := Committed{Position: Position{p.Offset, p.LeaderEpoch}}
				if p.Metadata != nil {
					v.Metadata = *p.Metadata
				}
				out[TP{name, p.Partition}] = v
			}
		}
	}
	return nil
}

// CommitOffsets is a plain OffsetCommit without membership, for at-least-once. A group that has members refuses it.
func (c *Client) CommitOffsets(ctx context.Context, group string, offsets map[TP]Committed) error {
	if len(offsets) == 0 {
		return nil
	}
	if err := c.know(ctx, "OffsetCommit of", topicsOf(offsets)); err != nil {
		return err
	}
	req := kmsg.NewPtrOffsetCommitRequest()
	req.Group, req.Generation = group, -1
	byTopic := map[string]int{}
	for tp, o := range offsets {
		i, ok := byTopic[tp.Topic]
		if !ok {
			i = len(req.Topics)
			byTopic[tp.Topic] = i
			t := kmsg.NewOffsetCommitRequestTopic()
			t.Topic, t.TopicID = tp.Topic, c.id(tp.Topic)
			req.Topics = append(req.Topics, t)
		}
		p := kmsg.NewOffsetCommitRequestTopicPartition()
		p.Partition, p.Offset, p.LeaderEpoch, p.Metadata = tp.Partition, o.Offset, o.LeaderEpoch, &o.Metadata
		req.Topics[i].Partitions = append(req.Topics[i].Partitions, p)
	}
	return c.retry(ctx, "OffsetCommit of group", group, func() error {
		resp, err := req.RequestWith(ctx, c.kgo)
		if err != nil {
			return err
		}
		for i := range resp.Topics {
			for _, p := range resp.Topics[i].Partitions {
				if err := errorFor(p.ErrorCode); err != nil {
					return err
				}
			}
		}
		return nil
	})
}
