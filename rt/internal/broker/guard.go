package broker

import (
	"encoding/binary"
	"io"
	"net"
	"sync/atomic"

	"github.com/stoatgen/stoatgen/rt/internal/kafka"
)

const (
	maxFrame    = 128 << 20 // Kafka's socket.request.max.bytes is 100 MiB
	apiVersions = 18        // may have a version that is not known: the answer says which are
)

// guarded is kfake's listener with a look at every frame.
type guarded struct {
	net.Listener
	faults *faults
}

func (g guarded) Accept() (net.Conn, error) {
	c, err := g.Listener.Accept()
	if err != nil {
		return nil, err
	}
	return &conn{Conn: c, faults: g.faults}, nil
}

// conn hands kfake only whole frames that begin with a size and a request key and version that exist, and does with
// them what a test's fault says. kfake reads on one goroutine at a time, and has one request of a connection in work.
type conn struct {
	net.Conn
	faults *faults
	head   [8]byte                       // size, key, version
	left   int                           // header bytes still to hand out
	body   int                           // bytes of the frame behind the header still to read
	held   []byte                        // the body, if a fault had to look into it
	mute   atomic.Bool                   // the answer is not to be sent
	init   atomic.Pointer[kafka.Request] // the request in work, if it takes a transactional id over
}

func (c *conn) Read(p []byte) (int, error) {
	if c.left == 0 && c.body == 0 && len(c.held) == 0 {
		if err := c.next(); err != nil {
			c.Conn.Close()
			return 0, err
		}
	}
	if c.left > 0 {
		n := copy(p, c.head[len(c.head)-c.left:])
		c.left -= n
		return n, nil
	}
	if len(c.held) > 0 {
		n := copy(p, c.held)
		c.held = c.held[n:]
		return n, nil
	}
	n, err := c.Conn.Read(p[:min(len(p), c.body)])
	c.body -= n
	return n, err
}

// next reads a frame's header; any error ends the connection.
func (c *conn) next() error {
	if _, err := io.ReadFull(c.Conn, c.head[:]); err != nil {
		return err
	}
	size := binary.BigEndian.Uint32(c.head[:])
	key, version := int16(binary.BigEndian.Uint16(c.head[4:])), int16(binary.BigEndian.Uint16(c.head[6:]))
	if size < 8 || size > maxFrame || !kafka.KnownVersion(key, version) && key != apiVersions {
		return io.EOF
	}
	c.left, c.body = len(c.head), int(size)-4
	fn := c.faults.of(key)
	if fn == nil && key != kafka.InitProducerIDKey {
		return nil
	}
	c.held = make([]byte, c.body)
	if _, err := io.ReadFull(c.Conn, c.held); err != nil {
		return err
	}
	c.body = 0
	req, err := kafka.ParseRequest(append(c.head[4:8:8], c.held...))
	if err != nil {
		return err
	}
	if key == kafka.InitProducerIDKey && c.fence(req) {
		c.left, c.held = 0, nil
		return c.next()
	}
	if fn == nil {
		return nil
	}
	fate := fn(req)
	if fate.Delay > 0 && !c.faults.sleep(fate.Delay) || fate.Drop {
		return io.EOF
	}
	c.mute.Store(fate.DropAnswer)
	return nil
}

// Write is kfake's answer.
func (c *conn) Write(p []byte) (int, error) {
	if c.mute.Load() {
		c.Conn.Close()
		return 0, net.ErrClosed
	}
	if r := c.init.Swap(nil); r != nil {
		if id, epoch, ok := kafka.InitAnswer(*r, p); ok {
			c.faults.raise(id, epoch)
		}
	}
	return c.Conn.Write(p)
}
