#!/usr/bin/env bash
# Instructions a record: the slope between two run lengths under cachegrind, so that set-up cancels out.
# Usage: bench/instructions.sh [COMPARISON...]; without names, those whose bound is a ratio.
set -euo pipefail
cd "$(dirname "$0")/.."
command -v valgrind >/dev/null || {
	echo "instructions: installing valgrind"
	apt-get -qq update && DEBIAN_FRONTEND=noninteractive apt-get -qq install -y valgrind >/dev/null
}
d=$(mktemp -d)
trap 'rm -rf "$d"' EXIT
go build -ldflags='-s -w' -o "$d/cost" ./bench/cost # an unstripped binary crashes valgrind

# run VARIANT CALLS prints the name, the records and the instructions of a run.
run() {
	GOMAXPROCS=1 GOGC=off valgrind --tool=cachegrind --cache-sim=no --cachegrind-out-file=/dev/null \
		"$d/cost" -only "$c" -once "$1" -calls "$2" >"$d/out" 2>&1 || { cat "$d/out" >&2; return 1; }
	sed -nE 's/^variant (.*) records ([0-9]+)$/\1\t\2/p' "$d/out" | tr '\n' '\t'
	sed -nE 's/.*I +refs: +([0-9,]+)/\1/p' "$d/out" | tr -d ,
}

for c in "${@:-}"; do
	for c in ${c:-orders counts delays tally}; do
		for v in 0 1; do
			a=$(run $v 40) b=$(run $v 120)
			printf '%s\t%s\t%s\n' "$c" "$a" "$b"
		done
	done
done | awk -F '\t' '{ ir = ($7 - $4) / ($6 - $3) } NR % 2 { base = ir } { printf "%-10s %-24s %8.0f instructions/rec  x%.3f\n", $1, $2, ir, ir / base }'
