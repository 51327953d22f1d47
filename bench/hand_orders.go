package bench

import (
	"encoding/json"

	"github.com/stoatgen/stoatgen/rt/codec"
	"github.com/stoatgen/stoatgen/testdata/gen/orders"
)

// ordersPlain is what one writes first: encoding/json both ways.
func ordersPlain(in Input, o *orders.Orders, out *codec.Topic) error {
	for _, r := range in.Refs {
		raw := in.B.Value(r.I)
		if raw == nil {
			continue
		}
		var v orders.Order
		if err := json.Unmarshal(raw, &v); err != nil {
			return err
		}
		if v.Quantity < o.Min {
			continue
		}
		b, err := json.Marshal(orders.Bill(v))
		if err != nil {
			return err
		}
		out.AppendKeyed(in.B.TS(r.I), in.B.Key(r.I), b, nil)
	}
	return nil
}

// ordersBest is written to win: members in the order the producer writes them, one pass, no bookkeeping. Anything
// unexpected goes to encoding/json. (Reading the price only where the filter passed was tried: no gain, a skip
// and a read cost more than a read.)
func ordersBest(in Input, o *orders.Orders, out *codec.Topic, buf []byte) []byte {
	var err error // of a number without a JSON form, which orders haven't got
	for _, r := range in.Refs {
		b := in.B.Value(r.I)
		if b == nil {
			continue
		}
		var v orders.Order
		if !ordersScan(b, &v) {
			if !ordersSlow(b, &v) {
				continue
			}
		}
		if v.Quantity < o.Min {
			continue
		}
		buf = append(buf[:0], `{"order":`...)
		buf = codec.AppendStr(buf, v.ID, &err)
		buf = append(buf, `,"customer":`...)
		buf = codec.AppendStr(buf, v.Customer, &err)
		buf = append(buf, `,"total":`...)
		buf = codec.AppendFloat(buf, float64(v.Quantity)*v.Price, &err)
		buf = append(buf, '}')
		out.AppendKeyed(in.B.TS(r.I), in.B.Key(r.I), buf, in.B.Headers(r.I))
	}
	return buf
}

func ordersScan(b []byte, v *orders.Order) bool {
	i := 6
	if !codec.Is(b, 0, `{"id":`) {
		return false
	}
	if v.ID, i = codec.Str(b, i); i < 0 || !codec.Is(b, i, `,"customer":`) {
		return false
	}
	if v.Customer, i = codec.Str(b, i+12); i < 0 || !codec.Is(b, i, `,"product":`) {
		return false
	}
	if i = codec.Skip(b, i+11); i < 0 || !codec.Is(b, i, `,"quantity":`) {
		return false
	}
	if v.Quantity, i = codec.Int(b, i+12); i < 0 || !codec.Is(b, i, `,"price":`) {
		return false
	}
	if v.Price, i = codec.Float(b, i+9); i < 0 || !codec.Is(b, i, `,"currency":`) {
		return false
	}
	if i = codec.Skip(b, i+12); i < 0 || !codec.Is(b, i, `,"country":`) {
		return false
	}
	if i = codec.Skip(b, i+11); i < 0 || !codec.Is(b, i, `,"express":`) {
		return false
	}
	if i = codec.Skip(b, i+11); i < 0 || !codec.Is(b, i, `,"note":`) {
		return false
	}
	i = codec.Skip(b, i+8)
	return i == len(b)-1 && b[i] == '}'
}

// ordersSlow has a variable of its own, or every record's would be on the heap.
func ordersSlow(b []byte, v *orders.Order) bool {
	var x orders.Order
	err := json.Unmarshal(b, &x)
	*v = x
	return err == nil
}
