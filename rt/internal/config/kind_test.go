package config

import (
	"math"
	"testing"
	"time"
)

// accepts and refuses check one kind; what is accepted must survive being written and read again.
func accepts[T comparable](t *testing.T, k kind[T], values map[string]T) {
	t.Helper()
	for s, want := range values {
		got, err := k.parse(s)
		if err != nil || got != want {
			t.Errorf("%q: got %v, %v, expected %v", s, got, err, want)
		}
		if again, err := k.parse(k.format(got)); err != nil || again != got {
			t.Errorf("%q is written as %q and read back as %v, %v", s, k.format(got), again, err)
		}
	}
}

func refuses[T any](t *testing.T, k kind[T], values ...string) {
	t.Helper()
	for _, s := range values {
		if got, err := k.parse(s); err == nil {
			t.Errorf("%q: got %v, expected an error (%s)", s, got, k.expected)
		}
	}
}

func TestMillis(t *testing.T) {
	accepts(t, millis(-time.Millisecond), map[string]time.Duration{
		"0": 0, "250": 250 * time.Millisecond, "1500us": 1500 * time.Microsecond, "5m": 5 * time.Minute, "-1": -time.Millisecond,
		"9223372036854": 9223372036854 * time.Millisecond})
	refuses(t, millis(-time.Millisecond), "", "x", "5 m", "-2", "-1s", "-500us", "9223372036855", "-9223372036854775808")
	refuses(t, millis(time.Second), "0", "999", "-1")
}

func TestSize(t *testing.T) {
	accepts(t, size(-1), map[string]int64{"0": 0, "-1": -1, "100": 100, "64MiB": 64 << 20, "1 GiB": 1 << 30, "2kB": 2000, "3B": 3})
	refuses(t, size(-1), "", "MiB", "1.5MiB", "-2", "-1MiB", "9999999999GiB", "64 mib")
	refuses(t, size(1<<20), "1023KiB")
}

func TestNumber(t *testing.T) {
	accepts(t, number(-1, math.MaxInt16), map[string]int{"-1": -1, "3": 3, "32767": 32767})
	refuses(t, number(-1, math.MaxInt16), "-2", "32768", "1.0", "1e3", "")
}

func TestServers(t *testing.T) {
	refuses(t, servers, "a", "a:1,b", "a:65536", "a:x", "::1:9092")
	got, err := servers.parse(" a:1, [::1]:9092 ,")
	if err != nil || servers.format(got) != "a:1,[::1]:9092" {
		t.Errorf("got %v, %v", got, err)
	}
}

func TestKafkaStreamsClassNames(t *testing.T) {
	accepts(t, oneOf(handlers, Fail, Continue, DeadLetter), map[string]Handler{
		"dlq": DeadLetter, "org.apache.kafka.streams.errors.LogAndContinueExceptionHandler": Continue,
		"LogAndFailProcessingExceptionHandler": Fail})
	accepts(t, oneOf(extractors, FailOnInvalid, LogAndSkip, UsePartition, WallclockStamp), map[string]Extractor{
		"org.apache.kafka.streams.processor.UsePartitionTimeOnInvalidTimestamp": UsePartition})
	refuses(t, oneOf(handlers, Fail, Continue, DeadLetter), "Fail", "com.example.MyHandler", "")
}

func TestReset(t *testing.T) {
	accepts(t, reset, map[string]OffsetReset{"latest": Latest, "by_duration:PT24H": "by_duration:PT24H", string(ByDuration(90 * time.Minute)): "by_duration:PT5400S"})
	refuses(t, reset, "by_duration", "by_duration:", "by_duration:24h", "by_duration:P", "by_duration:PT", "by_duration:P1DT", "by_duration:-PT1S",
		"by_duration:PT-1S", "by_duration:P1Y", "by_duration:P200000D", "BY_DURATION:PT1S", string(ByDuration(-time.Second)))
	for s, want := range map[string]time.Duration{"P1D": 24 * time.Hour, "p1dt2h3m4.5s": 26*time.Hour + 3*time.Minute + 4500*time.Millisecond, "PT0S": 0,
		"PT1H-30M": 30 * time.Minute, "-PT-1M": time.Minute, "+PT0,25S": 250 * time.Millisecond} {
		if got, is := OffsetReset(backTo + s).Back(); !is || got != want {
			t.Errorf("%s is %v, %v; want %v", s, got, is, want)
		}
	}
	if got := ByDuration(1500 * time.Millisecond); got != "by_duration:PT1.5S" {
		t.Errorf("a second and a half is written %s", got)
	}
}

func TestIdentifier(t *testing.T) {
	for s, want := range map[string]bool{"orders-v2.x_1": true, "": false, ".": false, "..": false, "a/b": false, "ü": false, "a b": false} {
		if identifier(s) != want {
			t.Errorf("%q: got %v", s, !want)
		}
	}
}
