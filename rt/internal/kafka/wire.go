package kafka

import (
	"encoding/binary"
	"errors"

	"github.com/twmb/franz-go/pkg/kbin"
	"github.com/twmb/franz-go/pkg/kerr"
	"github.com/twmb/franz-go/pkg/kmsg"
)

// What the embedded broker's room needs to know about Kafka's wire format, so that it need not import it.

// Request is a request of Kafka's protocol; Key is the number of its kind.
type (
	Request = kmsg.Request
	Key     = kmsg.Key
)

// Keys of requests that tests hold up.
const (
	ProduceKey         = int16(kmsg.Produce)
	FetchKey           = int16(kmsg.Fetch)
	InitProducerIDKey  = int16(kmsg.InitProducerID)
	OffsetFetchKey     = int16(kmsg.OffsetFetch)
	TxnOffsetCommitKey = int16(kmsg.TxnOffsetCommit)
	EndTxnKey          = int16(kmsg.EndTxn)
)

// BrokerError is an error code of Kafka's protocol.
type BrokerError = kerr.Error

// ErrorByName is the error of that name, nil if there is none: "CONCURRENT_TRANSACTIONS".
func ErrorByName(name string) *BrokerError {
	for code := int16(-1); code < 256; code++ {
		if e, ok := errors.AsType[*kerr.Error](kerr.ErrorForCode(code)); ok && e.Message == name {
			return e
		}
	}
	return nil
}

// KnownVersion tells whether there is a request of that key and version.
func KnownVersion(key, version int16) bool {
	req := kmsg.RequestForKey(key)
	return req != nil && version >= 0 && version <= req.MaxVersion()
}

// ParseRequest reads a request frame without its length: header and body.
func ParseRequest(frame []byte) (Request, error) {
	r := kbin.Reader{Src: frame}
	key, version := r.Int16(), r.Int16()
	r.Int32() // correlation id
	r.NullableString()
	if r.Complete() != nil {
		return nil, errors.New("a frame without a whole request header")
	}
	req := kmsg.RequestForKey(key)
	if req == nil {
		return nil, errors.New("a request of an unknown key")
	}
	req.SetVersion(version)
	if req.IsFlexible() {
		kmsg.SkipTags(&r)
	}
	return req, req.ReadFrom(r.Src)
}

// InitRequest is the producer id and epoch of an InitProducerID request, -1 for a producer that has none; ok is false
// for other requests.
func InitRequest(r Request) (id int64, epoch int16, ok bool) {
	q, ok := r.(*kmsg.InitProducerIDRequest)
	if !ok {
		return 0, 0, false
	}
	return q.ProducerID, q.ProducerEpoch, true
}

// InitAnswer reads the producer id and epoch out of a whole answer frame to r, an InitProducerID request.
func InitAnswer(r Request, frame []byte) (id int64, epoch int16, ok bool) {
	resp := r.ResponseKind().(*kmsg.InitProducerIDResponse)
	skip := 8 // length, correlation id
	if r.IsFlexible() {
		skip++ // no tags
	}
	if len(frame) < skip || resp.ReadFrom(frame[skip:]) != nil || resp.ErrorCode != 0 {
		return 0, 0, false
	}
	return resp.ProducerID, resp.ProducerEpoch, true
}

// RefuseInit is the answer frame PRODUCER_FENCED to r, an InitProducerID request with that correlation id.
func RefuseInit(r Request, correlation [4]byte) []byte {
	resp := r.ResponseKind().(*kmsg.InitProducerIDResponse)
	resp.ErrorCode, resp.ProducerID, resp.ProducerEpoch = kerr.ProducerFenced.Code, -1, -1
	b := append(make([]byte, 4), correlation[:]...)
	if r.IsFlexible() {
		b = append(b, 0)
	}
	b = resp.AppendTo(b)
	binary.BigEndian.PutUint32(b, uint32(len(b)-4))
	return b
}
