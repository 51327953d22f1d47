package codec

// Topic is the output of one lane to one topic: the batches of each partition.
type Topic struct {
	Name   string
	Parts  []Records
	next   uint32 // partition of the next record without a key
	bounds *Bounds
}

// Bounds are what a topic takes. A record beyond them goes to Refused instead: the brokers would refuse the whole batch, long
// after whatever caused the record is forgotten.
type Bounds struct {
	Max     int             // bytes of a batch: max.message.bytes
	Keyed   bool            // it is compacted: a key may not be null
	Refused func(why error) // gets none of the record: what a function value is given escapes
}

// NewTopic makes the builders of a topic's partitions, of which there is at least one.
func NewTopic(name string, partitions int32) *Topic {
	return &Topic{Name: name, Parts: make([]Records, partitions)}
}

// Bound sets what the topic takes; nil: anything.
func (t *Topic) Bound(b *Bounds) {
	t.bounds = b
	for i := range t.Parts {
		t.Parts[i].bound(b)
	}
}

// Like is an empty topic of the same name, partitions and bounds.
func (t *Topic) Like() *Topic {
	n := NewTopic(t.Name, int32(len(t.Parts)))
	n.Bound(t.bounds)
	return n
}

// Append sends a record to the partition of the hash. Windowed keys pass the hash of the inner key.
func (t *Topic) Append(hash uint32, ts int64, key, val, headers []byte) {
	t.Parts[Partition(hash, int32(len(t.Parts)))].Append(ts, key, val, headers)
}

// AppendTo sends a record to a partition. A changelog has the partition of the state, which need not be the hash's.
func (t *Topic) AppendTo(partition int32, ts int64, key, val, headers []byte) {
	t.Parts[partition].Append(ts, key, val, headers)
}

// AppendKeyed is Append for a key whose hash nobody has computed yet. A null key goes round robin.
func (t *Topic) AppendKeyed(ts int64, key, val, headers []byte) {
	t.Append(t.hash(key), ts, key, val, headers)
}

// hash of a key; for a null one, of the partition whose turn it is.
func (t *Topic) hash(key []byte) uint32 {
	if key != nil {
		return Murmur2(key)
	}
	return t.turn()
}

// Known is the hash of a key that somebody has computed; for a null one, of the partition whose turn it is.
func (t *Topic) Known(hash uint32, key []byte) uint32 {
	if key != nil {
		return hash
	}
	return t.turn()
}

// turn is a hash of the next partition: null keys go round robin.
func (t *Topic) turn() uint32 {
	p := t.next % uint32(len(t.Parts))
	t.next = p + 1
	return p
}

// Len and Size are the records and bytes of all partitions.
func (t *Topic) Len() (n int) {
	for i := range t.Parts {
		n += t.Parts[i].Len()
	}
	return n
}

func (t *Topic) Size() (n int) {
	for i := range t.Parts {
		n += t.Parts[i].Size()
	}
	return n
}

// Reset forgets all records and keeps the buffers.
func (t *Topic) Reset() {
	for i := range t.Parts {
		t.Parts[i].Reset()
	}
}

// Discard forgets all records and gives the buffers up: something else may still read them.
func (t *Topic) Discard() {
	for i := range t.Parts {
		t.Parts[i] = Records{Limit: t.Parts[i].Limit, bounds: t.bounds}
	}
}
