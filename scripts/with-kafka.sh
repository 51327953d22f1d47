#!/bin/sh
# Runs a command with a real Kafka of its own at $STOAT_KAFKA, empty at first, and removes it afterwards.
# Usage: scripts/with-kafka.sh PORT command...
set -eu

port=${1:?usage: scripts/with-kafka.sh PORT command...}
shift
kafka=$(dirname "$0")/kafka.sh
dir=$(mktemp -d)
"$kafka" start "$port" "$dir" >/dev/null # its log stays where that fails
trap '"$kafka" stop "$port" "$dir"; rm -rf "$dir"' EXIT
export STOAT_KAFKA="127.0.0.1:$port"
"$@"
