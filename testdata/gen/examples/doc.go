// Package examples is the topologies of package dsl's Examples, which show one operator each: dsl/example_*_test.go has
// them as they are read, each file here is copied from one there (go test ./dsl -run TestExamples -update), types.go is
// what they share.
//
// The generated files beside them are what runs when an Example runs.
package examples
