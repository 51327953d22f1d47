package fraud

import (
	"encoding/json/v2"
	"fmt"
	"math/rand/v2"
	"slices"
	"time"
)

// Message is a record as a bank or a merchant sends it.
type Message struct {
	Topic string
	Key   string
	Value []byte
	At    int64 // event time, in milliseconds
	comes int64 // when it arrives: some seconds later
}

// Planted is what somebody did who wasn't the card's owner.
type Planted struct {
	Kind      string // of the alert or the reason of the hold
	Card      string
	Reference string // where a single payment is what is wrong
}

// Size of the day.
const (
	cards       = 600
	broken      = 7 // messages that aren't JSON of the right shape
	implausible = 5
)

// Day makes up a day of card payments: messages in the order in which they arrive, and the frauds among them. No such data
// is public, so it is drawn from a seed; the same seed gives the same day. At the end each card is charged for a
// subscription, which brings the time of every partition to where all windows before it are closed.
func Day(seed uint64) (messages []Message, planted []Planted) {
	d := &day{random: rand.New(rand.NewPCG(seed, 1)), began: time.Date(2025, 11, 28, 0, 0, 0, 0, time.UTC).UnixMilli()}
	for n := range cards {
		d.owner(fmt.Sprintf("card-%03d", n))
	}
	for n := range 6 {
		d.testing(fmt.Sprintf("card-%03d", 40+n*90))
	}
	for n := range 6 {
		d.clone(fmt.Sprintf("card-%03d", 25+n*95))
	}
	for n := range 15 {
		d.payment(fmt.Sprintf("card-%03d", 10+n*35), n%2 == 0)
	}
	for n := range cards {
		d.buy(purchase{card: fmt.Sprintf("card-%03d", n), at: d.began + whole, cents: 999, country: home(n), approved: true, paid: true})
	}
	d.garbage()
	slices.SortStableFunc(d.messages, func(a, b Message) int { return int(a.comes - b.comes) })
	return d.messages, d.planted
}

const (
	second = int64(time.Second / time.Millisecond)
	minute = 60 * second
	hour   = 60 * minute
	whole  = 26 * hour // from the beginning of the day to the charge that closes it
)

// day is one in the making.
type day struct {
	random   *rand.Rand
	began    int64
	n        int // references so far
	messages []Message
	planted  []Planted
}

var countries = []string{"CH", "DE", "FR", "IT", "AT", "ES", "PT", "SE"}

func home(card int) string { return countries[card%5] }

// between draws a number of milliseconds.
func (d *day) between(from, to int64) int64 { return from + d.random.Int64N(to-from) }

// price is mostly small, sometimes not.
func (d *day) price() int64 {
	x := d.random.Float64()
	return 150 + int64(x*x*x*30000)
}

// purchase is one attempt, and what became of it.
type purchase struct {
	card     string
	at       int64
	cents    int64
	country  string
	present  bool
	approved bool
	paid     bool
	over     int64 // cents that the merchant takes beyond what was authorised
}

// buy sends the authorisation and the payment of a purchase, and says under which reference.
func (d *day) buy(p purchase) (reference string) {
	d.n++
	reference = fmt.Sprintf("ref-%05d", d.n)
	last := p.at == d.began+whole
	d.send(AuthorisationsTopic, p.card, p.at, last, Authorisation{Card: p.card, Reference: reference, At: p.at, Cents: p.cents,
		Country: p.country, Present: p.present, Approved: p.approved})
	if p.approved && p.paid {
		at := p.at
		if !last {
			at += d.between(minute, 50*minute)
		}
		d.send(PaymentsTopic, reference, at, last, Payment{Card: p.card, At: at, Cents: p.cents + p.over})
	}
	return reference
}

