package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"sync"
	"syscall"
	"time"
)

// process is a running application.
type process struct {
	cmd  *exec.Cmd
	log  *output
	done chan struct{} // closed when it has ended
	err  error         // read after done
}

// output keeps what a process logs and tells when it is ready.
type output struct {
	mu    sync.Mutex
	buf   bytes.Buffer
	ready chan struct{}
	once  sync.Once
}

func (o *output) Write(p []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.buf.Write(p)
	if bytes.Contains(o.buf.Bytes(), []byte("msg=ready")) {
		o.once.Do(func() { close(o.ready) })
	}
	return len(p), nil
}

func (o *output) String() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.buf.String()
}

// start starts the application. It dies with this process.
func start(s settings) (*process, error) {
	exe, err := os.Executable()
	if err != nil {
		return nil, err
	}
	p := &process{cmd: exec.Command(exe, s.args()...), log: &output{ready: make(chan struct{})}, done: make(chan struct{})}
	p.cmd.Env = append(os.Environ(), childEnv+"=1")
	p.cmd.Stderr, p.cmd.Stdout = p.log, p.log
	p.cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	if err := p.cmd.Start(); err != nil {
		return nil, err
	}
	go func() { // ends with the process
		p.err = p.cmd.Wait()
		close(p.done)
	}()
	return p, nil
}

// childEnv marks the application's process, so that a test binary can be one.
const childEnv = "KILL_APPLICATION"

// kill is kill -9.
func (p *process) kill() {
	_ = p.cmd.Process.Kill() // one that has ended is as good
	<-p.done
}

// terminate asks for a clean end and waits for it.
func (p *process) terminate() error {
	if err := p.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		return err
	}
	return p.wait(time.Minute)
}

// wait waits for the process's own end.
func (p *process) wait(d time.Duration) error {
	select {
	case <-p.done:
		if p.err != nil {
			return fmt.Errorf("application: %w\n%s", p.err, p.log)
		}
		return nil
	case <-time.After(d):
		p.kill()
		return fmt.Errorf("application: no end within %v\n%s", d, p.log)
	}
}

// killed says that the process died by SIGKILL and not in order.
func (p *process) killed() bool {
	status, ok := p.cmd.ProcessState.Sys().(syscall.WaitStatus)
	return ok && status.Signaled() && status.Signal() == syscall.SIGKILL
}

// up waits until the application is ready.
func (p *process) up() error {
	select {
	case <-p.log.ready:
		return nil
	case <-p.done:
		return fmt.Errorf("application ended instead of becoming ready: %v\n%s", p.err, p.log)
	case <-time.After(time.Minute):
		p.kill()
		return fmt.Errorf("application isn't ready within a minute\n%s", p.log)
	}
}
