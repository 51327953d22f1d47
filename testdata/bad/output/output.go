// Package output declares names that generated code needs.
package output

import "github.com/stoatgen/stoatgen/dsl"

type error struct{ Code int64 } // want ST805@6 "the package declares error" "call it something else"

func len(v []byte) int { return cap(v) } // want ST805@6

// max and min are needed by some generated code, not by what would be generated here.
func max(a, b int64) int64 { return a + b }

var min = max(1, 2)

// NewOrders is not ours.
func NewOrders() []byte { return make([]byte, len(nil)+int(min)) } // want ST804@6 "NewOrders is what stoatgen calls the constructor of topology Orders" "is declared here" "give it another name"

func Orders(b *dsl.Builder) { b.Stream("in", dsl.String(), dsl.String()).To("out") }

func Errors(b *dsl.Builder) { b.Stream("in", dsl.String(), dsl.JSON[error]()).To("out") }

// Plain doesn't need them.
func Plain(b *dsl.Builder) { b.Stream("in", dsl.String(), dsl.String()).To("out") }
