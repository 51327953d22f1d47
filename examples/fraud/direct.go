package fraud

import (
	"cmp"
	"encoding/json/v2"
	"maps"
	"slices"
)

// Row is a row of an output, by card. A nil Hold is a release.
type Row[V any] struct {
	Card  string
	Value V
}

// Found is everything that the topology writes: alerts and lapsed authorisations sorted, holds card by card in their order.
type Found struct {
	Alerts []Row[Alert]
	Lapsed []Row[Settlement]
	Holds  []Row[*Hold]
	Dead   []string // the messages that are dead letters, sorted
}

// Sort puts rows in the order of Direct's. Between cards, and between alerts of different kinds, the topology's own order is
// free.
func (f *Found) Sort() {
	slices.SortFunc(f.Alerts, func(a, b Row[Alert]) int {
		return cmp.Or(cmp.Compare(a.Card, b.Card), cmp.Compare(a.Value.Kind, b.Value.Kind), cmp.Compare(a.Value.At, b.Value.At), cmp.Compare(a.Value.Reference, b.Value.Reference))
	})
	slices.SortFunc(f.Lapsed, func(a, b Row[Settlement]) int { return cmp.Compare(a.Value.Reference, b.Value.Reference) })
	slices.SortStableFunc(f.Holds, func(a, b Row[*Hold]) int { return cmp.Compare(a.Card, b.Card) })
	slices.Sort(f.Dead)
}

// Direct computes what the topology must write over a whole day: everything that has closed by the time of its last message.
// It shares nothing with the topology but the types and the times: each output is a loop of its own over all messages.
func Direct(messages []Message) Found {
	var f Found
	byCard := map[string][]Authorisation{} // in the order of their arrival
	payments := map[string][]Payment{}
	end := int64(0)
	for _, m := range messages {
		var a Authorisation
		var p Payment
		switch {
		case m.Topic == PaymentsTopic && json.Unmarshal(m.Value, &p) == nil:
			payments[m.Key] = append(payments[m.Key], p)
		case m.Topic == AuthorisationsTopic && json.Unmarshal(m.Value, &a) == nil && a.Card == m.Key && a.Reference != "" && a.Cents > 0:
			byCard[m.Key] = append(byCard[m.Key], a)
		default:
			f.Dead = append(f.Dead, string(m.Value))
			continue
		}
		end = max(end, a.At, p.At)
	}
	for card, attempts := range byCard {
		f.sprees(card, attempts, end)
		f.holds(card, attempts, end)
	}
	f.settle(byCard, payments, end)
	f.Sort()
	return f
}

// sprees cuts a card's day where there are more than five minutes between two attempts.
func (f *Found) sprees(card string, attempts []Authorisation, end int64) {
	attempts = slices.SortedFunc(slices.Values(attempts), func(a, b Authorisation) int { return cmp.Compare(a.At, b.At) })
	for len(attempts) > 0 {
		n, declined, cents := 0, 0, int64(0)
		for n < len(attempts) && (n == 0 || attempts[n].At-attempts[n-1].At <= 5*minute) {
			if !attempts[n].Approved {
				declined++
			}
			cents += attempts[n].Cents
			n++
		}
		closed := attempts[n-1].At+6*minute < end
		if closed && n >= 8 && declined >= n-declined {
			f.Alerts = append(f.Alerts, Row[Alert]{card, Alert{Kind: "card testing", At: attempts[0].At, Cents: cents}})
		}
		attempts = attempts[n:]
	}
}

// holds follows a card from terminal to terminal.
func (f *Found) holds(card string, attempts []Authorisation, end int64) {
	var last *Authorisation
	var hold *Hold
	for _, a := range attempts {
		if hold != nil && a.At >= hold.Until {
			f.Holds, hold = append(f.Holds, Row[*Hold]{Card: card}), nil
		}
		switch {
		case hold != nil:
			next := *hold
			next.Attempts++
			next.Until = max(next.Until, a.At+30*minute)
			hold = &next
		case a.Present && last != nil && last.Country != a.Country && a.At < last.At+2*hour:
			hold = &Hold{Reason: "two countries at once", Since: a.At, Until: a.At + 30*minute, Attempts: 1}
		}
		if hold != nil {
			f.Holds = append(f.Holds, Row[*Hold]{card, hold})
		}
		if a.Present {
			last = &a
		}
	}
	if hold != nil && hold.Until+minute <= end {
		f.Holds = append(f.Holds, Row[*Hold]{Card: card})
	}
}

// settle looks for each approval's payments and for each payment's approval.
func (f *Found) settle(byCard map[string][]Authorisation, payments map[string][]Payment, end int64) {
	approved := map[string][]Authorisation{}
	for _, attempts := range byCard {
		for _, a := range attempts {
			if a.Approved {
				approved[a.Reference] = append(approved[a.Reference], a)
			}
		}
	}
	near := func(a Authorisation, p Payment) bool { return max(a.At, p.At)-min(a.At, p.At) <= hour }
	for reference, list := range approved {
		for _, a := range list {
			found := false
			for _, p := range payments[reference] {
				if near(a, p) {
					found = true
					if p.Cents > a.Cents {
						f.Alerts = append(f.Alerts, Row[Alert]{p.Card, Alert{"overcharged", p.At, reference, p.Cents - a.Cents}})
					}
				}
			}
			if !found && a.At+hour+minute < end {
				f.Lapsed = append(f.Lapsed, Row[Settlement]{a.Card, Settlement{a.Card, reference, a.At, a.Cents, 0}})
			}
		}
	}
	for reference, list := range payments {
		for _, p := range list {
			found := slices.ContainsFunc(approved[reference], func(a Authorisation) bool { return near(a, p) })
			if !found && p.At+hour+minute < end {
				f.Alerts = append(f.Alerts, Row[Alert]{p.Card, Alert{"unauthorised", p.At, reference, p.Cents}})
			}
		}
	}
}

// Caught is what was found of what can be planted: alerts, and the cards that were held.
func (f *Found) Caught() []Planted {
	caught := map[Planted]bool{}
	for _, a := range f.Alerts {
		caught[Planted{a.Value.Kind, a.Card, a.Value.Reference}] = true
	}
	for _, h := range f.Holds {
		if h.Value != nil {
			caught[Planted{Kind: h.Value.Reason, Card: h.Card}] = true
		}
	}
	return slices.SortedFunc(maps.Keys(caught), Planted.compare)
}

// Sorted is frauds in the order of Caught.
func Sorted(planted []Planted) []Planted {
	return slices.SortedFunc(slices.Values(planted), Planted.compare)
}

func (p Planted) compare(o Planted) int {
	return cmp.Or(cmp.Compare(p.Kind, o.Kind), cmp.Compare(p.Card, o.Card), cmp.Compare(p.Reference, o.Reference))
}
