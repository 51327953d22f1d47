package broker

import "github.com/stoatgen/stoatgen/rt/internal/kafka"

// kfake gives a producer that was fenced a new epoch when it asks with its old one; Kafka answers PRODUCER_FENCED, and
// only by that does a process learn that another one took its place. So the listener answers in kfake's stead.

// fence answers an InitProducerID whose epoch lies below the one with which another process took the transactional id
// over. Otherwise it notes a take-over, whose answer Write looks into.
func (c *conn) fence(req kafka.Request) (answered bool) {
	id, epoch, _ := kafka.InitRequest(req)
	if id < 0 {
		c.init.Store(&req)
		return false
	}
	if !c.faults.stale(id, epoch) {
		return false
	}
	c.Conn.Write(kafka.RefuseInit(req, [4]byte(c.held)))
	return true
}

// raise notes the epoch of a take-over; stale tells whether an epoch is from before it.
func (f *faults) raise(id int64, epoch int16) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.epochs[id] = epoch
}

func (f *faults) stale(id int64, epoch int16) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	taken, ok := f.epochs[id]
	return ok && epoch < taken
}
