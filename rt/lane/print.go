package lane

import (
	"errors"
	"fmt"
	"io"
	"os"
	"slices"

	"github.com/stoatgen/stoatgen/rt/abi"
)

// PrintInfo is an operator that prints.
type PrintInfo struct {
	Node  abi.NodeID
	Label string // begins each line
	Path  string // of a file; "" is standard output
}

// Prints is what the operators of a program print to: one file a path, whoever prints to it.
type Prints struct {
	outs  []io.Writer // by the operator's index in the program
	files []*os.File
}

// OpenPrints opens the files, which begin anew, as in Kafka Streams. An error names the operator.
func (p *Program) OpenPrints() (*Prints, error) {
	x := &Prints{}
	open := map[string]*os.File{"": os.Stdout}
	for _, o := range p.Prints {
		f := open[o.Path]
		if f == nil {
			var err error
			if f, err = os.Create(o.Path); err != nil {
				n := p.Nodes[o.Node]
				return nil, errors.Join(fmt.Errorf("%s: %s can't print: %w; name a file that can be written, in a directory that is there", n.Pos, n.Name, err), x.Close())
			}
			open[o.Path] = f
			x.files = append(x.files, f)
		}
		x.outs = append(x.outs, f)
	}
	return x, nil
}

// Close closes the files. The lanes have ended.
func (x *Prints) Close() (err error) {
	for _, f := range x.files {
		err = errors.Join(err, f.Close())
	}
	x.files = nil
	return err
}

// printBuffer is how many bytes of lines a lane keeps at most.
const printBuffer = 32 << 10

// sheet is what one lane has for one destination: the lines of all its printers, in the order in which they were printed.
type sheet struct {
	out io.Writer
	buf []byte
}

// Printer is an operator's printing on one lane. Its lines wait until the lane has nothing else to do, or a barrier passes:
// no record waits for the output. They go out whole; those of several lanes in no order.
type Printer struct {
	*sheet
	lane *Lane
	node abi.NodeID
	head string
}

// NewPrinter makes the printing of an operator, by its index in the program. A lane that only lends its stores, to a restore,
// prints nothing.
func NewPrinter(l *Lane, i int) *Printer {
	info := l.program.Prints[i]
	out := io.Discard
	if l.env.Prints != nil {
		out = l.env.Prints.outs[i]
	}
	at := slices.IndexFunc(l.sheets, func(s *sheet) bool { return s.out == out })
	if at < 0 {
		at, l.sheets = len(l.sheets), append(l.sheets, &sheet{out: out})
	}
	return &Printer{l.sheets[at], l, info.Node, "[" + info.Label + "]: "}
}

// Begin is the beginning of a line, to which the caller appends; End takes the line.
func (p *Printer) Begin() []byte { return append(p.buf, p.head...) }

// End ends a line. A line that was begun and not ended, as a function failed, is forgotten.
func (p *Printer) End(line []byte) {
	if p.buf = append(line, '\n'); len(p.buf) >= printBuffer {
		p.Flush()
	}
}

// Flush writes the lines. What can't be written stops the application.
func (p *Printer) Flush() {
	if len(p.buf) == 0 {
		return
	}
	_, err := p.out.Write(p.buf)
	if p.buf = p.buf[:0]; err != nil {
		p.lane.stop(&Failure{Kind: Process, Node: p.lane.program.Nodes[p.node], Cause: fmt.Errorf("can't print: %w", err)})
	}
}

func (p *Printer) pass(int, uint32, []int64) { p.Flush() }
