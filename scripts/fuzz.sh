#!/bin/sh
# Runs every fuzz test for a time: go test takes one at once. Usage: scripts/fuzz.sh TIME
set -eu

time=${1:?usage: scripts/fuzz.sh TIME, such as 30s}
cd "$(dirname "$0")/.."
find . -name .cache -prune -o -name '*_test.go' -exec grep -HoE '^func Fuzz[A-Za-z0-9_]*' {} + |
	while IFS=: read -r file func; do
		name=${func#func }
		echo "fuzz: $name in ${file%/*} for $time"
		go test "${file%/*}" -run '^$' -fuzz "^$name\$" -fuzztime "$time" || exit 1
	done
