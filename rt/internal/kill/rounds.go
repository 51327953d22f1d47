package main

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/stoatgen/stoatgen/testdata/gen/rounds"
)

// roundsProgram has hops that lead back, so a barrier goes through its stages in rounds. Its topics have the names that the
// topology gives them.
func roundsProgram(string) *program {
	return &program{
		app: rounds.NewRounds,
		topics: map[string]int32{rounds.TransfersTopic: 3, rounds.AccountsTopic: 3, rounds.TicksTopic: 3,
			rounds.BalancesTopic: 2, rounds.BanksTopic: 1, rounds.StatementsTopic: 2, rounds.PatronsTopic: 1, rounds.TotalsTopic: 2},
		sources: []string{rounds.TransfersTopic, rounds.AccountsTopic, rounds.TicksTopic},
		sinks:   []string{rounds.BalancesTopic, rounds.BanksTopic, rounds.StatementsTopic, rounds.PatronsTopic, rounds.TotalsTopic},
		last:    []string{rounds.BalancesTopic, rounds.StatementsTopic, rounds.PatronsTopic, rounds.TotalsTopic},
		stores:  []string{"banks", "balances", "accounts", "statements", "patrons", "patron-subscription-store", "totals"},
		tables:  []string{"banks", "balances", "accounts", "statements", "patrons", "patron-subscription-store", "totals"},
		load:    transaction,
		closing: closingTicks,
		expect:  expectRounds,
	}
}

// transaction is the i-th record of the load: of eight, five are transfers, one says who an account's patron is, or that there is
// no such account any more, and two are ticks.
func transaction(i int) input {
	n, ts := i/8, firstTime+int64(i*operationEvery)
	switch i % 8 {
	case 5:
		patron := []byte(account(n * 11 % 61))
		if n%9 == 4 {
			patron = nil
		}
		return keyed(rounds.AccountsTopic, 3, ts, account(n%53), patron)
	case 6, 7:
		return keyed(rounds.TicksTopic, 3, ts, fmt.Sprint("tick-", i*3%37), fmt.Append(nil, "tick-", i*5%41))
	}
	return keyed(rounds.TransfersTopic, 3, ts, account(i*7%97), fmt.Append(nil, account(i*13%89), " ", i%50))
}

// account has a number, and is one of five banks'.
func account(n int) string { return fmt.Sprintf("%c%d", 'a'+n%5, n) }

// closingTicks bring stream time to the schedule's next slot, in every partition.
func closingTicks(i int) (all []input) {
	ts := firstTime + int64(i*operationEvery) + time.Hour.Milliseconds()
	for n := range 32 {
		key := fmt.Sprint(rounds.Closing, n)
		all = append(all, keyed(rounds.TicksTopic, 3, ts, key, []byte(key)))
	}
	return all
}

// expectRounds adds up.
func expectRounds(in map[string][]seen) (map[string]map[string][]string, map[string]map[string]string, error) {
	balances, banks, totals := map[string]int64{}, map[string]int64{}, map[string]int64{}
	e := &expectation{map[string]map[string][]string{}, map[string]map[string]string{}}
	for _, topic := range []string{rounds.BalancesTopic, rounds.BanksTopic, rounds.StatementsTopic, rounds.PatronsTopic, rounds.TotalsTopic} {
		e.outputs[topic] = map[string][]string{}
	}
	for _, x := range in[rounds.TransfersTopic] {
		to, sum, _ := strings.Cut(string(x.val), " ")
		n, err := strconv.ParseInt(sum, 10, 64)
		if err != nil {
			return nil, nil, err
		}
		bank := x.key[:1]
		balances[x.key] -= n
		balances[to] += n
		balances[bank+"-till"]++
		banks[bank]++
		e.write(rounds.BanksTopic, bank, number(banks[bank]))
	}
	for _, x := range in[rounds.TicksTopic] {
		if !strings.HasPrefix(x.key, rounds.Closing) {
			totals[x.key]++
			totals[string(x.val)]++
		}
	}
	accounts := table(in[rounds.AccountsTopic])
	statements, patrons := map[string]string{}, map[string]string{}
	for account, patron := range accounts {
		statements[account] = patron + " -"
		if n, known := balances[account]; known {
			statements[account] = fmt.Sprint(patron, " ", n)
		}
		if n, known := balances[patron]; known {
			patrons[account] = fmt.Sprint(patron, " ", n)
		}
	}
	e.rows["accounts"] = accounts
	e.stands(rounds.StatementsTopic, statements)
	e.stands(rounds.PatronsTopic, patrons)
	e.stands(rounds.BalancesTopic, numbers(balances))
	e.rows["banks"] = numbers(banks)
	e.stands(rounds.TotalsTopic, numbers(totals))
	return e.outputs, e.rows, nil
}

// stands says what a topic ends with, and the store of the same name.
func (e *expectation) stands(name string, rows map[string]string) {
	e.rows[name] = rows
	for key, val := range rows {
		e.write(name, key, val)
	}
}

func numbers(of map[string]int64) map[string]string {
	rows := map[string]string{}
	for key, n := range of {
		rows[key] = number(n)
	}
	return rows
}
