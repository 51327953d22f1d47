package broker_test

import (
	"bufio"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/stoatgen/stoatgen/rt/internal/broker"
	"github.com/stoatgen/stoatgen/rt/internal/kafka"
)

// TestMain lets the test binary run as the process that is killed.
func TestMain(m *testing.M) {
	if dir := os.Getenv("BROKER_TEST_DIR"); dir != "" {
		if err := count(dir); err != nil {
			fmt.Println("error:", err)
			os.Exit(1)
		}
	}
	os.Exit(m.Run())
}

// count writes the numbers from the committed offset on to two topics, a transaction each, until it is killed.
func count(dir string) error {
	ctx := context.Background()
	b, err := broker.Start(dir, two)
	if err != nil {
		return err
	}
	for _, t := range b.Torn() {
		fmt.Println("torn:", t)
	}
	c, err := kafka.Open(ctx, kafka.Config{Brokers: []string{b.Addr()}})
	if err != nil {
		return err
	}
	p := c.NewProducer("app", time.Minute)
	if err := p.Init(ctx); err != nil {
		return err
	}
	in := kafka.TP{Topic: "a"} // stands for a source: its offset counts the transactions
	at, err := c.FetchOffsets(ctx, "app", in)
	if err != nil {
		return err
	}
	for n := at[in].Offset; ; n++ {
		if _, err := p.Produce(ctx, values(fmt.Sprint(n), "a", "b")); err != nil {
			return err
		}
		next := map[kafka.TP]kafka.Committed{in: {Position: kafka.Position{Offset: n + 1, LeaderEpoch: -1}}}
		if err := p.CommitOffsets(ctx, "app", next); err != nil {
			return err
		}
		if err := p.End(ctx, true); err != nil {
			return err
		}
		fmt.Println("committed", n)
	}
}

// kill -9 at random moments: both topics and the offset show the same transactions, unless a start reported that kfake
// tore a commit.
func TestKill(t *testing.T) {
	dir := t.TempDir()
	torn := 0
	for range 8 {
		cmd := exec.Command(os.Args[0])
		cmd.Env = append(os.Environ(), "BROKER_TEST_DIR="+dir)
		out, err := cmd.StdoutPipe()
		ok(t, err)
		ok(t, cmd.Start())
		lines := bufio.NewScanner(out)
		for lines.Scan() && !strings.HasPrefix(lines.Text(), "committed") {
			if strings.HasPrefix(lines.Text(), "torn") {
				torn++
			} else {
				t.Fatal(lines.Text())
			}
		}
		time.AfterFunc(time.Duration(rand.IntN(50_000))*time.Microsecond, func() { cmd.Process.Kill() })
		for lines.Scan() {
			if strings.HasPrefix(lines.Text(), "error") {
				t.Fatal(lines.Text())
			}
		}
		cmd.Wait() // it was killed
	}
	b, c := start(t, dir, two)
	defer b.Close()
	defer c.Close()
	in := kafka.TP{Topic: "a"}
	at, err := c.FetchOffsets(t.Context(), "app", in)
	ok(t, err)
	if torn += len(b.Torn()); torn > 0 {
		t.Logf("kfake tore %d commits: topics and offset may differ", torn)
		return
	}
	for _, topic := range []string{"a", "b"} {
		got := read(t, c, topic)
		if int64(len(got)) != at[in].Offset {
			t.Fatalf("%s has %d records, the committed offset is %d", topic, len(got), at[in].Offset)
		}
		for n, v := range got {
			if v != fmt.Sprint(n) {
				t.Fatalf("%s: record %d is %q", topic, n, v)
			}
		}
	}
}
