package cluster

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"sync"
	"syscall"
	"time"
)

// Process is a program that is measured.
type Process struct {
	Began time.Time // right before its start

	cmd    *exec.Cmd
	log    log
	done   chan struct{} // closed when it has ended
	err    error         // read after done
	cancel context.CancelCauseFunc
}

// log keeps what a process says.
type log struct {
	mu    sync.Mutex
	text  bytes.Buffer
	lines chan struct{} // has a value when something was said
}

func (l *log) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.text.Write(p)
	select {
	case l.lines <- struct{}{}:
	default:
	}
	return len(p), nil
}

func (l *log) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

// Start starts a program. The context that it returns ends when the process does, with what it said.
func Start(ctx context.Context, program string, args ...string) (*Process, context.Context, error) {
	ctx, cancel := context.WithCancelCause(ctx)
	p := &Process{cmd: exec.Command(program, args...), log: log{lines: make(chan struct{}, 1)}, done: make(chan struct{}), cancel: cancel}
	p.cmd.Stdout, p.cmd.Stderr = &p.log, &p.log
	p.cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	p.Began = time.Now()
	if err := p.cmd.Start(); err != nil {
		return nil, nil, err
	}
	go func() { // ends with the process
		p.err = p.cmd.Wait()
		close(p.done)
		cancel(fmt.Errorf("%s ended: %v\n%s", strings.Join(p.cmd.Args, " "), p.err, p.log.String()))
	}()
	return p, ctx, nil
}

// Self starts this program again as something else.
func Self(ctx context.Context, args ...string) (*Process, context.Context, error) {
	exe, err := os.Executable()
	if err != nil {
		return nil, nil, err
	}
	return Start(ctx, exe, args...)
}

// Said waits until the process has written a text, and returns all that it wrote.
func (p *Process) Said(ctx context.Context, text string) (string, error) {
	for {
		if all := p.log.String(); strings.Contains(all, text) {
			return all, nil
		}
		select {
		case <-p.log.lines:
		case <-ctx.Done():
			return "", context.Cause(ctx)
		}
	}
}

// Kill is kill -9.
func (p *Process) Kill() {
	_ = p.cmd.Process.Kill() // one that has ended is as good
	<-p.done
}

// Stop sends SIGTERM and waits for the end. A status of 143 is that of a Java program that ended in order.
func (p *Process) Stop() error {
	_ = p.cmd.Process.Signal(syscall.SIGTERM)
	select {
	case <-p.done:
	case <-time.After(time.Minute):
		p.Kill()
		return fmt.Errorf("%s doesn't end within a minute\n%s", p.cmd.Path, p.log.String())
	}
	const term = 128 + int(syscall.SIGTERM)
	if code := p.cmd.ProcessState.ExitCode(); code != 0 && code != term {
		return fmt.Errorf("%s: exit code %d\n%s", p.cmd.Path, code, p.log.String())
	}
	return nil
}

// Wait waits for the process's own end and returns what it wrote.
func (p *Process) Wait() (string, error) {
	<-p.done
	if p.err != nil {
		return "", fmt.Errorf("%s: %w\n%s", strings.Join(p.cmd.Args, " "), p.err, p.log.String())
	}
	return p.log.String(), nil
}

// Usage is what a process that has ended took of the machine.
type Usage struct {
	CPU  time.Duration // user and system
	Peak int64         // of its resident memory, in bytes
}

// Usage is known once the process has ended.
func (p *Process) Usage() Usage {
	u := Usage{CPU: p.cmd.ProcessState.UserTime() + p.cmd.ProcessState.SystemTime()}
	if r, ok := p.cmd.ProcessState.SysUsage().(*syscall.Rusage); ok {
		u.Peak = r.Maxrss << 10
	}
	return u
}
