package fraud

import (
	"fmt"
	"time"

	"github.com/stoatgen/stoatgen/dsl"
	"github.com/stoatgen/stoatgen/rt/record"
)

//go:generate go tool stoatgen

// Topics of the topology.
const (
	AuthorisationsTopic = "authorisations" // Authorisation by card
	PaymentsTopic       = "payments"       // Payment by reference
	AlertsTopic         = "alerts"         // Alert by card
	LapsedTopic         = "lapsed"         // Settlement by card: authorised and never paid, so the amount is free again
	HoldsTopic          = "holds"          // Hold by card; null once the card is free
	DeadLettersTopic    = "fraud-dead-letters"
)

// Times of the topology, all of them event times.
const (
	SpreeGap   = 5 * time.Minute  // between two attempts of different sprees
	SpreeKept  = 4 * time.Hour    // longer than the longest silence: a spree that closes must still be kept
	PaidWithin = time.Hour        // of the authorisation; merchants' clocks may be behind
	TravelTime = 2 * time.Hour    // it takes as long from one country to another
	HoldTime   = 30 * time.Minute // from a card's last attempt to its release
	Late       = time.Minute      // how much later than others a record may come and still count
)

// Fraud is the topology.
func Fraud(b *dsl.Builder) {
	b.Codec(dsl.JSON[Alert]())
	authorisations := b.Stream(AuthorisationsTopic, dsl.String(), dsl.JSON[Authorisation](), dsl.Timestamp(Authorisation.Time)).
		TryFilter(Plausible, dsl.Name("plausible"))
	payments := b.Stream(PaymentsTopic, dsl.String(), dsl.JSON[Payment](), dsl.Timestamp(Payment.Time))

	// Somebody tries out a stolen card: many attempts close behind each other, most of them declined.
	authorisations.
		GroupByKey().
		SessionWindowedBy(dsl.Session(SpreeGap).Grace(Late)).
		EmitStrategy(dsl.OnWindowClose).
		Aggregate(NoSpree, AddToSpree, MergeSprees, dsl.As("sprees"), dsl.Value(dsl.Binary[Spree]()), dsl.Retention(SpreeKept)).
		ToStream().
		Filter(Tested).
		Map(TestedAlert).
		To(AlertsTopic)

	// Each approval should have its payment, and each payment its approval.
	settlements := authorisations.
		Filter(Approved).
		SelectKey(ReferenceOf, dsl.Name("by-reference")).
		OuterJoinWithKey(payments, Settle, dsl.Within(PaidWithin).Grace(Late),
			dsl.As("settlements"), dsl.Value(dsl.Binary[Authorisation]()), dsl.OtherValue(dsl.Binary[Payment]()))
	settlements.
		Filter(Doubtful).
		Map(DoubtfulAlert).
		To(AlertsTopic)
	settlements.
		Filter(Lapsed).
		SelectKey(CardOf).
		To(LapsedTopic, dsl.Value(dsl.JSON[Settlement]()))

	// A card that is in two countries at once is held until nobody has tried it for a while.
	seen := b.KeyValueStore("seen", dsl.String(), dsl.Binary[Place]())
	held := b.KeyValueStore("held", dsl.String(), dsl.Binary[Hold]())
	authorisations.
		Process2(NewWatch, seen, held, dsl.Name("watch")).
		To(HoldsTopic, dsl.Value(dsl.Nullable(dsl.JSON[Hold]())))
}

// Authorisation is an attempt to pay by card, and the bank's answer.
type Authorisation struct {
	Card      string `json:"card"`
	Reference string `json:"reference"`
	At        int64  `json:"at"` // milliseconds
	Cents     int64  `json:"cents"`
	Country   string `json:"country"`
	Present   bool   `json:"present"` // the card was in a terminal, not typed into a form
	Approved  bool   `json:"approved"`
}

// Time is the attempt's event time.
func (a Authorisation) Time() time.Time { return time.UnixMilli(a.At) }

// Payment is what the merchant collects.
type Payment struct {
	Card  string `json:"card"`
	At    int64  `json:"at"` // milliseconds
	Cents int64  `json:"cents"`
}

