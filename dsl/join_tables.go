package dsl

// Join pairs the rows of the same key, on either side's update (KTable.join). A row that loses its partner is deleted;
// a deleted row whose partner is there sends a delete even if there was no result. f may return nil: no row. The result
// has the larger timestamp of both rows and the headers of the update. Against a versioned table, updates that are not
// the latest of their key are dropped (reason late).
//
// Both tables are kept in stores; the result only with As or a store option. Both topics must have the same number of
// partitions.
func (t KTable[K, V]) Join[V2, R any](o KTable[K, V2], f func(V, V2) R, opts ...StoreOption) KTable[K, R] {
	return KTable[K, R]{}
}

// LeftJoin has a row for each row of this table (KTable.leftJoin).
func (t KTable[K, V]) LeftJoin[V2, R any](o KTable[K, V2], f func(V, *V2) R, opts ...StoreOption) KTable[K, R] {
	return KTable[K, R]{}
}

// OuterJoin has a row for each key of either side (KTable.outerJoin). One of f's values is never nil.
func (t KTable[K, V]) OuterJoin[V2, R any](o KTable[K, V2], f func(*V, *V2) R, opts ...StoreOption) KTable[K, R] {
	return KTable[K, R]{}
}

// JoinForeign is the foreign-key join: each row with the row of the other table that its function names; false is a
// null key, and no result (KTable.join with a foreignKeyExtractor). Many rows may name one row of the other table, and
// an update there updates them all, in the order of their keys' bytes. f may return nil: no row. A row that is pointed
// elsewhere may send a delete that wasn't needed, as in Kafka Streams. The result's timestamp is the larger one of both
// rows.
//
// Rows ask the other table and are answered; an answer to a row that has changed since is dropped (reason out of date). A row that
// was deleted and is back before its answer is, or that changed and names the same row as before, asks for a result only where
// there is a row to join: if that one was deleted in between, the last result stands until the next change. That is so in Kafka
// Streams. LeftJoinForeign, which always asks, has no such rows.
//
// Both tables and the subscriptions are kept in stores. Partition counts need not agree.
func (t KTable[K, V]) JoinForeign[K2, V2, R any](o KTable[K2, V2], foreign func(K, V) (K2, bool), f func(V, V2) R, opts ...ForeignJoinOption) KTable[K, R] {
	return KTable[K, R]{}
}

// LeftJoinForeign has a row for each row of this table, whether or not it names a row (KTable.leftJoin with a
// foreignKeyExtractor).
func (t KTable[K, V]) LeftJoinForeign[K2, V2, R any](o KTable[K2, V2], foreign func(K, V) (K2, bool), f func(V, *V2) R, opts ...ForeignJoinOption) KTable[K, R] {
	return KTable[K, R]{}
}
