package rt

import (
	"time"

	"github.com/stoatgen/stoatgen/rt/internal/config"
	"github.com/stoatgen/stoatgen/rt/lane"
)

// Config is how an application is configured in code: weaker than its file and the environment. See
// docs/configuration.md.
type Config = config.Config

// Handler says what becomes of a record that can't be decoded, processed or written: one of Fail, Continue, DeadLetter.
type Handler = config.Handler

// Program is a topology as generated code hands it over.
type Program = lane.Program

// The words of Config's fields.
const (
	ExactlyOnce = config.ExactlyOnce
	AtLeastOnce = config.AtLeastOnce

	Fail       = config.Fail
	Continue   = config.Continue
	DeadLetter = config.DeadLetter

	FailOnInvalid  = config.FailOnInvalid
	LogAndSkip     = config.LogAndSkip
	UsePartition   = config.UsePartition
	WallclockStamp = config.WallclockStamp

	Earliest = config.Earliest
	Latest   = config.Latest
	NoReset  = config.NoReset

	LogText = config.LogText
	LogJSON = config.LogJSON
)

// ByDuration is a Config.OffsetReset: it begins at the first record whose timestamp is no older than d, in whole milliseconds, and
// behind the last record if all are. A negative d is refused at the start.
func ByDuration(d time.Duration) config.OffsetReset { return config.ByDuration(d) }
