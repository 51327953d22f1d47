package gen

import (
	"go/token"

	"github.com/stoatgen/stoatgen/gen/diag"
	"github.com/stoatgen/stoatgen/gen/write"
)

// stale reports what -check found, a file each.
func stale(changes []write.Change) (ds []diag.Diagnostic) {
	for _, c := range changes {
		message := "this is not what would be generated now"
		switch {
		case c.Old == nil:
			message = "this file is missing"
		case c.New == nil:
			message = "no topology writes this file any more"
		}
		ds = append(ds, diag.New(token.Position{Filename: c.Name, Line: 1, Column: 1}, "ST803", message, "run go generate ./..."))
	}
	return ds
}
