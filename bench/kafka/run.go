package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/stoatgen/stoatgen/bench/cluster"
)

// Who is measured.
const (
	ours    = "stoatgen"
	uncache = "Kafka Streams, cache 0"
	cached  = "Kafka Streams, its cache"
	byHand  = "kgo by hand"
)

const (
	partitions = 4
	patience   = 10 * time.Minute // with one application
	ratioCPU   = 1.0 / 8          // of Kafka Streams'
	ratioPeak  = 1.0 / 5
	ratioBare  = 1.0 // of the loop's CPU
)

// run is the whole benchmark.
type run struct {
	input
	brokers, streams, profiles string
	rounds                     int
	admin                      *cluster.Admin
	dir                        string
	results                    []result
}

func (r *run) all(ctx context.Context, topologies []string) (err error) {
	for _, t := range topologies {
		if apps[t] == nil {
			return fmt.Errorf("-only: found %q, expected some of %v", t, topologyNames)
		}
	}
	if r.dir, err = os.MkdirTemp("", "bench-kafka-*"); err != nil {
		return err
	}
	defer os.RemoveAll(r.dir)
	if r.admin, err = cluster.Connect(r.brokers); err != nil {
		return err
	}
	defer r.admin.Close()
	if err := r.admin.Topics(ctx, partitions, source); err != nil {
		return err
	}
	if err := r.self(ctx, "load", "", "", ""); err != nil {
		return err
	}
	fmt.Fprintf(os.Stderr, "%d records loaded\n", r.records)
	if _, err := r.measure(ctx, "pass", ours, 0); err != nil {
		return fmt.Errorf("before the first round: %w", err)
	}
	for n := range r.rounds {
		for _, topology := range topologies {
			for _, who := range r.competitors(topology) {
				res, err := r.measure(ctx, topology, who, n+1)
				if err != nil {
					return fmt.Errorf("%s, %s: %w", topology, who, err)
				}
				fmt.Fprintf(os.Stderr, "%-7s %-25s %6.2f µs a record, %4d MB, %5.1f s\n", topology, who, r.micros(res), res.Peak>>20, res.wall)
				r.results = append(r.results, res)
			}
		}
	}
	return r.report(topologies)
}

// competitors are who runs a topology. What needs no state has nothing to cache.
func (r *run) competitors(topology string) []string {
	switch {
	case topology == "pass" && r.streams == "":
		return []string{ours, byHand}
	case topology == "pass":
		return []string{ours, byHand, uncache}
	case r.streams == "":
		return []string{ours}
	}
	return []string{ours, uncache, cached}
}

// args are a child's command line.
func (r *run) args(kind, topology, id, out string) []string {
	return []string{kind, "-brokers", r.brokers, "-topology", topology, "-id", id, "-out", out, "-dir", r.dir,
		"-records", fmt.Sprint(r.records), "-keys", fmt.Sprint(r.keys), "-bytes", fmt.Sprint(r.bytes)}
}

// self runs this program as something else, to its end.
func (r *run) self(ctx context.Context, kind, topology, id, out string) error {
	p, _, err := cluster.Self(ctx, r.args(kind, topology, id, out)...)
	if err != nil {
		return err
	}
	_, err = p.Wait()
	return err
}

// measure runs one application over the whole input, and looks at its output.
func (r *run) measure(ctx context.Context, topology, who string, round int) (result, error) {
	id := fmt.Sprintf("%s-%d-%d", topology, slices.Index(r.competitors(topology), who), round)
	out := id + "-out"
	if err := r.admin.Topics(ctx, partitions, out); err != nil {
		return result{}, err
	}
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	program, args := r.command(topology, who, id, out)
	p, alive, err := cluster.Start(ctx, program, args...)
	if err != nil {
		return result{}, err
	}
	defer p.Kill()
	if who == byHand { // ends by itself
		if _, err := p.Wait(); err != nil {
			return result{}, err
		}
	} else if err := r.admin.CaughtUp(alive, id, source, internal(topology, who, id)...); err != nil {
		return result{}, err
	}
	wall := time.Since(p.Began)
	if err := p.Stop(); err != nil {
		return result{}, err
	}
	kind := "check"
	if who == cached {
		kind = "check-last"
	}
	if err := r.self(ctx, kind, topology, id, out); err != nil {
		return result{}, err
	}
	return result{topology, who, wall.Seconds(), p.Usage()}, nil
}

// command is how an application is started.
func (r *run) command(topology, who, id, out string) (program string, args []string) {
	self, err := os.Executable()
	if err != nil {
		panic(err) // it was asked for before
	}
	switch who {
	case ours:
		args = r.args("app", topology, id, out)
		if r.profiles != "" {
			args = append(args, "-profile", filepath.Join(r.profiles, id+".pprof"))
		}
		return self, args
	case byHand:
		return self, r.args("bare", topology, id, out)
	}
	args = []string{"-Xmx2g", "-cp", filepath.Join(r.streams, "ksbench-1.jar") + ":" + filepath.Join(r.streams, "lib", "*"),
		"ksbench.Bench", r.brokers, topology, source, out, id, filepath.Join(r.dir, "streams")}
	if who == uncache {
		args = append(args, "statestore.cache.max.bytes=0")
	}
	return "java", args
}

// internal are the topics that an application reads besides the source. Only Kafka Streams has one.
func internal(topology, who, id string) []string {
	if topology == "rekey" && who != ours {
		return []string{id + "-group-repartition"}
	}
	return nil
}

func (r *run) micros(x result) float64 {
	return float64(x.CPU) / float64(time.Microsecond) / float64(r.records)
}
