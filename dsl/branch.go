package dsl

// Split sends each record to the first branch that matches, in the order of the calls of Branch (KStream.split). The
// option Name is the prefix of the branches' names.
func (s KStream[K, V]) Split(opts ...Option) BranchedKStream[K, V] { return BranchedKStream[K, V]{} }

// BranchedKStream is a split. A branch's operator is called the split's name and the branch's (Branched.as), or its
// index: 0 for Default, from 1 on for the others. Branched.withConsumer and withFunction are calls on what Branch
// returns; noDefaultBranch is not calling Default.
type BranchedKStream[K, V any] struct{ _ [0]func(K, V) }

// Branch is the stream of the records that match and matched none before (BranchedKStream.branch). Unless V is
// nullable, a null value matches no branch and is dropped before the first (reason null-value).
func (s BranchedKStream[K, V]) Branch(when func(K, V) bool, opts ...Option) KStream[K, V] {
	return KStream[K, V]{}
}

// Default is the stream of the records that matched no branch (BranchedKStream.defaultBranch). Without it they end
// here, uncounted, as in Kafka Streams. No Branch can follow it.
func (s BranchedKStream[K, V]) Default(opts ...Option) KStream[K, V] { return KStream[K, V]{} }
