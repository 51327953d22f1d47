// Package templates is what "stoatgen init" puts into an empty directory: a small topology, its main function, its
// configuration, a Dockerfile and manifests for Kubernetes. Never operator code: that is generated from the topology.
//
//	files/*.tmpl ──Write──► main.go, topology.go and its test, app.yaml, Dockerfile, k8s/*.yaml
//
// Invariants:
//
//	M1: a file that exists is not overwritten: Write then writes nothing at all and names it.
//	M2: what is written compiles, once go generate has run, and passes gofmt, vet and its own test.
package templates
