#!/bin/sh
# Installs what stoatgen needs to be built and tested, and only what is missing.
# Running it again changes nothing. Usage: scripts/setup.sh PREFIX
#
# As root on Debian: packages through apt-get, RocksDB into PREFIX (/usr/local).
# Otherwise: RocksDB into PREFIX, and a sentence that names what only root can install.
set -eu

prefix=${1:?usage: scripts/setup.sh PREFIX}
cd "$(dirname "$0")/.."

say() { printf 'setup: %s\n' "$*"; }
die() { printf 'setup: %s\n' "$*" >&2; exit 1; }

# missing prints the Debian packages whose probe fails. The four compression libraries are what
# grocksdb's own link line names: with them a user's module builds with plain "go build".
missing() {
	command -v gcc >/dev/null || echo gcc
	command -v g++ >/dev/null || echo g++
	command -v mvn >/dev/null || echo maven
	command -v java >/dev/null || echo default-jre-headless
	[ "$prefix" = /usr/local ] || return 0
	for pair in zstd.h:libzstd-dev lz4.h:liblz4-dev zlib.h:zlib1g-dev snappy-c.h:libsnappy-dev; do
		[ -e "/usr/include/${pair%%:*}" ] || echo "${pair##*:}"
	done
}

install_packages() {
	packages=$(missing | tr '\n' ' ')
	if [ -z "$packages" ]; then
		say "compiler, Java, Maven: there"
		return
	fi
	[ "$(id -u)" = 0 ] || die "found no $packages; expected them installed: run as root: apt-get install $packages"
	command -v apt-get >/dev/null || die "found no apt-get; expected Debian or a relative: install by hand: $packages"
	say "installing $packages"
	# A mirror's list that is a week old names files which are gone, hence the update.
	apt-get update -qq
	# shellcheck disable=SC2086 # one word a package
	DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $packages >/dev/null
}

command -v go >/dev/null || die "found no go on PATH; expected Go 1.21 or later: https://go.dev/dl"
install_packages

version=$(go env GOVERSION) # fetches the toolchain that GOTOOLCHAIN names, once
say "$version: there"
go mod download
say "modules: there"
scripts/rocksdb.sh "$prefix"

# Compiled here, once: RocksDB's binding and the Kafka client take most of a first build.
foreign='{{with .Module}}{{if not .Main}}{{$.ImportPath}}{{end}}{{end}}'
# shellcheck disable=SC2046 # one word a package
go build $(go list -deps -f "$foreign" ./examples/flights/demo)
say "dependencies: compiled"

if [ ! -x bin/staticcheck ] || [ -n "$(find tools/go.sum -newer bin/staticcheck)" ]; then
	say "building staticcheck into bin/"
	(cd tools && go build -o ../bin/staticcheck honnef.co/go/tools/cmd/staticcheck)
	touch bin/staticcheck # an unchanged binary keeps its old time, and would be built for ever
fi
say "staticcheck: there"
