#!/bin/sh
# Runs a command with a real Kafka at STOAT_KAFKA, which it starts, and stops again, unless one runs there already.
# Usage: scripts/with-kafka.sh PORT command...
set -eu

port=${1:?usage: scripts/with-kafka.sh PORT command...}
shift
here=$(dirname "$0")
pid=${TMPDIR:-/tmp}/stoatgen-kafka-$port/pid
if ! { [ -s "$pid" ] && kill -0 "$(cat "$pid")" 2>/dev/null; }; then
	"$here/kafka.sh" start "$port" >/dev/null
	trap '"$here/kafka.sh" stop "$port"' EXIT
fi
export STOAT_KAFKA="127.0.0.1:$port"
"$@"
