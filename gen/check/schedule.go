package check

import (
	"time"

	"github.com/stoatgen/stoatgen/gen/topo"
	"github.com/stoatgen/stoatgen/rt/schedule"
)

// schedule: an interval is positive, and a cron expression is one.
func (c *checker) schedule(o *topo.Op) {
	pos := argPos(o.ArgPos, 0, o.Pos)
	switch o.Row() {
	case "Builder.Every":
		if n, ok := topo.Int(o.Args[0]); ok && n <= 0 {
			c.say(o, pos, "ST713", "give a positive one", "an interval of %s", time.Duration(n))
		}
	case "Builder.Cron":
		if _, known := o.Args[0].(topo.Const); !known {
			return // scan has said so
		}
		if _, err := schedule.Cron(topo.Text(o.Args[0])); err != nil {
			c.say(o, pos, "ST714", `write minute, hour, day of month, month and day of week, as in "30 6 * * 1-5"`,
				"cron expression %q: %v", topo.Text(o.Args[0]), err)
		}
	}
}
