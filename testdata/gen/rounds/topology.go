// Package rounds has a topology in which records come back to the sub-topologies that they left, over one hop and over two, and
// tables of one sub-topology that are joined by a foreign key. The kill loop runs it (rt/internal/kill).
//
//	transfers ─┬─ paid ───────────────────────────────────────┐
//	           ├─ by receiver ════════════════════════════════╪═► balances ─┬─► balances
//	           └─ by bank ═══► counted ─┬─► banks             │             ├─ joined with accounts ─► statements
//	                                    └─ by the bank's till ╧═            └─ of each account's patron ─► patrons
//	accounts ─► table
//	ticks ─┬──────────────┬─► totals, each ten seconds of stream time ─► totals
//	       └─ by partner ═╧
//
// A double line is a hop; all but the one to the banks lead back. Banks are counted in any order of their records; of the other
// outputs the last value of a key is certain, on any number of lanes.
package rounds

import (
	"strconv"
	"strings"
	"time"

	"github.com/stoatgen/stoatgen/dsl"
	"github.com/stoatgen/stoatgen/rt/record"
)

// Topics. A transfer's key pays, its value is who receives, a space, and how much.
const (
	TransfersTopic  = "transfers"
	AccountsTopic   = "accounts" // the patron by account
	TicksTopic      = "ticks"    // the partner by key
	BalancesTopic   = "balances"
	BanksTopic      = "banks"
	StatementsTopic = "statements"
	PatronsTopic    = "patrons"
	TotalsTopic     = "totals"
)

// Every is the interval of the schedule.
const Every = 10 * time.Second

// Rounds is the topology.
func Rounds(b *dsl.Builder) {
	transfers := b.Stream(TransfersTopic, dsl.String(), dsl.String())
	received := transfers.SelectKey(receiver).Repartition(dsl.Name("received"))
	counts := transfers.GroupBy(bank, dsl.Name("by-bank")).Count(dsl.As("banks")).ToStream()
	counts.To(BanksTopic)
	fees := counts.Map(fee).Repartition(dsl.Name("fees"))
	balances := transfers.MapValues(paid).Merge(received.MapValues(amount)).Merge(fees).
		GroupByKey().
		Aggregate(func() int64 { return 0 }, func(_ string, n, sum int64) int64 { return sum + n }, dsl.As("balances"))
	balances.ToStream().To(BalancesTopic)

	accounts := b.Table(AccountsTopic, dsl.String(), dsl.String(), dsl.As("accounts"))
	accounts.LeftJoin(balances, statement, dsl.Name("statement"), dsl.As("statements"), dsl.Value(dsl.String())).
		ToStream().To(StatementsTopic)
	accounts.JoinForeign(balances, patron, patronage, dsl.Name("patron"), dsl.As("patrons"), dsl.Value(dsl.String())).
		ToStream().To(PatronsTopic)

	ticks := b.Stream(TicksTopic, dsl.String(), dsl.String())
	ticks.Merge(ticks.SelectKey(partner).Repartition(dsl.Name("partners"))).
		Process1(NewTotals, b.KeyValueStore("totals", dsl.String(), dsl.Int64()), dsl.Name("sum")).
		To(TotalsTopic)
}

func receiver(_, transfer string) string {
	to, _, _ := strings.Cut(transfer, " ")
	return to
}

func amount(transfer string) int64 {
	_, n, _ := strings.Cut(transfer, " ")
	sum, err := strconv.ParseInt(n, 10, 64)
	if err != nil {
		panic(err) // the load is numbers
	}
	return sum
}

func paid(transfer string) int64 { return -amount(transfer) }

// bank is the account's, its first letter.
func bank(account, _ string) string { return account[:1] }

// fee is what a transfer brings to the bank's own account.
func fee(bank string, _ int64) (string, int64) { return bank + "-till", 1 }

func patron(_, name string) (string, bool) { return name, true }

func statement(patron string, balance *int64) string {
	if balance == nil {
		return patron + " -"
	}
	return patronage(patron, *balance)
}

func patronage(patron string, balance int64) string {
	return patron + " " + strconv.FormatInt(balance, 10)
}

func partner(_, name string) string { return name }

// Totals counts what comes of each key, and sends all counts when its schedule says so.
type Totals struct {
	totals record.KeyValueStore[string, int64]
}

// Closing begins the keys that move time on and are not counted.
const Closing = "closing"

// NewTotals is called once a partition.
func NewTotals(totals record.KeyValueStore[string, int64]) *Totals { return &Totals{totals} }

// Init makes the schedule.
func (t *Totals) Init(ctx record.Context[string, int64]) {
	ctx.Schedule(Every, record.StreamTime, func(now int64) {
		for key, n := range t.totals.All() {
			ctx.Forward(record.Record[string, int64]{Key: key, Value: n, Timestamp: now})
		}
	})
}

// Process takes one tick.
func (t *Totals) Process(_ record.Context[string, int64], r record.Record[string, string]) error {
	if !strings.HasPrefix(r.Key, Closing) {
		n, _ := t.totals.Get(r.Key)
		t.totals.Put(r.Key, n+1)
	}
	return nil
}
