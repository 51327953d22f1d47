// Package restore is the start of an application: it fences others, compares the state directory with the brokers,
// brings the stores up to the end of their changelogs and says where to go on. It is run at the start of the process
// and again for each restart in place.
//
//	_offsets ──┐   Init 0, Init 1        judge            replay the gap ──► rows + next offset, a batch at a time
//	           ├──► (fences) ─► offsets ──► delta ────────┤
//	brokers  ──┘                        ├──► full: wipe ──┘──► age again ─► Point{positions, marks}
//	                                    └──► refuse: a sentence, nothing is changed
//
// The position always comes from the broker and the state from the changelog; source rows of `_offsets` only check.
//
// Invariants:
//
//  1. InitProducerID of every id, always in the same order, comes ahead of OffsetFetch, and OffsetFetch ahead of the
//     end offsets to restore to: whoever still writes is shut out before anything is looked at.
//  2. What is not known to be normal is refused. Nothing falls back to the beginning of a topic or to an empty store by
//     itself.
//  3. A full restore begins with an empty store: a row that the changelog no longer holds would stay.
//  4. A gap is replayed only if every tombstone in it is still there, looked at when the replay has ended: a deleted
//     key would come back.
//  5. Rows and next offset are written in one batch, so a restore that is killed goes on where it was, or begins anew.
//  6. Source rows, and the row that tells the age, are never written here: the age of what was restored stays that of
//     the last epoch.
//
// Entry point: Start.
package restore
