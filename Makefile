# make prints what there is. Two targets do everything, set-up included: "make demo" and "make check".

SHELL := /bin/bash
.SHELLFLAGS := -o pipefail -ec

export GOTOOLCHAIN := go1.27.3
export GOFLAGS := -buildvcs=false -tags=grocksdb_clean_link

# RocksDB goes where the compiler looks, or, without root, into the tree with an rpath to it.
PREFIX ?= $(if $(filter 0,$(shell id -u)),/usr/local,$(CURDIR)/.cache/rocksdb)
ifneq ($(PREFIX),/usr/local)
export CGO_CFLAGS := -I$(PREFIX)/include
export CGO_LDFLAGS := -L$(PREFIX)/lib -Wl,-rpath,$(PREFIX)/lib
endif

GO := go
# testdata is invisible to ./..., so the topologies that are made for tests are named.
PACKAGES := ./... ./testdata/gen/... ./testdata/oracle/...
TOPOLOGIES = ./examples/... ./bench/topologies $(wildcard ./testdata/gen/*/)
# Test packages by what their files mention.
mentioning = $(sort $(dir $(shell find . -name .cache -prune -o -name '*_test.go' -print | xargs grep -lE '$(1)')))

KAFKA_PORT ?= 9092
TEST_KAFKA_PORT ?= 29092
FUZZTIME ?= 30s
FUZZSEED ?= 0
KILLS ?= 50
KILL_APPS := counting flights operators rounds visits
FAULTS := state-before-commit offsets-before-data no-atomic-flush

.DEFAULT_GOAL := help
.NOTPARALLEL:
.PHONY: help setup demo generate check check-generate check-format vet staticcheck lint test golden vectors \
	bench bench-restart bench-kafka kill kill-some kafka kafka-stop test-kafka fuzz fuzz-topologies fuzz-faults fuzz-some

help: ## print this
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-14s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup: ## install what is missing: gcc, Maven, Java, RocksDB, the Go toolchain, staticcheck
	@scripts/setup.sh "$(PREFIX)"

demo: setup ## replay 20,000 flights: delays by airport and hour, worst routes, checked at the end
	@$(GO) run ./examples/flights/demo

generate: ## write the processors of the examples and of the test topologies
	$(GO) run ./cmd/stoatgen $(TOPOLOGIES)

check: setup check-generate check-format vet staticcheck lint test vectors fuzz-some kill-some ## all that must pass before a change lands
	@echo "check: passed"

check-generate:
	@mkdir -p bin # "ready" keeps the oracle's numbered names, so the warnings about them are shown only with an error
	@$(GO) run ./cmd/stoatgen -check $(TOPOLOGIES) 2>bin/generate.log || { cat bin/generate.log >&2; exit 1; }

check-format:
	@scripts/check-format.sh

vet:
	$(GO) vet $(PACKAGES)

staticcheck: setup
	bin/staticcheck $(PACKAGES)

lint: ## the repository's own rules
	$(GO) test ./internal/lint

test: ## every test, under the race detector
	$(GO) test -race -p 2 $(PACKAGES)

golden: ## rewrite golden files and generated documents with what the code makes now
	$(GO) test $(call mentioning,flag.Bool."update"|stoatgen/stoatgen/rt/rttest"$$) -update

vectors: ## Kafka Streams' own answers: passed, not yet supported, failed; VECTORS=dir takes other inputs
	VECTORS=$(abspath $(VECTORS)) $(GO) test -count=1 -v -run TestVectors ./internal/difftest | grep -vE '^ *(===|--- PASS)'

bench: setup ## generated code beside hand-written loops: ns and instructions a record, ratio with its interval
	$(GO) run ./bench/cost
	bench/instructions.sh

bench-restart: setup bin/restart ## from kill -9 to the first output with 10 MB, 100 MB and 1 GB of state
	scripts/with-kafka.sh $(TEST_KAFKA_PORT) bin/restart

bench-kafka: setup bin/kafka build/ksbench ## CPU a record and memory beside Kafka Streams 4.4 and a bare client loop
	scripts/with-kafka.sh $(TEST_KAFKA_PORT) bin/kafka

.PHONY: build/ksbench
build/ksbench:
	command -v javac >/dev/null || { apt-get update -qq; DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends default-jdk-headless; }
	mvn -q -B -f bench/ksbench/pom.xml package dependency:copy-dependencies -DoutputDirectory=$(CURDIR)/build/ksbench/lib

kill: setup bin/kill ## kill -9 at random, KILLS (50) times each: embedded broker, real Kafka; then with mistakes it must find
	for app in $(KILL_APPS); do bin/kill -kills $(KILLS) -app $$app; done
	for app in $(KILL_APPS); do scripts/with-kafka.sh $(TEST_KAFKA_PORT) bin/kill -kills $(KILLS) -app $$app -broker 127.0.0.1:$(TEST_KAFKA_PORT); done
	for fault in $(FAULTS); do bin/kill -kills $(KILLS) -fault $$fault; done

kill-some: bin/kill
	for app in $(KILL_APPS); do bin/kill -kills 5 -app $$app; done

.PHONY: bin/kill bin/restart bin/kafka
bin/kill:
	@$(GO) build -o $@ ./rt/internal/kill
bin/restart bin/kafka:
	@$(GO) build -o $@ ./bench/$(@F)

kafka: setup ## start a real Kafka 4.4 on 127.0.0.1:KAFKA_PORT (9092); make kafka-stop ends it
	scripts/kafka.sh start $(KAFKA_PORT)

kafka-stop:
	scripts/kafka.sh stop $(KAFKA_PORT)

test-kafka: setup ## the integration tests against a real Kafka instead of the embedded one
	scripts/with-kafka.sh $(TEST_KAFKA_PORT) $(GO) test -count=1 $(call mentioning,STOAT_KAFKA)

fuzz: ## every fuzz test for FUZZTIME (30s)
	scripts/fuzz.sh $(FUZZTIME)

fuzz-topologies: ## random topologies against a model for FUZZTIME (30s); FUZZSEED=n begins there
	$(GO) run ./internal/fuzztopo -for $(FUZZTIME) -seed $(FUZZSEED)

fuzz-faults: ## operators are broken on purpose, one by one: each mistake must be found within a minute
	$(GO) run ./internal/fuzztopo -break all -for 1m -batch 20 -seed 1

fuzz-some: # the same ones every time: what a change breaks is found here, what nobody has seen yet by fuzz-topologies
	$(GO) run ./internal/fuzztopo -for 2m -seed 100000 -most 200
