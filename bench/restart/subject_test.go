package main

import "testing"

func TestReplayed(t *testing.T) {
	for said, want := range map[string]int{
		`time=2026-11-29T18:54:07Z level=INFO msg=ready restored=4000 "in full"=0 lanes=2`: 4000,
		`level=INFO msg=ready restored=0 lanes=2`:                                          0,
		`level=INFO msg=ready`: -1,
	} {
		if got := replayed(said); got != want {
			t.Errorf("%q: %d records, want %d", said, got, want)
		}
	}
}
