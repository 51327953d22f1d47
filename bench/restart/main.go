package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/stoatgen/stoatgen/bench/cluster"
)

// bar is how much longer the largest state may take than the smallest.
const bar = 1.5

func main() {
	if len(os.Args) > 1 && os.Args[1] == "app" {
		runApp(os.Args[2:])
	}
	brokers := flag.String("brokers", os.Getenv("STOAT_KAFKA"), "host:port of a broker that holds nothing else")
	sizes := flag.String("sizes", "10,100,1000", "of the state, in MB, smallest first")
	rounds := flag.Int("rounds", 5, "unclean stops of each size")
	dir := flag.String("dir", "", "where state is kept; a temporary directory by default")
	flag.Parse()
	if err := run(context.Background(), *brokers, *sizes, *rounds, *dir); err != nil {
		fmt.Fprintln(os.Stderr, "restart:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, brokers, sizes string, rounds int, dir string) error {
	if dir == "" {
		var err error
		if dir, err = os.MkdirTemp("", "restart-*"); err != nil {
			return err
		}
		defer os.RemoveAll(dir)
	}
	admin, err := cluster.Connect(brokers)
	if err != nil {
		return err
	}
	defer admin.Close()
	var subjects []*subject
	for text := range strings.SplitSeq(sizes, ",") {
		mb, err := strconv.Atoi(text)
		if err != nil || mb <= 0 {
			return fmt.Errorf("-sizes: found %q, expected megabytes", text)
		}
		s, err := newSubject(ctx, admin, mb, dir)
		if err != nil {
			return err
		}
		defer s.load.Close()
		subjects = append(subjects, s)
		began := time.Now()
		if err := s.fill(ctx); err != nil {
			return fmt.Errorf("fill %d MB: %w", mb, err)
		}
		fmt.Fprintf(os.Stderr, "%d MB: filled in %.0f s\n", mb, time.Since(began).Seconds())
	}
	for n := range rounds {
		for _, s := range subjects {
			if err := s.round(ctx, n); err != nil {
				return fmt.Errorf("%s, round %d: %w", s.id, n, err)
			}
			t := s.took[n]
			fmt.Fprintf(os.Stderr, "%s, round %d: ready %.3f s, first output %.3f s, %d replayed\n", s.id, n, t.ready.Seconds(), t.first.Seconds(), t.replayed)
		}
	}
	return report(subjects)
}

// report prints the medians, with the fastest and the slowest round.
func report(subjects []*subject) error {
	fmt.Println("| state | replayed | ready after | first output after |")
	fmt.Println("| --- | --- | --- | --- |")
	var firsts []float64
	for _, s := range subjects {
		var ready, first []float64
		for _, t := range s.took {
			ready, first = append(ready, t.ready.Seconds()), append(first, t.first.Seconds())
		}
		slices.Sort(ready)
		slices.Sort(first)
		firsts = append(firsts, first[len(first)/2])
		fmt.Printf("| %d MB | %d records | %s | %s |\n", s.keys*valueBytes/1_000_000, s.took[0].replayed, spread(ready), spread(first))
	}
	ratio := firsts[len(firsts)-1] / firsts[0]
	fmt.Printf("\nlargest to smallest: %.2f (may be %.1f)\n", ratio, bar)
	if ratio > bar {
		return fmt.Errorf("time to first output grows with the state: %.2f, expected at most %.1f", ratio, bar)
	}
	return nil
}

func spread(sorted []float64) string {
	return fmt.Sprintf("%.3f s (%.3f to %.3f)", sorted[len(sorted)/2], sorted[0], sorted[len(sorted)-1])
}
