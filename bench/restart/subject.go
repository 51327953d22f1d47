package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"regexp"
	"strconv"
	"time"

	"github.com/twmb/franz-go/pkg/kgo"

	"github.com/stoatgen/stoatgen/bench/cluster"
)

const (
	partitions  = 4
	valueBytes  = 1000
	committed   = 4000 // changes that are committed and not flushed when the application is killed
	uncommitted = 500  // changes that are not committed then
	patience    = 5 * time.Minute
)

// subject is an application with a state of one size.
type subject struct {
	admin *cluster.Admin
	id    string
	dir   string
	keys  int
	load  *kgo.Client
	rand  *rand.ChaCha8
	took  []took
}

// took is one restart.
type took struct {
	ready, first time.Duration // from the start of the process
	replayed     int           // changelog records
}

func newSubject(ctx context.Context, admin *cluster.Admin, megabytes int, dir string) (*subject, error) {
	s := &subject{admin: admin, id: fmt.Sprintf("restart-%d", megabytes), keys: megabytes * 1_000_000 / valueBytes,
		rand: rand.NewChaCha8([32]byte{1})}
	s.dir = filepath.Join(dir, s.id)
	load, err := kgo.NewClient(kgo.SeedBrokers(admin.Brokers), kgo.ProducerBatchMaxBytes(900_000), kgo.ProducerLinger(5*time.Millisecond),
		kgo.ProducerBatchCompression(kgo.NoCompression()))
	if err != nil {
		return nil, err
	}
	s.load = load
	return s, admin.Topics(ctx, partitions, in(s.id), out(s.id))
}

// change writes a new value to n keys from one on, and returns when the brokers have them.
func (s *subject) change(ctx context.Context, from, n int) error {
	const group = 10_000 // values in memory at once
	for ; n > 0; n -= group {
		var rs []*kgo.Record
		for range min(n, group) {
			v := make([]byte, valueBytes)
			_, _ = s.rand.Read(v) // never fails
			rs = append(rs, &kgo.Record{Topic: in(s.id), Key: []byte(fmt.Sprintf("key-%07d", from%s.keys)), Value: v})
			from++
		}
		if err := s.load.ProduceSync(ctx, rs...).FirstErr(); err != nil {
			return err
		}
	}
	return nil
}

// run starts the application and lets work happen once it is ready.
func (s *subject) run(ctx context.Context, work func(ctx context.Context, p *cluster.Process, restored int) error) error {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	p, ctx, err := cluster.Self(ctx, "app", "-id", s.id, "-brokers", s.admin.Brokers, "-dir", s.dir)
	if err != nil {
		return err
	}
	defer p.Kill()
	said, err := p.Said(ctx, ready)
	if err != nil {
		return err
	}
	return work(ctx, p, replayed(said))
}

var restored = regexp.MustCompile(` restored=(\d+)`)

// replayed is how many changelog records the application read before it was ready.
func replayed(said string) int {
	if m := restored.FindStringSubmatch(said); m != nil {
		n, _ := strconv.Atoi(m[1])
		return n
	}
	return -1
}

// fill gives the state its size, and leaves all of it flushed.
func (s *subject) fill(ctx context.Context) error {
	if err := s.change(ctx, 0, s.keys); err != nil {
		return err
	}
	return s.run(ctx, func(ctx context.Context, p *cluster.Process, _ int) error { return s.stop(ctx, p) })
}

// stop lets the application catch up and ends it in order.
func (s *subject) stop(ctx context.Context, p *cluster.Process) error {
	if err := s.admin.CaughtUp(ctx, s.id, in(s.id)); err != nil {
		return err
	}
	return p.Stop()
}

// round is one unclean stop, and the restart behind it.
func (s *subject) round(ctx context.Context, n int) error {
	err := s.run(ctx, func(ctx context.Context, p *cluster.Process, _ int) error {
		if err := s.change(ctx, n*committed, committed); err != nil {
			return err
		}
		if err := s.admin.CaughtUp(ctx, s.id, in(s.id)); err != nil {
			return err
		}
		if err := s.change(ctx, n*committed, uncommitted); err != nil {
			return err
		}
		p.Kill()
		return nil
	})
	if err != nil {
		return err
	}
	if err := s.change(ctx, n*committed, 1); err != nil { // there is work, should the kill have come too late
		return err
	}
	r, err := s.await(ctx)
	if err != nil {
		return err
	}
	defer r.Close()
	var t took
	err = s.run(ctx, func(ctx context.Context, p *cluster.Process, restored int) error {
		t = took{ready: time.Since(p.Began), replayed: restored}
		fetches := r.PollFetches(ctx)
		for fetches.Err() == nil && fetches.NumRecords() == 0 {
			fetches = r.PollFetches(ctx)
		}
		if err := fetches.Err(); err != nil {
			return err
		}
		t.first = time.Since(p.Began)
		return s.stop(ctx, p)
	})
	s.took = append(s.took, t)
	return err
}

// await is a read_committed reader of what comes next. A first request has its connections open.
func (s *subject) await(ctx context.Context) (*kgo.Client, error) {
	ends, err := s.admin.ListEndOffsets(ctx, out(s.id))
	if err != nil {
		return nil, err
	}
	at := map[int32]kgo.Offset{}
	for p, o := range ends[out(s.id)] {
		at[p] = kgo.NewOffset().At(o.Offset)
	}
	r, err := kgo.NewClient(kgo.SeedBrokers(s.admin.Brokers), kgo.FetchIsolationLevel(kgo.ReadCommitted()),
		kgo.ConsumePartitions(map[string]map[int32]kgo.Offset{out(s.id): at}), kgo.FetchMaxWait(50*time.Millisecond))
	if err != nil {
		return nil, err
	}
	warm, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	if n := r.PollFetches(warm).NumRecords(); n > 0 {
		return nil, fmt.Errorf("%d records of topic %s appear while no application runs", n, out(s.id))
	}
	return r, nil
}
