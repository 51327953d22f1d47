// Package statetest is what the stores of package state are, as tests: the same ones over a DB in memory and over RocksDB.
//
//	Run ─► models: random steps through barriers, evictions and crashes, with the state kept and with it lost, beside a map
//	    └► one test for each sentence that a random step would not reach
package statetest
