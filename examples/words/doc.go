// Package words counts words: the smallest topology with state, as the README shows it. run/ is its program.
//
//	lines ─► split ─► by word ══hop══► count ─► counts
package words
