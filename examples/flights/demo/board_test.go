package main

import (
	"encoding/binary"
	"encoding/json/v2"
	"errors"
	"maps"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/stoatgen/stoatgen/examples/flights"
)

// filled is a board that has read what the direct computation says, as the topics hold it.
func filled(t *testing.T) (*board, []flights.Flight, []flights.Located) {
	t.Helper()
	all, airports, err := flights.Load()
	if err != nil {
		t.Fatal(err)
	}
	b := newBoard()
	hours, routes := flights.Direct(all, airports)
	for _, h := range hours {
		add(t, b, flights.HoursTopic, binary.BigEndian.AppendUint64([]byte(h.Airport), uint64(h.Start)), h.Hour)
	}
	for _, r := range routes {
		if r.Route == nil {
			add(t, b, flights.WorstTopic, []byte(r.Key), nil)
		} else {
			add(t, b, flights.WorstTopic, []byte(r.Key), *r.Route)
		}
	}
	return b, all, airports
}

func add(t *testing.T, b *board, topic string, key []byte, value any) {
	t.Helper()
	var text []byte
	if value != nil {
		var err error
		if text, err = json.Marshal(value); err != nil {
			t.Fatal(err)
		}
	}
	if err := b.add(topic, key, text); err != nil {
		t.Fatal(err)
	}
}

func TestCheckFindsDifferences(t *testing.T) {
	b, all, airports := filled(t)
	if err := b.check(all, airports); err != nil || b.through != len(all) {
		t.Fatalf("%d flights, %v", b.through, err)
	}
	for name, spoil := range map[string]func(b *board){
		"another hour":  func(b *board) { b.hours[hour{"XXX", 0}] = flights.Hour{} },
		"another count": func(b *board) { h := hour{"DTW", 978307200000}; v := b.hours[h]; v.Late++; b.hours[h] = v },
		"no route":      func(b *board) { delete(b.worst, "JFK-SJU") },
	} {
		spoiled := &board{hours: maps.Clone(b.hours), worst: maps.Clone(b.worst)}
		spoil(spoiled)
		if err := spoiled.check(all, airports); !errors.Is(err, errDiffer) {
			t.Errorf("%s: got %v", name, err)
		}
	}
}

func TestMalformedRows(t *testing.T) {
	for _, c := range []struct{ topic, key, value string }{
		{flights.HoursTopic, "ORD", "{}"}, {flights.HoursTopic, "ORD12345678", "{"}, {flights.WorstTopic, "a-b", "x"}, {"other", "k", ""},
	} {
		if err := newBoard().add(c.topic, []byte(c.key), []byte(c.value)); err == nil || !strings.HasPrefix(err.Error(), c.topic) {
			t.Errorf("%v: got %v", c, err)
		}
	}
}

func TestFinalTables(t *testing.T) {
	b, _, _ := filled(t)
	var out strings.Builder
	final(&out, b)
	if diff := cmp.Diff(finalTables, out.String()); diff != "" {
		t.Error(diff)
	}
}

const finalTables = `
The ten most delayed airports of the quarter (100 flights or more; minutes)

                             flights  late  average
  1 JFK New York                 200    68     16.2
  2 SEA Seattle                  339   106     13.3
  3 SMF Sacramento               121    32     13.1
  4 MIA Miami                    294    92     13.1
  5 BOS Boston                   369   113     12.5
  6 PHX Phoenix                  633   180     12.0
  7 DEN Denver                   452   125     11.9
  8 MSY New Orleans              176    44     11.6
  9 TPA Tampa                    255    69     11.3
 10 PDX Portland                 172    41     10.8

The ten worst routes (10 flights or more; minutes)

              flights  average
  1 JFK-SJU        11     62.8
  2 MSP-MCO        10     53.4
  3 BUF-ORD        11     43.8
  4 LGA-PBI        10     42.8
  5 TUL-DFW        13     37.8
  6 SEA-PHX        18     35.5
  7 OAK-LAS        11     34.5
  8 DFW-ATL        29     34.4
  9 DTW-PHL        12     34.2
 10 LAS-SFO        13     33.9
`

func TestTablesKeepTheirHeight(t *testing.T) {
	full, all, _ := filled(t)
	var out strings.Builder
	s := &screen{out: &out, total: len(all), terminal: true}
	s.draw(newBoard())
	s.draw(full)
	if n := strings.Count(out.String(), "\n"); n != 2*(tableRows+5) {
		t.Errorf("%d lines in two pictures, but the cursor goes up %d:\n%s", n, tableRows+5, out.String())
	}
	plain := regexp.MustCompile("\x1b\\[[0-9]+[A-Z]").ReplaceAllString(out.String(), "")
	for l := range strings.Lines(plain) {
		if n := len([]rune(l)); n > 81 {
			t.Errorf("%d columns: %s", n, l)
		}
	}
	if !strings.Contains(plain, "] 20,000 of 20,000 flights   2001-03-31 22:00") {
		t.Errorf("no progress: %s", plain)
	}
}

func TestLinesWhereThereIsNoTerminal(t *testing.T) {
	b, all, _ := filled(t)
	var out strings.Builder
	s := &screen{out: &out, total: len(all)}
	for b.through = 100; b.through <= len(all); b.through += 100 {
		s.draw(b)
	}
	lines := strings.Split(out.String(), "\n")
	if len(lines) != 11 || lines[9] != "18,100 of 20,000 flights, 2001-03-31 22:00" {
		t.Errorf("%d lines:\n%s", len(lines), out.String())
	}
}

func TestGrouped(t *testing.T) {
	for n, want := range map[int]string{0: "0", 999: "999", 1000: "1,000", 20000: "20,000", 1234567: "1,234,567"} {
		if got := grouped(n); got != want {
			t.Errorf("%d: %s", n, got)
		}
	}
}
