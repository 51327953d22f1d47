package difftest

import (
	"encoding/binary"
	"fmt"
	"strings"

	"github.com/stoatgen/stoatgen/rt/rttest"
)

// wishes are Kafka Streams' names of what a subscription of a foreign-key join wants.
var wishes = []string{"DELETE_KEY_NO_PROPAGATE", "DELETE_KEY_AND_PROPAGATE", "PROPAGATE_NULL_IF_NO_FK_VAL_AVAILABLE", "PROPAGATE_ONLY_IF_FK_VAL_AVAILABLE"}

// subscription is a row of a subscription store as Java prints it: the key as Bytes, the value as SubscriptionWrapper.
func subscription(r rttest.Row) rttest.Row {
	var key strings.Builder
	for _, b := range r.Key {
		if b < ' ' || b > '~' {
			fmt.Fprintf(&key, "\\x%02X", b)
		} else {
			key.WriteByte(b)
		}
	}
	v, hash := r.Value, "null"
	version, wish := v[0]&0x7F, v[1]
	hashed := v[0]&0x80 == 0
	if v = v[2:]; hashed {
		hash = fmt.Sprintf("[%d, %d]", int64(binary.BigEndian.Uint64(v)), int64(binary.BigEndian.Uint64(v[8:])))
		v = v[16:]
	}
	n := len(v) - 4
	value := fmt.Sprintf("SubscriptionWrapper{version=%d, primaryKey=%s, instruction=%s, hash=%s, primaryPartition=%d}",
		version, v[:n], wishes[wish], hash, binary.BigEndian.Uint32(v[n:]))
	return rttest.Row{Partition: r.Partition, Key: []byte(key.String()), Value: []byte(value), Timestamp: r.Timestamp}
}
