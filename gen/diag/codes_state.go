package diag

var stateCodes = []Entry{
	{Code: "ST501", Title: "join of sides that are not co-partitioned", Text: `
Both sides of a join have to have the same number of partitions and the same partitioner, or records of one key would not
meet. One side was repartitioned to a number that differs from the other's. Give both the same, or leave it out.`},
	{Code: "ST502", Title: "number of partitions", Text: `
A topic has at least one partition.`},
	{Code: "ST503", Title: "joined tables of different windows", Text: `
Rows are joined by key and window. Tables of windows of another kind, size or advance have no rows in common, or only by
accident. Window both sides alike.`},
	{Code: "ST504", Title: "sides of a join with keys of different bytes", Text: `
Records and rows meet by the bytes of their key: they choose the partition, the lane and the row. Both sides of a join, and
all streams of a cogroup, have to write the same key in the same way. Give one side the codec of the other with KeyAs.`},
	{Code: "ST601", Title: "stateful operator without a name", Warning: true, Text: `
The operator's store, changelog or repartition topic has a numbered name. The number changes with any operator added
or removed above it, and the state of a running application would be lost. Name the store with dsl.As("…"), a
repartition or join with dsl.Name("…").`},
	{Code: "ST602", Title: "name that Kafka refuses", Text: `
Names of topics, stores and operators become parts of topic names: letters, digits, '.', '_' and '-', at most 249 of them, not
empty and not "." or "..". Internal topics also carry the application id and a suffix.`},
	{Code: "ST603", Title: "option given twice", Text: `
The same option, or two that exclude each other, were given to one operator.`},
	{Code: "ST604", Title: "size out of range", Text: `
A count or size has to be at least 1.`},
	{Code: "ST605", Title: "setting of a changelog that is not there", Text: `
dsl.Changelog sets a property of the changelog topic, and dsl.NoChangelog says that there is none.`},
	{Code: "ST606", Title: "pattern that does not compile", Text: `
The pattern of StreamMatching is a regular expression of Go, matched against the whole name of a topic.`},
	{Code: "ST607", Title: "store behind a topic, passed for writing", Text: `
A store that GlobalStore or ReadOnlyStore fills has what its topic has. What another processor put into it would be gone after
the next start, or only where it was put. Pass the read side: dsl.ReadOnly.`},
	{Code: "ST608", Title: "store behind two topics", Text: `
GlobalStore and ReadOnlyStore fill a store from one topic, which is its changelog. Declare a store for each topic.`},
	{Code: "ST609", Title: "file without a name", Text: `
ToFile names the file that is printed to, from the directory that the application is started in.`},
}

var timeCodes = []Entry{
	{Code: "ST701", Title: "size of a window", Text: `
A window's size has to be positive. The difference of sliding windows and the gap of sessions may be zero.`},
	{Code: "ST702", Title: "advance of a window", Text: `
The advance has to be positive and at most the size: with a larger one there would be times that belong to no window.`},
	{Code: "ST703", Title: "negative grace", Text: `
Grace is how late a record may come. It cannot be negative.`},
	{Code: "ST704", Title: "not whole milliseconds", Text: `
Kafka's time is in milliseconds. A duration with a finer part would be cut.`},
	{Code: "ST705", Title: "join window of negative width", Text: `
Before or After may be negative, but not their sum: no record could meet another.`},
	{Code: "ST706", Title: "retention too short", Text: `
A window has to be kept as long as it can change: its size and its grace together.`},
	{Code: "ST707", Title: "grace of unlimited windows", Text: `
An unlimited window never closes, so no record is late for it.`},
	{Code: "ST708", Title: "unlimited windows never close", Text: `
OnWindowClose and UntilWindowCloses send a result when a window closes. An unlimited one never does.`},
	{Code: "ST709", Title: "grace against an unversioned table", Text: `
dsl.Grace at a join with a table holds stream records back until the table's value of their time is known. That needs a
table that keeps the past: give it dsl.Versioned, and a history that is not shorter than the grace.`},
	{Code: "ST710", Title: "negative duration", Text: `
The duration cannot be negative here.`},
	{Code: "ST711", Title: "setting given twice", Text: `
Grace, Before or After was called twice on one window; the last call would win in silence.`},
	{Code: "ST712", Title: "suppression of a versioned table", Text: `
A versioned table also sends updates of the past, which a suppression can't tell from newer ones. Suppress ahead of the
table that is versioned, or leave Versioned out.`},
	{Code: "ST713", Title: "interval of a schedule", Text: `
A scheduled source ticks once in each interval, which has to be a millisecond or longer.`},
	{Code: "ST714", Title: "cron expression", Text: `
A cron expression has five fields: minute (0-59), hour (0-23), day of month (1-31), month (1-12 or jan-dec), day of week (0-6 or
sun-sat). A field is *, a number, a range (1-5), a list (1,15) or has a step (*/10). ` + "`@hourly`, `@daily`, `@weekly`, `@monthly`, `@yearly`" + `
stand for common ones. Times are UTC unless it begins with a zone: ` + "`CRON_TZ=Europe/Zurich 30 6 * * *`" + `. One that never comes
is refused, and an interval is Every's.`},
	{Code: "ST720", Title: "many windows at once", Warning: true, Text: `
Each record changes every window that holds it, size / advance of them, and each of those is a result and a changelog record.
With more than 256 that is seldom what is wanted. Use a larger advance.`},
	{Code: "ST721", Title: "too many windows at once", Text: `
Each record would change more than a million windows, size / advance of them, one after the other. Use a larger advance.`},
}

var outputCodes = []Entry{
	{Code: "ST801", Title: "a file of this name is not ours", Text: `
stoatgen would write a file that exists and does not begin with "// Code generated by stoatgen. DO NOT EDIT.". Nothing is
overwritten. Rename the file or the topology.`},
	{Code: "ST802", Title: "two topologies write one file", Text: `
Files are named after the topology in snake case, and after the build constraint of its file if there is one (orders_linux_stoat.go). Two topologies of the package have names that give the same one.
Rename one of them.`},
	{Code: "ST803", Title: "stale output", Text: `
Only with -check: what stands beside the topology is not what would be generated from it now. Run go generate and commit
the result.`},
	{Code: "ST804", Title: "a constructor of one's own", Text: `
The package declares what stoatgen would call the constructor of a topology: NewOrders for Orders. Rename it or the topology. What wraps
the generated one needs another name, such as OpenOrders.`},
	{Code: "ST805", Title: "a predeclared name that the package declares", Text: `
Generated code stands in the package and uses Go's own names: string, error, len, nil and the like. Where the package declares one of
those that it needs (` + "`type error struct`, `func len`" + `) it would mean that instead, and no import could say otherwise. Rename it. What
generated code doesn't use may be declared, and so may variables, parameters, fields and methods of any name.`},
	{Code: "ST900", Title: "stoatgen failed", Text: `
A fault of stoatgen, not of the topology. Nothing was written. Please report it with the message and, if you can, the
topology.`},
	{Code: "ST901", Title: "a call was not read", Text: `
A fault of stoatgen, not of the topology: a call of the DSL was passed over while the topology was read, so generated code
would miss it. Nothing was written. Please report it with the topology.`},
}
