package restore

import "fmt"

// Refusal is why an application doesn't start: the state directory or the brokers' data are not what this application
// left behind. Nothing has been changed.
type Refusal struct {
	Found string // what was found and what was expected
	Do    string // what the operator can do
}

func (r *Refusal) Error() string { return "start refused: " + r.Found + "; " + r.Do }

func refuse(do, format string, args ...any) error {
	return &Refusal{Found: fmt.Sprintf(format, args...), Do: do}
}

const (
	doOffsets = "set the group's offsets to where processing shall go on (kafka-consumer-groups.sh --reset-offsets), or, to begin anew, " +
		"delete the state directory and the changelog topics"
	doCluster   = "name the right directory with state.dir, or move this one away to restore from the changelogs"
	doRecreated = "to begin anew, delete the state directory, the changelog topics and the group's offsets"
	doLost      = "the changelog can no longer restore this state; to accept the loss, delete the state directory and the " +
		"application restores what the changelog still has"
)
