#!/bin/sh
# Starts and stops one real Kafka 4.4 broker (KRaft, controller in the same process) on 127.0.0.1, for tests and
# benchmarks. Needs Java 17 and, the first time, Maven.
#
#   scripts/kafka.sh start [PORT] [DIR]   fetch the jars if needed, start, wait until it serves; prints the process id
#   scripts/kafka.sh stop  [PORT] [DIR]   stop in order
#   scripts/kafka.sh kill  [PORT] [DIR]   kill -9: start again with the same DIR, as after a crash
#
# PORT is 9092 (the controller takes the next one), DIR holds data and log: /tmp/stoatgen-kafka-PORT. The jars are kept
# in STOAT_KAFKA_LIB, ~/.cache/stoatgen/kafka-4.4.0 by default. Starting what runs, and stopping what doesn't, is
# harmless.
set -eu

version=4.4.0
cmd=${1:-help}
port=${2:-9092}
dir=${3:-${TMPDIR:-/tmp}/stoatgen-kafka-$port}
lib=${STOAT_KAFKA_LIB:-${XDG_CACHE_HOME:-$HOME/.cache}/stoatgen/kafka-$version}
here=$(cd "$(dirname "$0")/.." && pwd)

say() { echo "kafka.sh: $*" >&2; }
die() { say "$*"; exit 1; }
running() { [ -s "$dir/pid" ] && kill -0 "$(cat "$dir/pid")" 2>/dev/null; }

fetch() {
	[ -f "$lib/complete" ] && return
	command -v mvn >/dev/null || die "mvn is not on PATH; install Maven (Debian: apt-get install maven)"
	say "fetching Kafka $version (45 jars, 43 MB) into $lib with Maven"
	mkdir -p "$lib"
	mvn -q -B -Dstyle.color=never -f "$here/testdata/kafka/pom.xml" dependency:copy-dependencies -DoutputDirectory="$lib" >&2
	touch "$lib/complete"
}

configure() {
	cat > "$dir/server.properties" <<-P
		process.roles=broker,controller
		node.id=1
		controller.quorum.voters=1@127.0.0.1:$((port + 1))
		listeners=PLAINTEXT://127.0.0.1:$port,CONTROLLER://127.0.0.1:$((port + 1))
		advertised.listeners=PLAINTEXT://127.0.0.1:$port
		controller.listener.names=CONTROLLER
		log.dirs=$dir/data
		num.partitions=4
		# Tests write records with old event times, which retention judges by.
		log.retention.ms=-1
		offsets.topic.replication.factor=1
		offsets.topic.num.partitions=4
		transaction.state.log.replication.factor=1
		transaction.state.log.min.isr=1
		transaction.state.log.num.partitions=4
		# Tests of transactions that time out should not wait for ten seconds.
		transaction.abort.timed.out.transaction.cleanup.interval.ms=500
		group.initial.rebalance.delay.ms=0
		auto.create.topics.enable=false
	P
	[ -d "$dir/data" ] && return
	id=$(java -cp "$lib/*" kafka.tools.StorageTool random-uuid 2>>"$dir/log")
	java -cp "$lib/*" kafka.tools.StorageTool format -t "$id" -c "$dir/server.properties" >>"$dir/log" 2>&1 ||
		die "Kafka could not format its storage; see $dir/log"
}

start() {
	if running; then
		say "a broker runs already on port $port"
		cat "$dir/pid"
		return
	fi
	command -v java >/dev/null || die "java is not on PATH; install Java 17 or later (Debian: apt-get install openjdk-17-jre-headless)"
	fetch
	mkdir -p "$dir"
	: > "$dir/log"
	configure
	nohup java "-Xmx${STOAT_KAFKA_HEAP:-1g}" -Dorg.slf4j.simpleLogger.showDateTime=true -cp "$lib/*" kafka.Kafka \
		"$dir/server.properties" >>"$dir/log" 2>&1 </dev/null &
	echo $! > "$dir/pid"
	tries=0
	until grep -q "Kafka Server started" "$dir/log"; do
		running || die "Kafka ended while starting; see $dir/log (is port $port or $((port + 1)) in use?)"
		tries=$((tries + 1))
		[ $tries -lt 480 ] || die "Kafka did not start within two minutes; see $dir/log"
		sleep 0.25
	done
	cat "$dir/pid"
}

end() {
	running || { say "no broker runs on port $port"; return; }
	pid=$(cat "$dir/pid")
	kill "$@" "$pid"
	while kill -0 "$pid" 2>/dev/null; do sleep 0.1; done
	rm -f "$dir/pid"
}

case $cmd in
start) start ;;
stop) end ;;
kill) end -9 ;;
*) sed -n '2,/^set -eu/{/^#/s/^# \{0,1\}//p}' "$0" >&2; exit 2 ;;
esac
