# make prints what there is. Two targets do everything, set-up included: "make demo" and "make check".

export GOTOOLCHAIN := go1.27.3
export GOFLAGS := -buildvcs=false -tags=grocksdb_clean_link

# RocksDB goes where the compiler looks, or, without root, into the tree with an rpath to it.
PREFIX ?= $(if $(filter 0,$(shell id -u)),/usr/local,$(CURDIR)/.cache/rocksdb)
ifneq ($(PREFIX),/usr/local)
export CGO_CFLAGS := -I$(PREFIX)/include
export CGO_LDFLAGS := -L$(PREFIX)/lib -Wl,-rpath,$(PREFIX)/lib
endif

GO := go
# testdata is invisible to ./..., so the topologies that are generated for tests are named.
TOPOLOGIES := ./examples/... ./testdata/gen/...
PACKAGES := ./... ./testdata/gen/... ./testdata/oracle

.DEFAULT_GOAL := help
.NOTPARALLEL:
.PHONY: help setup check generate check-generate check-format vet staticcheck lint test

help: ## print this
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-16s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup: ## install what is missing: gcc, Maven, Java, RocksDB, the Go toolchain, staticcheck
	@scripts/setup.sh "$(PREFIX)"

check: setup check-format vet staticcheck lint test ## everything that must pass before a change lands
	@echo "check: passed"

check-format:
	@scripts/check-format.sh

vet:
	$(GO) vet $(PACKAGES)

staticcheck:
	bin/staticcheck $(PACKAGES)

lint: ## the repository's own rules
	$(GO) test ./internal/lint

test: ## every test, under the race detector
	$(GO) test -race -p 2 $(PACKAGES)
