package golden

import (
	"encoding/json"
	"encoding/json/jsontext"
	"errors"
	"math/big"
	"net/netip"
	"strconv"
	"strings"
	"time"
)

// Order is as most records are: flat, in the order in which its producer writes it.
type Order struct {
	ID       string  `json:"id"`
	Customer string  `json:"customer"`
	Product  string  `json:"product"`
	Quantity int64   `json:"quantity"`
	Price    float64 `json:"price"`
	Currency string  `json:"currency"`
	Express  bool    `json:"express"`
}

// Stats is a state of numbers.
type Stats struct {
	N, Sum, Max int64
}

type (
	Status string
	Flag   bool
	Level  int8
	Port   uint16
	Ratio  float32
	Amount float64
	Blob   []byte
	Digest [4]byte
	Octet  byte
)

// Scalars has every scalar, named and not.
type Scalars struct {
	B   bool
	S   string
	I   int
	I8  int8
	I16 int16
	I32 int32
	I64 int64
	U   uint
	U8  uint8
	U16 uint16
	U32 uint32
	U64 uint64
	P   uintptr
	F32 float32
	F64 float64
	R   rune

	Status Status
	Flag   Flag
	Level  Level
	Port   Port
	Ratio  Ratio
	Amount Amount
}

// Quoted has numbers in strings.
type Quoted struct {
	I int64   `json:"i,string"`
	L Level   `json:",string"`
	U uint32  `json:",string"`
	F float64 `json:",string"`
	R Ratio   `json:",string"`
	P *int64  `json:",string"`
}

// Address is nested in others.
type Address struct {
	Street string `json:"street"`
	City   string `json:"city,omitempty"`
	Geo    [2]float64
}

// Base is embedded in others.
type Base struct {
	ID   int64 `json:"id"`
	Kind string
	Over string
}

type hidden struct {
	Secret int32
	Over   string
}

// Nested has structs, embedded and not, one without a name, and an empty one.
type Nested struct {
	Base
	hidden
	Address Address `json:"address"`
	Inline  struct {
		X, Y int32
	} `json:"inline"`
	Nothing struct{} `json:"nothing"`
	Over    string   `json:"Over"`
	Ignored func()   `json:"-"`
}

// Containers has slices, arrays, maps and pointers.
type Containers struct {
	Tags    []string
	Lines   []Address
	Matrix  [][]int32
	Ports   [3]Port
	Grid    [2][2]bool
	ByName  map[string]int64
	ByPort  map[Port]Address
	ByLevel map[Level]string
	ByKey   map[Status][]int
	Ptr     *int64
	Home    *Address
	Deep    **string
	Bytes   []byte
	Blob    Blob
	Digest  Digest
	Octets  []Octet
	Ptrs    []*Stats
}

// Dropped has every option that leaves members out.
type Dropped struct {
	S   string            `json:"s,omitempty"`
	N   int               `json:",omitempty"`
	B   []byte            `json:",omitempty"`
	L   []int             `json:",omitempty"`
	M   map[string]string `json:",omitempty"`
	P   *string           `json:",omitempty"`
	PA  *Maybe            `json:",omitempty"`
	A   Maybe             `json:",omitempty"`
	E   [0]int            `json:",omitempty"`
	T   time.Time         `json:",omitempty"`
	R   jsontext.Value    `json:",omitempty"`
	Any any               `json:",omitempty"`

	ZS string         `json:",omitzero"`
	ZN int            `json:",omitzero"`
	ZF float64        `json:",omitzero"`
	ZR Ratio          `json:",omitzero"`
	ZB bool           `json:",omitzero"`
	ZL []int          `json:",omitzero"`
	ZM map[string]int `json:",omitzero"`
	ZP *int           `json:",omitzero"`
	ZA Point          `json:",omitzero"`
	ZD Digest         `json:",omitzero"`
	ZT time.Time      `json:",omitzero"`
	ZI netip.Addr     `json:",omitzero"`
	ZX *Point         `json:",omitzero"`
	ZO Odd            `json:",omitzero,omitempty"`
}

// Tail has a member that is certain, and then one that is not.
type Tail struct {
	ID   int    `json:"id"`
	Note string `json:"note,omitempty"`
	Last int    `json:"last,omitzero"`
}

// Maybe may be an object without members.
type Maybe struct {
	X int `json:"x,omitzero"`
}

// Point can be compared.
type Point struct{ X, Y float64 }

// Odd says of itself when it is zero.
type Odd int

func (o *Odd) IsZero() bool { return *o%2 == 0 }

// Methods has types that say themselves what they are in JSON.
type Methods struct {
	Time  time.Time
	Times []time.Time
	Temp  Temp
	Addr  netip.Addr
	Big   *big.Int
	Raw   jsontext.Value
	Any   any
	Color Color
	ByCol map[Color]int
	ByF   map[float64]string
	Temps map[string]Temp
}

// Temp is written as text with its unit.
type Temp struct{ Degrees int }

