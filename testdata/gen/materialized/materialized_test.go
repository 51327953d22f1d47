package materialized_test

import (
	"testing"

	"github.com/stoatgen/stoatgen/internal/difftest"
	"github.com/stoatgen/stoatgen/rt"
	"github.com/stoatgen/stoatgen/testdata/gen/materialized"
)

// TestMaterialized: however rows are kept, and with caches off and on, results are Kafka Streams'.
func TestMaterialized(t *testing.T) {
	difftest.Answers(t, "testdata/answers", false, map[string]func(rt.Config) (*rt.App, error){
		"Kept": materialized.NewKept, "Past": materialized.NewPast, "OfPast": materialized.NewOfPast,
		"KeptOfPast": materialized.NewKeptOfPast, "PastOfPast": materialized.NewPastOfPast,
		"Recent": materialized.NewRecent,
	})
}

// TestOfRecent: rows that are looked up stay, and those that nobody asked for go.
func TestOfRecent(t *testing.T) {
	difftest.PlainAnswers(t, "testdata/recent", map[string]func(rt.Config) (*rt.App, error){
		"OfRecent": materialized.NewOfRecent, "RecentOfRecent": materialized.NewRecentOfRecent,
	})
}
