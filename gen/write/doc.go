// Package write brings generated files to the disk: it compares, shows what would change, and changes all or nothing.
//
//	[]File, our files of before ──Compare──► []Change ─┬─ Apply: temporary files, then renames, then orphans go
//	                                                   └─ Diff:  one unified diff, nothing is touched
//
// Invariants:
//
//	F1: a file that does not begin with our header is neither overwritten nor removed.
//	F2: Apply leaves either all new files or all old ones, unless the system fails between two renames and again while
//	    they are undone; then its error says so.
//	F3: a file whose text is equal is not touched, so its time stays and nothing is built anew.
package write
