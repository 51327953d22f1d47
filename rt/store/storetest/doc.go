// Package storetest is the contract of store.Backend as tests: store.Memory and RocksDB pass the same ones, so that
// what is shown with the one (no cgo, no disk, crashes on request) holds for the other.
//
//	Run ─► Model: random steps against maps, one written and one durable (rapid shrinks what fails)
//	    └► one test for each sentence of store.DB that a random step would not reach
package storetest
