package store

// ArenaBlocks is how many blocks hold a table's long keys.
func ArenaBlocks[V any](t *Table[V]) int { return len(t.arena.blocks) }