func (t Temp) MarshalText() ([]byte, error) {
	if t.Degrees < -273 {
		return nil, errors.New("below absolute zero")
	}
	return []byte(strings.Repeat("+", min(t.Degrees, 100)) + "C"), nil
}

func (t *Temp) UnmarshalText(b []byte) error {
	s, ok := strings.CutSuffix(string(b), "C")
	if t.Degrees = len(s); !ok || strings.Trim(s, "+") != "" {
		return errors.New("not a temperature")
	}
	return nil
}

// Color is a number in JSON, in one direction only.
type Color struct{ RGB uint32 }

func (c *Color) UnmarshalJSON(b []byte) error {
	c.RGB = uint32(len(b))
	return nil
}

// Names has names that need care.
type Names struct {
	Quote  int `json:"with space"`
	Umlaut int `json:"größe"`
	HTML   int `json:"<&>"`
	Tick   int `json:"a b$c"`
	Strict int `json:"Strict,case:strict"`
	UPPER  int
	Upper  int
}

// Tree contains itself.
type Tree struct {
	Name string `json:"name"`
	Kids []Tree `json:"kids"`
}

// Loose must be left to v2 whole.
type Loose struct {
	A    int            `json:"a,case:ignore"`
	More map[string]int `json:",embed"`
}

// NumberText and Sparse are left to v2 as well: a field whose methods see its option, one that can't be compared.
type NumberText struct {
	N json.Number `json:",string"`
}

type Sparse struct {
	S struct{ L []int } `json:",omitzero"`
	A [2]string         `json:",omitzero"`
}

// Unnamed has parts without names, deep in others.
type Unnamed struct {
	L []struct {
		X int
		Z string `json:"z,omitempty"`
		A any
	}
	M map[string]struct{ N *int64 }
}

// EmbedsPointer is left to v2, too.
type EmbedsPointer struct {
	*Point
	Name string
}

// Pair is generic.
type Pair[A, B any] struct {
	First  A
	Second B
}

// Wide has more members than a word has bits.
type Wide struct {
	M00, M01, M02, M03, M04, M05, M06, M07, M08, M09, M10, M11, M12, M13, M14, M15, M16, M17, M18, M19 int
	M20, M21, M22, M23, M24, M25, M26, M27, M28, M29, M30, M31, M32, M33, M34, M35, M36, M37, M38, M39 int
	M40, M41, M42, M43, M44, M45, M46, M47, M48, M49, M50, M51, M52, M53, M54, M55, M56, M57, M58, M59 int
	M60, M61, M62, M63, M64, M65, M66, M67, M68, M69                                                   int
}

// Moment is another package's type.
type Moment = time.Time

// State has everything that Binary knows.
type State struct {
	Base
	stats   Stats
	private Level
	Name    string
	Raw     []byte
	Blob    Blob
	Digest  Digest
	Empty   struct{}
	Flag    Flag
	Ratio   Ratio
	At      time.Time
	Times   []time.Time
	Ptr     *Address
	Deep    **int32
	Lines   []Address
	Grid    [2][3]Port
	ByName  map[Status]Stats
	ByLevel map[Level][]string
	ByPort  map[Port]*Point
	_       int
}

// Sums is a state whose bytes have fixed places.
type Sums struct {
	N     uint32
	Point Point
	Level Level
	Port  Port
	Ratio Ratio
	Int   int
}

// Host has a part that writes itself.
type Host struct {
	Name string
	Addr netip.Addr
}

// Hosts has parts that write themselves, deep in others.
type Hosts struct {
	L []Host
	P *Host
	M map[string]netip.Addr
	A [2]Host
}

// Money has a codec of the user's own.
type Money struct{ Cents int64 }

// MoneyCodec writes money as text with its currency.
type MoneyCodec struct{ Currency string }

func (c MoneyCodec) Append(dst []byte, m Money) ([]byte, error) {
	if m.Cents < 0 {
		return dst, errors.New("money is never negative")
	}
	return append(strconv.AppendInt(dst, m.Cents, 10), c.Currency...), nil
}

func (c MoneyCodec) Decode(src []byte) (m Money, err error) {
	digits, ok := strings.CutSuffix(string(src), c.Currency)
	if !ok {
		return m, errors.New("another currency")
	}
	m.Cents, err = strconv.ParseInt(digits, 10, 64)
	return m, err
}

// Conflicts embeds members of the same names: some hide others, some drop out together.
type Conflicts struct {
	Left
	Right
	Top int
}

type (
	Left struct {
		Common
		Same, Top int
		T         int `json:"Tag"`
		U         int
	}
	Right struct {
		Common
		Same, Top int
		Tag       int
		V         int `json:"U"`
	}
	Common struct {
		Deeper
		Both int
	}
	Deeper struct{ Once int }
)

// seen and name are called like variables of generated functions.
type (
	seen struct{ A, B int }
	name string
)

// Clash has a part that its generated functions could not name.
type Clash struct {
	N name
	S []seen
}
