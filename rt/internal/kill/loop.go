package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"time"
)

// plan is what a kill loop does.
type plan struct {
	kills   int
	brokers string // "embedded" or host:port
	seed    uint64
	longest time.Duration // from the start of a process to its end
	settings
}

// result counts what a loop did.
type result struct {
	kills, records int
	torn           int // rounds given up because kfake tore a commit
}

// loop kills until the plan's number is reached. A round that kfake spoilt is given up, and another one makes up for
// its kills.
func loop(pl plan, log io.Writer) (res result, err error) {
	random := rand.New(rand.NewPCG(pl.seed, 1))
	for res.kills < pl.kills {
		done, torn, err := round(pl, pl.kills-res.kills, random, log, &res)
		if err != nil {
			return res, err
		}
		if torn {
			res.torn++
			fmt.Fprintf(log, "kfake tore a commit when it died: %d kills don't count\n", done)
			continue
		}
		res.kills += done
	}
	return res, nil
}

// round is kills of one application, from first start to clean stop, and the comparison at its end.
func round(pl plan, kills int, random *rand.Rand, log io.Writer, res *result) (done int, torn bool, err error) {
	if pl.dir, err = os.MkdirTemp("", "kill-*"); err != nil {
		return 0, false, err
	}
	defer os.RemoveAll(pl.dir)
	p := programs[pl.app](pl.prefix)
	ctx := context.Background()
	at, err := newPlace(ctx, p, pl.brokers, pl.settings)
	if err != nil {
		return 0, false, err
	}
	l := &loader{p: p}
	for ; done < kills; done++ {
		if err := life(ctx, at, l, time.Duration(random.Int64N(int64(pl.longest)))); err != nil {
			return done, false, err
		}
		err := at.between(func(r reader) error {
			if at.torn > 0 {
				return nil
			}
			return p.directory(ctx, r, at.s.dir, at.s.id)
		})
		if at.torn > 0 || err != nil {
			return done, at.torn > 0, err
		}
		if err := at.trouble(random); err != nil {
			return done, false, err
		}
		fmt.Fprintf(log, "\rkill %d, %d records in", res.kills+done+1, l.n.Load())
	}
	fmt.Fprintln(log)
	res.records += int(l.n.Load())
	if err := last(ctx, at, l); err != nil {
		return done, false, err
	}
	return done, false, at.between(func(r reader) error {
		if err := p.directory(ctx, r, at.s.dir, at.s.id); err != nil {
			return err
		}
		return p.outputs(ctx, r, at.s.id)
	})
}

// run starts the application, waits until it is ready, and kills it if what is done meanwhile hasn't ended it.
func (at *place) run(ctx context.Context, meanwhile func(*process, reader) error) error {
	a, err := start(at.s)
	if err != nil {
		return err
	}
	defer a.kill()
	if err := a.up(); err != nil {
		return err
	}
	r, err := connect(ctx, at.address())
	if err != nil {
		return err
	}
	defer r.Close()
	return meanwhile(a, r)
}

// life is one process, under load, until it is killed.
func life(ctx context.Context, at *place, l *loader, d time.Duration) error {
	return at.run(ctx, func(a *process, r reader) error {
		l.begin(r)
		defer l.end()
		select {
		case <-time.After(d):
			a.kill()
			return nil
		case <-a.done:
			return fmt.Errorf("application ended by itself: %v\n%s", a.err, a.log)
		}
	})
}

// last lets the application catch up, closes what is open, and stops it in order.
func last(ctx context.Context, at *place, l *loader) error {
	return at.run(ctx, func(a *process, r reader) error {
		err := r.awaitCaughtUp(ctx, at)
		if err == nil && at.p.closing != nil {
			err = r.awaitClosed(ctx, at, l)
		}
		if err != nil {
			return fmt.Errorf("%w\n%s", err, a.log)
		}
		return a.terminate()
	})
}

// awaitClosed gives the application what closes everything before it, and waits until it has sent that: without more input.
func (r reader) awaitClosed(ctx context.Context, at *place, l *loader) error {
	time.Sleep(lookEvery)
	p := r.NewProducer("", time.Minute)
	if err := p.Init(ctx); err != nil {
		return err
	}
	if err := l.send(ctx, p, at.p.closing(int(l.n.Load()))); err != nil {
		return err
	}
	if err := r.awaitCaughtUp(ctx, at); err != nil {
		return err
	}
	for until := time.Now().Add(time.Minute); ; time.Sleep(lookEvery) {
		err := at.p.outputs(ctx, r, at.s.id)
		if err == nil || !errors.Is(err, errDiffers) || time.Now().After(until) {
			return err
		}
	}
}

// lookEvery is longer than an outer join waits from one look for what has no partner to the next.
const lookEvery = 1200 * time.Millisecond

// awaitCaughtUp waits until everything that was loaded is committed.
func (r reader) awaitCaughtUp(ctx context.Context, at *place) error {
	ctx, cancel := context.WithTimeout(ctx, 2*time.Minute)
	defer cancel()
	for {
		ok, err := r.caughtUp(ctx, at.s.id, at.p.sources...)
		if ok || err != nil {
			return err
		}
		select {
		case <-time.After(5 * time.Millisecond):
		case <-ctx.Done():
			return fmt.Errorf("the application doesn't catch up with its input")
		}
	}
}
