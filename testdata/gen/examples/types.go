package examples

import (
	"errors"
	"strconv"
	"strings"
	"time"
)

// Order is a value in JSON.
type Order struct {
	Item   string `json:"item"`
	Amount int64  `json:"amount"`
	Placed int64  `json:"placed"` // milliseconds
}

// Time is when the order was placed.
func (o Order) Time() time.Time { return time.UnixMilli(o.Placed) }

// Total is an aggregate of orders.
type Total struct {
	Orders int64 `json:"orders"`
	Amount int64 `json:"amount"`
}

// Zero begins a total.
func Zero() Total { return Total{} }

// Add adds an order to a total.
func Add(_ string, o Order, t Total) Total { return Total{t.Orders + 1, t.Amount + o.Amount} }

// Subtract takes an order from a total.
func Subtract(_ string, o Order, t Total) Total { return Total{t.Orders - 1, t.Amount - o.Amount} }

// Celsius is a temperature in tenths of a degree, with a codec of its own: "21.5".
type Celsius int

// Degrees is the codec of Celsius.
type Degrees struct{}

// Append writes a temperature.
func (Degrees) Append(dst []byte, c Celsius) ([]byte, error) {
	dst = strconv.AppendInt(dst, int64(c/10), 10)
	return append(dst, '.', byte('0'+c%10)), nil
}

// Decode reads a temperature.
func (Degrees) Decode(src []byte) (Celsius, error) {
	whole, tenth, ok := strings.Cut(string(src), ".")
	n, err := strconv.Atoi(whole)
	if err != nil || !ok || len(tenth) != 1 || tenth[0] < '0' || tenth[0] > '9' {
		return 0, errors.New(`expected a temperature such as "21.5"`)
	}
	return Celsius(n*10 + int(tenth[0]-'0')), nil
}

// ByLength is the partition of a key in topics that are partitioned by its length.
func ByLength(_, key string, partitions int) int { return len(key) % partitions }
