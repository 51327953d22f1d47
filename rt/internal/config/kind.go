package config

import (
	"errors"
	"fmt"
	"log/slog"
	"math"
	"net"
	"slices"
	"strconv"
	"strings"
	"time"
)

// A kind is how values of one sort are written and read. Its parse reports no position and no key: the place that
// was read adds both.
type kind[T any] struct {
	expected string // completes "expected …"
	parse    func(string) (T, error)
	format   func(T) string
}

var errKind = errors.New("value of another kind")

func text(expected string, ok func(string) bool) kind[string] {
	return kind[string]{expected, func(s string) (string, error) {
		if !ok(s) {
			return "", errKind
		}
		return s, nil
	}, func(s string) string { return s }}
}

func anyText(string) bool { return true }

// identifier is Kafka's rule for the names of topics, which an application id becomes a part of.
func identifier(s string) bool {
	if s == "" || s == "." || s == ".." || len(s) > 249 {
		return false
	}
	return strings.IndexFunc(s, func(r rune) bool {
		return !('a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9' || strings.ContainsRune("._-", r))
	}) < 0
}

func address(s string) bool {
	_, port, err := net.SplitHostPort(s)
	n, errPort := strconv.Atoi(port)
	return err == nil && errPort == nil && n >= 0 && n < 1<<16
}

var servers = kind[[]string]{"a list of host:port", func(s string) ([]string, error) {
	var list []string
	for part := range strings.SplitSeq(s, ",") {
		if part = strings.TrimSpace(part); part == "" {
			continue
		}
		if !address(part) {
			return nil, fmt.Errorf("%q: %w", part, errKind)
		}
		list = append(list, part)
	}
	if len(list) == 0 && strings.TrimSpace(s) != "" { // commas alone would mean the broker inside the process
		return nil, errKind
	}
	return list, nil
}, func(list []string) string { return strings.Join(list, ",") }}

// millis reads a number as Kafka does, in milliseconds, or a duration as Go writes it.
func millis(least time.Duration) kind[time.Duration] {
	expected := "milliseconds or a duration such as 100ms or 5m"
	if least < 0 {
		expected += ", or -1"
	} else if least > 0 {
		expected += ", at least " + least.String()
	}
	return kind[time.Duration]{expected, func(s string) (time.Duration, error) {
		d, err := time.ParseDuration(s)
		if n, errNumber := strconv.ParseInt(s, 10, 64); errNumber == nil {
			if n > math.MaxInt64/int64(time.Millisecond) {
				return 0, errKind
			}
			d, err = time.Duration(max(n, -2))*time.Millisecond, nil
		}
		if err != nil || d < least || d < 0 && d != -time.Millisecond {
			return 0, errKind
		}
		return d, nil
	}, func(d time.Duration) string {
		if d%time.Millisecond == 0 && d < time.Second {
			return strconv.FormatInt(d.Milliseconds(), 10) + "ms"
		}
		return d.String()
	}}
}

func number[T int | int64](least, most T) kind[T] {
	return kind[T]{fmt.Sprintf("a whole number from %d to %d", least, most), func(s string) (T, error) {
		n, err := strconv.ParseInt(s, 10, 64)
		if err != nil || n < int64(least) || n > int64(most) {
			return 0, errKind
		}
		return T(n), nil
	}, func(n T) string { return strconv.FormatInt(int64(n), 10) }}
}

var units = []struct {
	suffix string
	bytes  int64
}{{"GiB", 1 << 30}, {"MiB", 1 << 20}, {"KiB", 1 << 10}, {"GB", 1e9}, {"MB", 1e6}, {"kB", 1e3}, {"B", 1}}

func size(least int64) kind[int64] {
	expected := "bytes or a size such as 64MiB"
	if least < 0 {
		expected += ", or -1"
	} else if least > 1 {
		expected += fmt.Sprintf(", at least %d", least)
	}
	return kind[int64]{expected, func(s string) (int64, error) {
		factor := int64(1)
		for _, u := range units {
			if rest, ok := strings.CutSuffix(s, u.suffix); ok {
				s, factor = strings.TrimSpace(rest), u.bytes
				break
			}
		}
		n, err := strconv.ParseInt(s, 10, 64)
		if err != nil || n > (1<<62)/factor || n*factor < least {
			return 0, errKind
		}
		return n * factor, nil
	}, func(n int64) string {
		for _, u := range units[:3] {
			if n != 0 && n%u.bytes == 0 {
				return strconv.FormatInt(n/u.bytes, 10) + u.suffix
			}
		}
		return strconv.FormatInt(n, 10)
	}}
}

// oneOf reads one of a few words. Each word may have aliases: the classes that Kafka Streams' configurations name.
func oneOf[T ~string](aliases map[string]T, words ...T) kind[T] {
	list := make([]string, len(words))
	for i, w := range words {
		list[i] = string(w)
	}
	return kind[T]{strings.Join(list[:len(list)-1], ", ") + " or " + list[len(list)-1], func(s string) (T, error) {
		if w, ok := aliases[s[strings.LastIndexByte(s, '.')+1:]]; ok {
			return w, nil
		}
		if i := slices.Index(list, s); i >= 0 {
			return words[i], nil
		}
		return "", errKind
	}, func(w T) string { return string(w) }}
}

var level = kind[slog.Level]{"debug, info, warn or error", func(s string) (l slog.Level, err error) {
	err = l.UnmarshalText([]byte(s))
	return l, err
}, func(l slog.Level) string { return strings.ToLower(l.String()) }}