// send has a message arrive some seconds later, now and then half a minute, so that messages overtake each other.
func (d *day) send(topic, key string, at int64, last bool, value any) {
	text, err := json.Marshal(value)
	if err != nil {
		panic(fmt.Sprintf("%s %s: %v", topic, key, err)) // plain structs of text and numbers
	}
	comes := at + d.between(0, 3*second)
	if d.random.IntN(20) == 0 {
		comes += d.between(0, 30*second)
	}
	if last {
		comes = at + hour
	}
	d.messages = append(d.messages, Message{Topic: topic, Key: key, Value: text, At: at, comes: comes})
}

// owner spends a card holder's day: purchases here and there, a shopping trip, some abroad with hours between.
func (d *day) owner(card string) {
	var n int
	_, _ = fmt.Sscanf(card, "card-%d", &n) // made above
	country := home(n)
	for at := d.began + d.between(0, 5*hour); at < d.began+19*hour; at += d.between(40*minute, 6*hour) {
		if d.random.IntN(25) == 0 {
			country = countries[d.random.IntN(len(countries))]
			at += 4 * hour
		}
		trip := 1
		if d.random.IntN(6) == 0 {
			trip = 4
		}
		for ; trip > 0; trip-- {
			d.buy(purchase{card: card, at: at, cents: d.price(), country: country, present: d.random.IntN(3) > 0,
				approved: d.random.IntN(30) > 0, paid: d.random.IntN(60) > 0})
			at += d.between(minute, 4*minute)
		}
	}
}

// testing types a stolen number into forms, with small amounts, to see what is approved.
func (d *day) testing(card string) {
	at := d.began + d.between(2*hour, 22*hour)
	for n := range 10 + d.random.IntN(15) {
		d.buy(purchase{card: card, at: at, cents: d.between(100, 300), country: "US", approved: n%4 == 3})
		at += d.between(5*second, 40*second)
	}
	d.planted = append(d.planted, Planted{Kind: CardTesting, Card: card})
}

// clone is put into terminals of another country, some minutes after its owner has used the card.
func (d *day) clone(card string) {
	at := d.began + d.between(8*hour, 20*hour)
	d.buy(purchase{card: card, at: at, cents: d.price(), country: "CH", present: true, approved: true, paid: true})
	at += d.between(10*minute, 30*minute)
	for range 3 + d.random.IntN(4) {
		d.buy(purchase{card: card, at: at, cents: 5 * d.price(), country: "BR", present: true, approved: d.random.IntN(2) == 0, paid: true})
		at += d.between(3*minute, 25*minute)
	}
	d.planted = append(d.planted, Planted{Kind: Travelled, Card: card})
}

// payment is collected without an authorisation, or for more than was authorised.
func (d *day) payment(card string, unauthorised bool) {
	at := d.began + d.between(2*hour, 22*hour)
	p := Planted{Kind: Overcharged, Card: card}
	if unauthorised {
		d.n++
		p.Kind, p.Reference = Unauthorised, fmt.Sprintf("ref-%05d", d.n)
		d.send(PaymentsTopic, p.Reference, at, false, Payment{Card: card, At: at, Cents: d.price()})
	} else {
		p.Reference = d.buy(purchase{card: card, at: at, cents: d.price(), country: "US", approved: true, paid: true, over: d.price()})
	}
	d.planted = append(d.planted, p)
}

// garbage is what nobody can read, and what can't be.
func (d *day) garbage() {
	for n := range broken + implausible {
		m := d.messages[d.random.IntN(len(d.messages)/2)]
		switch {
		case n < broken:
			m.Value = m.Value[:len(m.Value)/2]
		case n%2 == 0:
			m.Topic, m.Key, m.Value = AuthorisationsTopic, "card-000", fmt.Appendf(nil, `{"card":"card-000","reference":"x","at":%d,"cents":-1}`, m.At)
		default:
			m.Topic, m.Key, m.Value = AuthorisationsTopic, "card-001", fmt.Appendf(nil, `{"card":"card-009","reference":"x","at":%d,"cents":1}`, m.At)
		}
		d.messages = append(d.messages, m)
	}
}
