package codec

// Topic is the output of one lane to one topic: the batches of each partition.
type Topic struct {
	Name  string
	Parts []Records
	next  uint32 // partition of the next record without a key
}

// NewTopic makes the builders of a topic's partitions, of which there is at least one.
func NewTopic(name string, partitions int32) *Topic {
	return &Topic{Name: name, Parts: make([]Records, partitions)}
}

// SetLimit bounds the batches to so many bytes: the topic's max.message.bytes. 0 is DefaultLimit.
func (t *Topic) SetLimit(bytes int) {
	for i := range t.Parts {
		t.Parts[i].Limit = bytes
	}
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
	if key != nil {
		t.Append(Murmur2(key), ts, key, val, headers)
		return
	}
	p := t.next % uint32(len(t.Parts))
	t.next = p + 1
	t.Parts[p].Append(ts, nil, val, headers)
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
		t.Parts[i] = Records{Limit: t.Parts[i].Limit}
	}
}
