package httpapi

import (
	"context"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"
)

func serve(t *testing.T, api API) *Server {
	t.Helper()
	s, err := Serve("127.0.0.1:0", api)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(context.Background()); err != nil {
			t.Error(err)
		}
	})
	return s
}

func plain() API {
	metrics := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "stoat_up 1\n") })
	return API{Live: NewGate(""), Ready: NewGate("starting"), Metrics: metrics}
}

func ask(t *testing.T, method, url string) (int, string) {
	t.Helper()
	req, err := http.NewRequest(method, url, nil)
	if err != nil {
		t.Fatal(err)
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return resp.StatusCode, string(body)
}

func TestHealthFollowsTheGates(t *testing.T) {
	api := plain()
	url := "http://" + serve(t, api).Addr()
	expect := func(path string, status int, body string) {
		t.Helper()
		if s, b := ask(t, "GET", url+path); s != status || b != body {
			t.Errorf("%s: %d %q, expected %d %q", path, s, b, status, body)
		}
	}
	expect("/health/live", 200, "live\n")
	expect("/health/ready", 503, "not ready: starting\n")
	api.Ready.Shut("restoring: 7 records left")
	expect("/health/ready", 503, "not ready: restoring: 7 records left\n")
	api.Ready.Open()
	expect("/health/ready", 200, "ready\n")
	api.Ready.Shut("stopping")
	api.Live.Shut("no commit for 45s")
	expect("/health/ready", 503, "not ready: stopping\n")
	expect("/health/live", 503, "not live: no commit for 45s\n")
}

func TestPaths(t *testing.T) {
	url := "http://" + serve(t, plain()).Addr()
	for _, c := range []struct {
		method, path string
		status       int
		body         string
	}{
		{"GET", "/metrics", 200, "stoat_up 1\n"},
		{"GET", "/", 200, index},
		{"GET", "/nothing", 404, "404 page not found\n"},
		{"POST", "/health/live", 405, "Method Not Allowed\n"},
		{"HEAD", "/health/live", 200, ""},
	} {
		if s, b := ask(t, c.method, url+c.path); s != c.status || b != c.body {
			t.Errorf("%s %s: %d %q, expected %d %q", c.method, c.path, s, b, c.status, c.body)
		}
	}
}

func TestAddressInUse(t *testing.T) {
	s := serve(t, plain())
	_, err := Serve(s.Addr(), plain())
	if err == nil || !strings.Contains(err.Error(), "http.address: "+s.Addr()+" is in use") {
		t.Errorf("got %v", err)
	}
	if _, err := Serve("256.0.0.1:0", plain()); err == nil || !strings.HasPrefix(err.Error(), "http.address: ") {
		t.Errorf("an address that isn't one: %v", err)
	}
}

// A request that runs when Close comes is answered; afterwards nobody listens.
func TestCloseWaitsForRequests(t *testing.T) {
	entered, leave := make(chan bool), make(chan bool)
	api := plain()
	api.Metrics = http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		entered <- true
		<-leave
		_, _ = io.WriteString(w, "late")
	})
	s, err := Serve("127.0.0.1:0", api)
	if err != nil {
		t.Fatal(err)
	}
	got := make(chan string, 1)
	go func() { // ends with the answer
		resp, err := http.Get("http://" + s.Addr() + "/metrics")
		if err != nil {
			got <- err.Error()
			return
		}
		defer resp.Body.Close()
		body, _ := io.ReadAll(resp.Body)
		got <- string(body)
	}()
	<-entered
	closed := make(chan error, 1)
	go func() { closed <- s.Close(context.Background()) }() // ends when the request does
	leave <- true
	if body := <-got; body != "late" {
		t.Errorf("the request got %q", body)
	}
	if err := <-closed; err != nil {
		t.Error(err)
	}
	if conn, err := net.Dial("tcp", s.Addr()); err == nil {
		conn.Close()
		t.Error("somebody still listens")
	}
}

// A client that never finishes doesn't keep the application from stopping.
func TestCloseGivesUp(t *testing.T) {
	entered, leave := make(chan bool), make(chan bool)
	api := plain()
	api.Metrics = http.HandlerFunc(func(http.ResponseWriter, *http.Request) {
		entered <- true
		<-leave
	})
	s, err := Serve("127.0.0.1:0", api)
	if err != nil {
		t.Fatal(err)
	}
	go func() { // ends when Close cuts the connection
		if resp, err := http.Get("http://" + s.Addr() + "/metrics"); err == nil {
			resp.Body.Close()
		}
	}()
	<-entered
	ctx, cancel := context.WithTimeout(context.Background(), time.Millisecond)
	defer cancel()
	if err := s.Close(ctx); err == nil {
		t.Error("no error for a request that outlived its time")
	}
	close(leave)
}
