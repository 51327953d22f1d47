package store

const blockBits = 16

// arena holds long keys in blocks; a key longer than a block has one of its own.
type arena struct {
	blocks [][]byte
	live   int // bytes of keys
	holes  int // bytes of dropped keys
}

func (r *arena) put(key string) uint32 {
	if k := len(r.blocks); k == 0 || len(r.blocks[k-1])+len(key) > 1<<blockBits {
		if k == 1<<(32-blockBits) {
			panic("store: keys of more than 4 GiB in one table")
		}
		r.blocks = append(r.blocks, make([]byte, 0, max(1<<blockBits, len(key))))
	}
	k := len(r.blocks) - 1
	at := len(r.blocks[k])
	r.blocks[k] = append(r.blocks[k], key...)
	r.live += len(key)
	return uint32(k<<blockBits | at)
}

func (r *arena) at(p, n uint32) []byte {
	b := r.blocks[p>>blockBits]
	o := p & (1<<blockBits - 1)
	return b[o : o+n : o+n]
}

func (r *arena) drop(n uint32) {
	r.live -= int(n)
	r.holes += int(n)
}

// sparse says that rewriting frees blocks and more than half of what there is.
func (r *arena) sparse() bool { return r.holes > r.live+1<<blockBits }
