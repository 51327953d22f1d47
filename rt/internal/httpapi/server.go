package httpapi

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"syscall"
	"time"
)

// API is what is served.
type API struct {
	Live, Ready *Gate
	Metrics     http.Handler
}

// Server is a running one.
type Server struct {
	listener net.Listener
	http     http.Server
	done     chan error // what the serving goroutine ended with; read by Close
}

// Serve listens on address, host:port, and serves until Close. Port 0 takes a free one; Addr tells which.
func Serve(address string, api API) (*Server, error) {
	listener, err := net.Listen("tcp", address)
	if errors.Is(err, syscall.EADDRINUSE) {
		return nil, fmt.Errorf("http.address: %s is in use; expected a free port: name another one, 0 for any, or off", address)
	} else if err != nil {
		return nil, fmt.Errorf("http.address: %w", err)
	}
	s := &Server{listener: listener, done: make(chan error, 1)}
	s.http = http.Server{
		Handler: api.handler(),
		// A client that sends or reads nothing must not hold a connection for ever.
		ReadTimeout:  10 * time.Second,
		WriteTimeout: 30 * time.Second,
		IdleTimeout:  2 * time.Minute,
	}
	// Ends when Close shuts the listener, which then reads done.
	go func() { s.done <- s.http.Serve(listener) }()
	return s, nil
}

// Addr is where it listens, with the port that was taken.
func (s *Server) Addr() string { return s.listener.Addr().String() }

// Close takes no more requests, waits for those that run, until ctx ends, and returns what went wrong.
func (s *Server) Close(ctx context.Context) error {
	err := s.http.Shutdown(ctx)
	if err != nil { // some requests outlived ctx
		err = errors.Join(err, s.http.Close())
	}
	if serving := <-s.done; !errors.Is(serving, http.ErrServerClosed) {
		err = errors.Join(err, serving)
	}
	if err != nil {
		return fmt.Errorf("http server: %w", err)
	}
	return nil
}

const index = `/health/live
/health/ready
/metrics
`

func (api API) handler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /health/live", health("live", api.Live))
	mux.HandleFunc("GET /health/ready", health("ready", api.Ready))
	mux.Handle("GET /metrics", api.Metrics)
	mux.HandleFunc("GET /{$}", func(w http.ResponseWriter, _ *http.Request) { answer(w, http.StatusOK, index) })
	return mux
}

func health(what string, g *Gate) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		if reason := g.Reason(); reason != "" {
			answer(w, http.StatusServiceUnavailable, "not "+what+": "+reason+"\n")
			return
		}
		answer(w, http.StatusOK, what+"\n")
	}
}

func answer(w http.ResponseWriter, status int, text string) {
	h := w.Header()
	h.Set("Content-Type", "text/plain; charset=utf-8")
	h.Set("Cache-Control", "no-store") // yesterday's health helps nobody
	w.WriteHeader(status)
	_, _ = io.WriteString(w, text) // a client that went away is no news
}
