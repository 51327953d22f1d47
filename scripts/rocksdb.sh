#!/bin/sh
# Installs RocksDB into PREFIX (default /usr/local): lib/librocksdb.so, the RocksDB project's own release build, and
# include/rocksdb/c.h. Doing it twice is harmless. Needs go and mvn; root only if PREFIX is not yours.
#
#   scripts/rocksdb.sh [PREFIX]
#
# The library comes from the Java artifact org.rocksdb:rocksdbjni on Maven Central: its native part exports the whole C
# API, holds all compressions and wants glibc 2.17 or musl. The header comes from the grocksdb module that this
# repository requires, so header, library and binding are of one version.
set -eu

version=11.1.2
prefix=${1:-/usr/local}
here=$(cd "$(dirname "$0")/.." && pwd)
export GOTOOLCHAIN="${GOTOOLCHAIN:-go1.27.3}"

say() { echo "rocksdb.sh: $*"; }
die() { say "$*" >&2; exit 1; }

libc=
if ldd --version 2>&1 | grep -qi musl; then libc=-musl; fi
case "$(uname -s)-$(uname -m)$libc" in
Linux-x86_64)       file=librocksdbjni-linux64.so            sum=677f59bfa16175a2d0a165b2e9dbee6e64d242ac3747b25e10c94033d5f37e06 ;;
Linux-x86_64-musl)  file=librocksdbjni-linux64-musl.so       sum=c035e5aacba887aa63ec658a1dbed3567ea022002a532777a6e81803a2970fd7 ;;
Linux-aarch64)      file=librocksdbjni-linux-aarch64.so      sum=c0c380d94ff7a444b668d15fc8903596fb055136a175ec53ce0faecdcbfc4b63 ;;
Linux-aarch64-musl) file=librocksdbjni-linux-aarch64-musl.so sum=56aba47e7e5895f23db36f437f2888bd860dc175661f9b1876990b92da14ef90 ;;
*) die "no release build is known here for $(uname -s) $(uname -m); expected Linux on x86_64 or aarch64. Install RocksDB $version into $prefix yourself" ;;
esac

sha() { sha256sum "$1" | cut -d' ' -f1; }

command -v go >/dev/null || die "go is not on PATH; install Go 1.21 or later"
mkdir -p "$prefix/lib" "$prefix/include/rocksdb" 2>/dev/null || die "cannot write to $prefix; run as root or give a PREFIX of your own"
prefix=$(cd "$prefix" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

lib=$prefix/lib/librocksdb.so
if [ -f "$lib" ] && [ "$(sha "$lib")" = "$sum" ]; then
	say "$lib is RocksDB $version already"
else
	command -v mvn >/dev/null || die "mvn is not on PATH; install Maven (Debian: apt-get install maven)"
	say "fetching org.rocksdb:rocksdbjni:$version (87 MB) with Maven"
	(cd "$work" && mvn -q -B dependency:unpack -Dartifact=org.rocksdb:rocksdbjni:$version \
		-DoutputDirectory="$work" -Dmdep.unpack.includes=$file)
	[ -f "$work/$file" ] || die "Maven gave no $file; expected it inside rocksdbjni-$version.jar"
	got=$(sha "$work/$file")
	[ "$got" = "$sum" ] || die "$file has the SHA-256 $got, expected $sum; nothing was installed"
	# A new file under the old name: a process that has the old one mapped keeps it.
	install -m 755 "$work/$file" "$lib.new" || die "cannot write to $prefix/lib; run as root or give a PREFIX of your own"
	mv -f "$lib.new" "$lib"
	say "installed $lib"
fi

(cd "$here" && go mod download github.com/linxGnu/grocksdb)
header=$(cd "$here" && go list -m -f '{{.Dir}}' github.com/linxGnu/grocksdb)/c.h
if cmp -s "$header" "$prefix/include/rocksdb/c.h"; then
	say "$prefix/include/rocksdb/c.h is up to date already"
else
	install -m 644 "$header" "$prefix/include/rocksdb/c.h"
	say "installed $prefix/include/rocksdb/c.h"
fi

if [ "$prefix" = /usr/local ]; then
	PATH=$PATH:/sbin:/usr/sbin
	# musl's loader keeps no list. glibc's is left alone where the library is in it: two ldconfig at once fail.
	[ -n "$libc" ] || ldconfig -p | grep -qF "$lib" || ldconfig
	say "build with -tags grocksdb_clean_link"
else
	say "build with -tags grocksdb_clean_link and"
	echo "  export CGO_CFLAGS=-I$prefix/include CGO_LDFLAGS=\"-L$prefix/lib -Wl,-rpath,$prefix/lib\""
fi
