package config

import (
	"math"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// OffsetReset says where to begin without a committed offset, for sources whose topology doesn't: one of these, or ByDuration.
type OffsetReset string

const (
	Earliest OffsetReset = "earliest" // the default
	Latest   OffsetReset = "latest"
	NoReset  OffsetReset = "none" // refuse to start
)

// backTo begins what ByDuration gives; behind it is the duration as Java writes it.
const backTo = "by_duration:"

// ByDuration begins at the first record whose timestamp is no older than d, in whole milliseconds, and behind the last record if all
// are (AutoOffsetResetStrategy.BY_DURATION). A negative d is refused at the start.
func ByDuration(d time.Duration) OffsetReset {
	return backTo + OffsetReset("PT"+strconv.FormatFloat(float64(d.Milliseconds())/1000, 'f', -1, 64)+"S")
}

// Back is how far back ByDuration begins; false if the reset is another one.
func (r OffsetReset) Back() (back time.Duration, is bool) {
	text, is := strings.CutPrefix(string(r), backTo)
	if !is {
		return 0, false
	}
	return javaDuration(text)
}

// reset reads one of the words, or a duration behind its own. The duration stays as it is written.
var reset = func() kind[OffsetReset] {
	words := oneOf(nil, Earliest, Latest, NoReset)
	return kind[OffsetReset]{"earliest, latest, none or a duration back such as by_duration:PT24H", func(s string) (OffsetReset, error) {
		if _, is := OffsetReset(s).Back(); is {
			return OffsetReset(s), nil
		}
		return words.parse(s)
	}, words.format}
}()

// java is what java.time.Duration.parse reads: days, hours, minutes and seconds.
var java = regexp.MustCompile(`^(?i)([-+]?)P(?:([-+]?\d+)D)?(T(?:([-+]?\d+)H)?(?:([-+]?\d+)M)?(?:([-+]?\d+(?:[.,]\d{0,9})?)S)?)?$`)

// javaDuration reads a duration that isn't negative.
func javaDuration(s string) (time.Duration, bool) {
	m := java.FindStringSubmatch(s)
	if m == nil || m[2] == "" && len(m[3]) < 2 || len(m[3]) == 1 {
		return 0, false
	}
	seconds := 0.0
	for i, unit := range map[int]float64{2: 24 * 60 * 60, 4: 60 * 60, 5: 60, 6: 1} {
		if m[i] != "" {
			n, err := strconv.ParseFloat(strings.Replace(m[i], ",", ".", 1), 64)
			if err != nil {
				return 0, false
			}
			seconds += n * unit
		}
	}
	if m[1] == "-" {
		seconds = -seconds
	}
	if seconds < 0 || seconds > math.MaxInt64/1e9 {
		return 0, false
	}
	return time.Duration(math.Round(seconds*1e3)) * time.Millisecond, true
}
