package steady_test

import (
	"encoding/binary"
	"fmt"
	"testing"

	"github.com/stoatgen/stoatgen/rt"
	"github.com/stoatgen/stoatgen/rt/lane"
	"github.com/stoatgen/stoatgen/testdata/gen/counts"
	"github.com/stoatgen/stoatgen/testdata/gen/delays"
	"github.com/stoatgen/stoatgen/testdata/gen/held"
	"github.com/stoatgen/stoatgen/testdata/gen/joins"
	"github.com/stoatgen/stoatgen/testdata/gen/keys"
	"github.com/stoatgen/stoatgen/testdata/gen/nulls"
	"github.com/stoatgen/stoatgen/testdata/gen/orders"
	"github.com/stoatgen/stoatgen/testdata/gen/partitions"
	"github.com/stoatgen/stoatgen/testdata/gen/processors"
	"github.com/stoatgen/stoatgen/testdata/gen/rings"
	"github.com/stoatgen/stoatgen/testdata/gen/state"
	"github.com/stoatgen/stoatgen/testdata/gen/steady"
	"github.com/stoatgen/stoatgen/testdata/gen/streams"
	"github.com/stoatgen/stoatgen/testdata/gen/tables"
	"github.com/stoatgen/stoatgen/testdata/gen/timers"
	"github.com/stoatgen/stoatgen/testdata/gen/windows"
)

func text(s string) []byte { return []byte(s) }

func number(n int64) []byte { return binary.BigEndian.AppendUint64(nil, uint64(n)) }

// keyed are records of 16 keys.
func keyed(value func(i int) []byte) (out []steady.Record) {
	for i := range 16 {
		out = append(out, steady.Record{Key: text(fmt.Sprint("key", i)), Value: value(i), TS: int64(1000 + i)})
	}
	return out
}

func numbered(value func(i int) []byte) (out []steady.Record) {
	for i := range 16 {
		out = append(out, steady.Record{Key: number(int64(i)), Value: value(i), TS: int64(1000 + i)})
	}
	return out
}

const order = `{"id":"o%d","customer":"c%d","product":"p","quantity":5,"price":1.5,"currency":"EUR","country":"CH","express":true,"note":"n"}`

func anOrder(i int) []byte { return text(fmt.Sprintf(order, i, i%4)) }

func word(i int) []byte { return text(fmt.Sprint("w", i%4)) }

// TestAllocationsOfJoins: what joins streams costs no allocation, whether it finds a partner or not, but for the blocks of bytes
// that values which wait are copied into: one for some fifty records of this feed, in an outer join.
func TestAllocationsOfJoins(t *testing.T) {
	cfg := rt.Config{ApplicationID: "steady"}
	values := func(i int) []byte { return number(int64(i)) }
	feed := steady.Feed{"l": keyed(values)[:12], "r": keyed(values)[4:]} // some meet none
	for name, app := range map[string]func(rt.Config) (*rt.App, error){"inner": joins.NewInner, "left": joins.NewLeft, "outer": joins.NewOuter} {
		a, err := app(cfg)
		if err != nil {
			t.Fatal(err)
		}
		got := steady.Allocs(t, any(a).(interface{ Program() *lane.Program }).Program(), feed, 30_000)
		if t.Logf("%s: %.3f allocations a record", name, got); got > 0.03 {
			t.Errorf("%s: %.3f allocations a record, expected none", name, got)
		}
	}
}

