package main

import (
	"fmt"
	"math"
	"os"
	"slices"
)

// figures are the medians over all rounds of one topology and application.
type figures struct{ cpu, peak, wall float64 }

func (r *run) figures(topology, who string) (f figures) {
	var cpu, peak, wall []float64
	for _, x := range r.results {
		if x.topology == topology && x.who == who {
			cpu, peak, wall = append(cpu, r.micros(x)), append(peak, float64(x.Peak)/(1<<20)), append(wall, x.wall)
		}
	}
	return figures{median(cpu), median(peak), median(wall)}
}

func median(x []float64) float64 {
	if len(x) == 0 {
		return math.NaN() // who was left out
	}
	slices.Sort(x)
	return x[len(x)/2]
}

// report prints the table, and is an error when a ratio is over its bar.
func (r *run) report(topologies []string) error {
	fmt.Println("| topology | application | CPU a record | of Kafka Streams' | peak memory | of Kafka Streams' | until committed |")
	fmt.Println("| --- | --- | --- | --- | --- | --- | --- |")
	over := 0
	for _, topology := range topologies {
		anchor := r.figures(topology, uncache)
		for _, who := range r.competitors(topology) {
			f := r.figures(topology, who)
			fmt.Printf("| %s | %s | %.2f µs | %.3f | %.0f MB | %.3f | %.1f s |\n", topology, who,
				f.cpu, f.cpu/anchor.cpu, f.peak, f.peak/anchor.peak, f.wall)
		}
		f := r.figures(topology, ours)
		over += bar(topology+": CPU to Kafka Streams'", f.cpu/anchor.cpu, ratioCPU)
		over += bar(topology+": peak memory to Kafka Streams'", f.peak/anchor.peak, ratioPeak)
		if topology == "pass" {
			over += bar(topology+": CPU to the loop written by hand", f.cpu/r.figures(topology, byHand).cpu, ratioBare)
		}
	}
	if over > 0 {
		return fmt.Errorf("%d ratios are over their bars", over)
	}
	return nil
}

// bar is 1 when a ratio is over, and says so.
func bar(what string, ratio, limit float64) int {
	if !(ratio > limit) {
		return 0
	}
	fmt.Fprintf(os.Stderr, "%s: %.3f, over %.3f\n", what, ratio, limit)
	return 1
}
