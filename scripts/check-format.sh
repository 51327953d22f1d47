#!/bin/sh
# Fails if a Go file is not formatted. The gofmt is the toolchain's own: an older one on PATH
# cannot parse generic methods. The generator's broken inputs (testdata/scan, testdata/bad) are as
# they are on purpose.
set -eu
cd "$(dirname "$0")/.."
files=$(find . \( -path ./.cache -o -path ./testdata/scan -o -path ./testdata/bad \) -prune -o -name '*.go' -print)
# shellcheck disable=SC2086 # one word a file
unformatted=$("$(go env GOROOT)/bin/gofmt" -l $files)
[ -z "$unformatted" ] && exit 0
echo "not formatted (run gofmt -w with Go's own gofmt):" >&2
echo "$unformatted" >&2
exit 1