// TestAllocations: a record of numbers or text costs no allocation; what does is said.
func TestAllocations(t *testing.T) {
	cfg := rt.Config{ApplicationID: "steady"}
	cases := []struct {
		name string
		app  func() (*rt.App, error)
		feed steady.Feed
		most float64
		why  string
	}{
		{"orders", func() (*rt.App, error) { return orders.NewOrders(&orders.Orders{Min: 1}, cfg) }, steady.Feed{"orders": keyed(anOrder)}, 0, ""},
		{"counts", func() (*rt.App, error) { return counts.NewCounts(cfg) }, steady.Feed{"orders": keyed(anOrder)}, 0, ""},
		{"sums of a processor", func() (*rt.App, error) { return processors.NewTally(cfg) },
			steady.Feed{"in": keyed(func(i int) []byte { return number(int64(i)) })}, 0, ""},
		{"sums of a wrapped processor", func() (*rt.App, error) { return processors.NewCounted(cfg) },
			steady.Feed{"in": keyed(func(i int) []byte { return number(int64(i)) })}, 0, ""},
		{"timers that are registered, taken back and fire", func() (*rt.App, error) { return timers.NewChain(cfg) },
			steady.Feed{"in": keyed(func(i int) []byte { return number(int64(i)) })}, 0, ""},
		{"held back", func() (*rt.App, error) { return held.NewCalm(cfg) }, steady.Feed{"in": keyed(func(i int) []byte { return number(int64(i)) })}, 0, ""},
		{"cached", func() (*rt.App, error) { return held.NewSums(cfg) }, steady.Feed{"in": keyed(func(i int) []byte { return number(int64(i)) })}, 0, ""},
		{"let go", func() (*rt.App, error) { return held.NewSoon(cfg) }, steady.Feed{"in": keyed(func(i int) []byte { return number(int64(i)) })}, 3,
			"what is let go takes its bytes along, and a batch of its own that says where it came from"},
		{"tally", func() (*rt.App, error) { return counts.NewTally(cfg) }, steady.Feed{"clicks": keyed(word)}, 0, ""},
		{"delays", func() (*rt.App, error) { return delays.NewDelays(cfg) }, steady.Feed{
			"flights":  keyed(func(i int) []byte { return text(`{"id":"f","dest":"d","delay":30,"gate":"g","crew":4}`) }),
			"airports": keyed(func(i int) []byte { return text(`{"city":"c","zone":"z","limit":5}`) })[:1],
		}, 1.0 / 17, "a row of a table with text in it is a copy of its bytes"},
		{"by shop", func() (*rt.App, error) { return keys.NewByShop(cfg) }, steady.Feed{"payments": keyed(func(i int) []byte {
			return text(fmt.Sprintf(`{"from":{"bank":"x","no":1},"shop":%d,"amount":5}`, i%4))
		})}, 0, ""},
		{"by account", func() (*rt.App, error) { return keys.NewByAccount(cfg) }, steady.Feed{"payments": numbered(func(i int) []byte {
			return text(fmt.Sprintf(`{"from":{"bank":"x","no":%d},"shop":7,"amount":5}`, i%4))
		})}, 1, "the bytes of a key that is no text and has no fixed size travel in a slice of their own"},
		{"bytewise", func() (*rt.App, error) { return keys.NewBytewise(cfg) }, steady.Feed{"in": keyed(word)}, 1, "the function makes text of a number"},
		{"flat", func() (*rt.App, error) { return streams.NewFlat(cfg) }, steady.Feed{"in": keyed(func(int) []byte { return text("a b") })}, 0, ""},
		{"looked up", func() (*rt.App, error) { return tables.NewLooked(cfg) }, steady.Feed{"clicks": keyed(word)}, 0, ""},
		{"routed", func() (*rt.App, error) { return partitions.NewRouter(&partitions.Router{}, cfg) }, steady.Feed{"in": keyed(func(int) []byte { return text("01") })}, 1,
			"the name of a topic is computed"},
		{"moved", func() (*rt.App, error) { return partitions.NewMoved(cfg) }, steady.Feed{"in": keyed(func(int) []byte { return text("2") })}, 0, ""},
		{"spread", func() (*rt.App, error) { return partitions.NewSpread(cfg) }, steady.Feed{"in": numbered(func(int) []byte { return text("013") })}, 0, ""},
		{"unseen", func() (*rt.App, error) { return nulls.NewUnseen(cfg) }, steady.Feed{"in": keyed(word)}, 0, ""},
		{"numbers", func() (*rt.App, error) { return state.NewNumbers(cfg) }, steady.Feed{"in": keyed(func(i int) []byte { return number(int64(i)) })}, 0, ""},
		{"deleted", func() (*rt.App, error) { return rings.NewDeleted(cfg) }, steady.Feed{"in": keyed(func(i int) []byte { return number(int64(i)) })}, 0, ""},
		{"keyed", func() (*rt.App, error) { return rings.NewKeyed(cfg) }, steady.Feed{"in": keyed(word)}, 0, ""},
		{"reduced", func() (*rt.App, error) { return rings.NewReduced(cfg) }, steady.Feed{"in": keyed(word)}, 1,
			"text that is kept is a copy"},
		{"joined tables", func() (*rt.App, error) { return joins.NewAdded(cfg) }, steady.Feed{"x": numbered(func(i int) []byte { return number(int64(i)) }),
			"y": numbered(func(i int) []byte { return number(int64(i)) })}, 0, ""},
		{"foreign keys", func() (*rt.App, error) { return joins.NewLinked(cfg) }, steady.Feed{"x": numbered(func(i int) []byte { return number(int64(i % 4)) }),
			"y": numbered(func(i int) []byte { return number(int64(i)) })[:4]}, 0.8,
			"the bytes of a left row's key that is no text travel in a copy"},
		{"global table", func() (*rt.App, error) { return joins.NewPriced(cfg) }, steady.Feed{"sales": keyed(word)}, 0, ""},
		{"sessions", func() (*rt.App, error) { return windows.NewVisits(cfg) }, steady.Feed{"in": keyed(word)}, 0, ""},
		{"sliding", func() (*rt.App, error) { return windows.NewRecent(cfg) }, steady.Feed{"in": keyed(word)}, 0, ""},
		{"on close", func() (*rt.App, error) { return windows.NewFinal(cfg) }, steady.Feed{"in": keyed(word)}, 0, ""},
		{"long", func() (*rt.App, error) { return windows.NewLong(cfg) }, steady.Feed{"in": keyed(func(i int) []byte { return number(int64(i)) })}, 0, ""},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			app, err := c.app()
			if err != nil {
				t.Fatal(err)
			}
			p, _ := any(app).(interface{ Program() *lane.Program })
			got := steady.Allocs(t, p.Program(), c.feed, 0)
			t.Logf("%.3f allocations a record", got)
			if got > c.most+0.02 {
				t.Errorf("%.3f allocations a record, expected %.3f (%s)", got, c.most, c.why)
			}
			if c.why != "" && got < c.most/2 {
				t.Errorf("%.3f allocations a record where %.3f are explained: %s", got, c.most, c.why)
			}
		})
	}
}