// Time is the payment's event time.
func (p Payment) Time() time.Time { return time.UnixMilli(p.At) }

// Plausible refuses what is readable and still can't be: such a record goes to the dead letters.
func Plausible(card string, a Authorisation) (bool, error) {
	switch {
	case a.Card != card:
		return false, fmt.Errorf("an authorisation of card %q under the key %q", a.Card, card)
	case a.Reference == "":
		return false, fmt.Errorf("an authorisation without a reference")
	case a.Cents <= 0:
		return false, fmt.Errorf("found %d cents, expected more than nothing", a.Cents)
	}
	return true, nil
}

// Alert tells a person to look at a card.
type Alert struct {
	Kind      string `json:"kind"`
	At        int64  `json:"at"`        // of the payment or the first attempt, in milliseconds
	Reference string `json:"reference"` // of the payment; empty for a spree
	Cents     int64  `json:"cents"`     // that were tried, or taken beyond what was authorised
}

// Kinds of alerts, and the reason of a hold.
const (
	CardTesting  = "card testing"
	Unauthorised = "unauthorised"
	Overcharged  = "overcharged"
	Travelled    = "two countries at once"
)

// Spree is a session of a card: attempts with less than SpreeGap between them.
type Spree struct {
	Attempts int64
	Declined int64
	Cents    int64
}

// NoSpree begins a spree.
func NoSpree() Spree { return Spree{} }

// AddToSpree adds an attempt to its spree.
func AddToSpree(_ string, a Authorisation, s Spree) Spree {
	s.Attempts++
	if !a.Approved {
		s.Declined++
	}
	s.Cents += a.Cents
	return s
}

// MergeSprees makes one of two that an attempt between them has joined.
func MergeSprees(_ string, a, b Spree) Spree {
	return Spree{a.Attempts + b.Attempts, a.Declined + b.Declined, a.Cents + b.Cents}
}

// Tested says that a spree looks like a test of stolen cards: eight attempts or more, half of them declined.
func Tested(_ record.Windowed[string], s Spree) bool {
	return s.Attempts >= 8 && 2*s.Declined >= s.Attempts
}

// TestedAlert makes an alert of a spree.
func TestedAlert(w record.Windowed[string], s Spree) (string, Alert) {
	return w.Key, Alert{Kind: CardTesting, At: w.Start, Cents: s.Cents}
}

// Approved keeps the authorisations that a payment may follow.
func Approved(_ string, a Authorisation) bool { return a.Approved }

// ReferenceOf is the key that an authorisation shares with its payment.
func ReferenceOf(_ string, a Authorisation) string { return a.Reference }

// Settlement is an authorisation with its payment, or one of them alone.
type Settlement struct {
	Card       string `json:"card"`
	Reference  string `json:"reference"`
	At         int64  `json:"at"`         // of the payment if there is one, in milliseconds
	Authorised int64  `json:"authorised"` // cents; 0 without an authorisation
	Paid       int64  `json:"paid"`       // cents; 0 without a payment
}

// Settle joins an authorisation and its payment; one of them may be missing.
func Settle(reference string, a *Authorisation, p *Payment) Settlement {
	s := Settlement{Reference: reference}
	if a != nil {
		s.Card, s.At, s.Authorised = a.Card, a.At, a.Cents
	}
	if p != nil {
		s.Card, s.At, s.Paid = p.Card, p.At, p.Cents
	}
	return s
}

// Doubtful says that more was paid than authorised.
func Doubtful(_ string, s Settlement) bool { return s.Paid > s.Authorised }

// DoubtfulAlert makes an alert of such a settlement.
func DoubtfulAlert(reference string, s Settlement) (string, Alert) {
	kind := Overcharged
	if s.Authorised == 0 {
		kind = Unauthorised
	}
	return s.Card, Alert{Kind: kind, At: s.At, Reference: reference, Cents: s.Paid - s.Authorised}
}

// Lapsed says that an authorisation was not used.
func Lapsed(_ string, s Settlement) bool { return s.Paid == 0 }

// CardOf is the key of a settlement's card.
func CardOf(_ string, s Settlement) string { return s.Card }
