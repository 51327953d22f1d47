package main

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"

	"github.com/stoatgen/stoatgen/rt/internal/kafka"
	"github.com/stoatgen/stoatgen/rt/internal/offsets"
	"github.com/stoatgen/stoatgen/rt/rocks"
	"github.com/stoatgen/stoatgen/rt/store"
)

// errDiffers is wrapped by every difference that a check finds.
var errDiffers = errors.New("differs from a run without kills")

// outputs compares what a read_committed reader sees, key by key and in order.
func (p *program) outputs(ctx context.Context, r reader, id string) error {
	input := map[string][]seen{}
	for _, topic := range p.sources {
		all, err := r.all(ctx, topic)
		if err != nil {
			return err
		}
		input[topic] = all
	}
	want, rows, err := p.expect(input)
	if err != nil {
		return err
	}
	for _, topic := range p.sinks {
		all, err := r.all(ctx, topic)
		if err != nil {
			return err
		}
		got := map[string][]string{}
		for _, x := range all {
			got[x.key] = append(got[x.key], string(x.val))
		}
		wanted := want[topic]
		if slices.Contains(p.last, topic) {
			got, wanted = standing(got), standing(wanted)
		}
		if err := same(topic, got, wanted); err != nil {
			return err
		}
	}
	return p.changelogs(ctx, r, id, rows)
}

// standing keeps what records of each key leave standing: the last value, if it isn't null.
func standing(records map[string][]string) map[string][]string {
	left := map[string][]string{}
	for key, vals := range records {
		if last := vals[len(vals)-1]; last != "" {
			left[key] = []string{last}
		}
	}
	return left
}

func same(topic string, got, want map[string][]string) error {
	for key := range want {
		if len(got[key]) != len(want[key]) {
			return fmt.Errorf("%s: key %q has %d records, expected %d: %w", topic, key, len(got[key]), len(want[key]), errDiffers)
		}
		for i := range want[key] {
			if got[key][i] != want[key][i] {
				return fmt.Errorf("%s: record %d of key %q is %q, expected %q: %w", topic, i, key, got[key][i], want[key][i], errDiffers)
			}
		}
	}
	for key := range got {
		if _, wanted := want[key]; !wanted {
			return fmt.Errorf("%s: key %q was never in the input: %w", topic, key, errDiffers)
		}
	}
	return nil
}

// changelogs compares what all changelog records add up to.
func (p *program) changelogs(ctx context.Context, r reader, id string, want map[string]map[string]string) error {
	for name := range want {
		all, err := r.all(ctx, id+"-"+name+"-changelog")
		if err != nil {
			return err
		}
		got := map[string][]string{}
		for _, x := range all {
			key := x.key
			if slices.Contains(p.numbered, name) {
				key = key[:len(key)-4]
			}
			if delete(got, key); x.val != nil {
				got[key] = []string{string(x.val)}
			}
		}
		rows := map[string][]string{}
		for key, v := range want[name] {
			rows[key] = []string{v}
		}
		if err := same("changelog of "+name, got, rows); err != nil {
			return err
		}
	}
	return nil
}

// directory compares the state directory, which no process has open, with the changelogs up to its own offsets. An
// empty directory agrees with everything.
func (p *program) directory(ctx context.Context, r reader, dir, id string) error {
	db, err := rocks.Backend().Open(filepath.Join(dir, id, "store"), p.stores)
	if err != nil {
		return err
	}
	defer db.Close()
	reach, err := offsets.Read(db)
	if err != nil {
		return err
	}
	for i, name := range p.stores {
		if !slices.Contains(p.tables, name) {
			continue
		}
		topic := id + "-" + name + "-changelog"
		tps, err := r.partitions(ctx, topic)
		if err != nil {
			return err
		}
		all, err := r.all(ctx, topic)
		if err != nil {
			return err
		}
		if err := rows(db, uint32(i+1), name, all, reach, tps); err != nil {
			return err
		}
	}
	return nil
}

func rows(db store.DB, family uint32, name string, all []seen, reach *offsets.Table, tps []kafka.TP) error {
	want, got := map[string][]string{}, map[string][]string{}
	at := func(partition int32, key string) string { return fmt.Sprintf("%d/%s", partition, key) }
	for _, x := range all {
		k := at(x.tp.Partition, x.key)
		switch {
		case x.offset >= reach.Changelogs[x.tp].Next:
		case x.val == nil:
			delete(want, k)
		default:
			want[k] = []string{string(x.val)}
		}
	}
	err := db.Scan(family, nil, nil, func(key, val []byte) bool {
		got[at(int32(key[0])<<8|int32(key[1]), string(key[2:]))] = []string{string(val[8:])}
		return true
	})
	if err != nil {
		return err
	}
	if err := same("directory, store "+name, got, want); err != nil {
		var next []int64
		for _, tp := range tps {
			next = append(next, reach.Changelogs[tp].Next)
		}
		return fmt.Errorf("%w (up to changelog offsets %v)", err, next)
	}
	return nil
}
