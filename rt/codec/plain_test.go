//go:build !race

package codec

const forgotten = 0
