package obs

import (
	"io"
	"log/slog"

	"github.com/stoatgen/stoatgen/rt/internal/config"
)

// Logger is the one that a configuration asks for: its own if it has one, else lines of its level and format to w, each
// with the application's id.
func Logger(w io.Writer, c *config.Config) *slog.Logger {
	if c.Logger != nil {
		return c.Logger
	}
	opts := &slog.HandlerOptions{Level: c.LogLevel}
	var h slog.Handler = slog.NewTextHandler(w, opts)
	if c.LogFormat == config.LogJSON {
		h = slog.NewJSONHandler(w, opts)
	}
	return slog.New(h).With("application", c.ApplicationID)
}
