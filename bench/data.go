package bench

import (
	"fmt"
	"math/rand/v2"

	"github.com/stoatgen/stoatgen/rt/abi"
	"github.com/stoatgen/stoatgen/rt/codec"
)

// builder lays records out the way a fetch decoder sees them.
type builder struct{ b abi.Batch }

func (x *builder) add(ts int64, key, val string) {
	put := func(s string) (int32, int32) {
		at := int32(len(x.b.Data))
		x.b.Data = append(x.b.Data, s...)
		return at, int32(len(s))
	}
	r := abi.Rec{TS: ts, OffsetDelta: int32(len(x.b.Recs))}
	r.Key, r.KeyLen = put(key)
	r.Val, r.ValLen = put(val)
	x.b.Recs = append(x.b.Recs, r)
}

// Input is a batch with the refs that a router would hand to a lane.
type Input struct {
	B    *abi.Batch
	Refs []abi.Ref
}

func (x *builder) done(topic string) Input {
	b := x.b
	b.Topic = topic
	x.b = abi.Batch{}
	in := Input{B: &b}
	for i := range b.Recs {
		in.Refs = append(in.Refs, abi.Ref{I: uint32(i), Hash: codec.Murmur2(b.Key(uint32(i)))})
	}
	return in
}

// begin is the time of the first records.
const begin = 1_700_000_000_000

// batches makes n batches of so many records, each of which record adds.
func batches(topic string, n, size int, record func(x *builder)) []Input {
	var x builder
	out := make([]Input, n)
	for i := range out {
		for range size {
			record(&x)
		}
		out[i] = x.done(topic)
	}
	return out
}

// Orders makes batches of orders, uniform over the customers. Half of them pass quantity >= 50.
func Orders(n, size, customers int) []Input {
	rng, ts := rand.New(rand.NewPCG(1, 2)), int64(begin)
	return batches("orders", n, size, func(x *builder) {
		ts += int64(rng.IntN(20))
		x.add(ts, fmt.Sprintf("o-%08d", rng.IntN(1e8)), fmt.Sprintf(
			`{"id":"o-%08d","customer":"cust-%08d","product":"sku-%06d","quantity":%d,"price":%d.%02d,"currency":"EUR","country":"DE","express":%v,"note":"leave at the door, ring twice"}`,
			rng.IntN(1e8), rng.IntN(customers), rng.IntN(1e6), rng.IntN(100), 1+rng.IntN(500), 1+rng.IntN(99), rng.IntN(2) == 0))
	})
}

// How far apart the records of Clicks are: below so many milliseconds, half of it on average.
const (
	often  = 3
	seldom = 20
)

// Clicks makes batches of records with values of 16 bytes, uniform over the keys.
func Clicks(n, size, keys, step int) []Input {
	rng, ts := rand.New(rand.NewPCG(5, 6)), int64(begin)
	return batches("clicks", n, size, func(x *builder) {
		ts += int64(rng.IntN(step))
		x.add(ts, cust(rng, keys), "0123456789abcdef")
	})
}

// Numbers makes batches of records with values of eight bytes, uniform over the keys.
func Numbers(n, size, keys int) []Input {
	rng, ts := rand.New(rand.NewPCG(7, 8)), int64(begin)
	return batches("numbers", n, size, func(x *builder) {
		ts += int64(rng.IntN(20))
		x.add(ts, cust(rng, keys), string(codec.AppendInt64(nil, int64(rng.IntN(1000)))))
	})
}

// cust is the key of one of n customers.
func cust(rng *rand.Rand, n int) string { return fmt.Sprintf("cust-%08d", rng.IntN(n)) }

// Airports makes one batch with a row for each of n airports.
func Airports(n int) Input {
	i := 0
	return batches("airports", 1, n, func(x *builder) {
		x.add(begin, fmt.Sprintf("AP%06d", i), fmt.Sprintf(`{"city":"City number %d","zone":"Europe/Berlin","limit":%d}`, i, i%10))
		i++
	})[0]
}

// Flights makes batches of flights; stream time moves by step/2 ms a record, with 2 minutes of disorder and 1 % late
// by up to two hours.
func Flights(n, size, airports, step int) []Input {
	rng, now := rand.New(rand.NewPCG(3, 4)), int64(begin)
	return batches("flights", n, size, func(x *builder) {
		now += int64(rng.IntN(step))
		ts := now - int64(rng.IntN(120_000))
		if rng.IntN(100) == 0 {
			ts -= int64(rng.IntN(7_200_000))
		}
		x.add(ts, fmt.Sprintf("AP%06d", rng.IntN(airports)), fmt.Sprintf(
			`{"id":"LH%04d","dest":"AP%06d","delay":%d,"gate":"%c%02d","crew":%d}`,
			rng.IntN(1e4), rng.IntN(airports), rng.IntN(240), 'A'+rng.IntN(6), rng.IntN(60), 2+rng.IntN(9)))
	})
}
