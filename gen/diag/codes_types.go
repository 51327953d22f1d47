package diag

var typeCodes = []Entry{
	{Code: "ST301", Title: "no codec", Text: `
What an operator writes or stores needs a codec. stoatgen looks at, in this order:

1. the option at the operator (` + "`dsl.Key`, `dsl.Value`" + `; of an aggregation also those of its GroupBy or GroupByKey),
2. the nearest one upstream, if the type is unchanged since: a source's, that of KeyAs or ValueAs, or an option's (of a group, store, repartition or
   join; but Binary stays with the store that it was given to),
3. ` + "`b.Codec`" + `,
4. the built-in one: string, []byte, bool, int16, int32, int64, float32, float64, [16]byte.

Types of your own have none built in: say ` + "`b.Codec(dsl.JSON[Order]())`" + ` once, or give the option at the operator.`},
	{Code: "ST302", Title: "codec of another type", Text: `
The option's codec is for another type than the key or value that the operator writes or stores.`},
	{Code: "ST303", Title: "codec of a pointer type", Text: `
A pointer type means nullable and nothing else. Write ` + "`dsl.Nullable(dsl.JSON[Order]())`, not `dsl.JSON[*Order]()`" + `.`},
	{Code: "ST304", Title: "Nullable at a table", Text: `
In a table null is absence: a null value deletes the row, and functions never see one. Leave Nullable out; where a function
has to meet a delete, write ` + "`t.ToStream().ValueAs(dsl.Nullable(c))`" + `. For the same reason nothing of Void can be kept.`},
	{Code: "ST305", Title: "codec declared twice", Text: `
b.Codec was called twice for one type. The codec of a type is one for the whole topology; give an operator another
one with dsl.Key or dsl.Value.`},
	{Code: "ST306", Title: "view of another type", Text: `
KeyAs and ValueAs change the codec and the view of null, never the type: a T may become a *T or the reverse. Use
MapValues or SelectKey to change the type. KeyAs of windowed results takes a windowed key of the same key type.`},
	{Code: "ST307", Title: "method of a processor with another signature", Text: `
A processor's optional methods are ` + "`Init(ctx)`, `Close()` and, with timers, `OnTimer(ctx, timer) error`" + `. A method of this name with
another signature would never be called.`},
	{Code: "ST308", Title: "window codec that does not match", Text: `
The windowed codec's kind or size is not that of the window: the end of a window follows from the size, so readers would see
other windows than were written.`},
	{Code: "ST309", Title: "option's function of another type", Text: `
The function of Timestamp, Partitioner, Format and the like has to take the operator's own key and value. Options have no type
of their own, so the Go compiler does not see it.`},
	{Code: "ST310", Title: "codec not supported yet", Text: `
This codec, or a type in it, cannot be generated yet; see NOT-SUPPORTED.md. Use another codec or write your own
with dsl.Custom.`},
	{Code: "ST311", Title: "deletes of a table are dropped", Warning: true, Text: `
A table's stream of updates has deletes, which are null values. A function of a type that has no null is not called with one: the
record is dropped there and counted (reason null-value), so nothing below learns of the delete. Write
` + "`t.ToStream().ValueAs(dsl.Nullable(c))`" + ` if the function should see it, as nil. MapValues and Peek let it pass.`},
	{Code: "ST312", Title: "timers without their processor", Text: `
Timers call the method OnTimer of the one processor that they are passed to, a Process or ProcessValues with that many stores. A
processor with that method needs timers, and one with timers the method. Several processors have timers of their own; those of ProcessValues
have its type of key, because what OnTimer forwards keeps it.`},
}

var graphCodes = []Entry{
	{Code: "ST401", Title: "node name used twice", Text: `
Two operators have the same name. Names are those of Kafka Streams' nodes: metrics, errors and descriptions go by them.`},
	{Code: "ST402", Title: "store name used twice", Text: `
Two operators have a store of the same name. A store's name makes its changelog topic and the place of its rows; two of the
same name would overwrite each other.`},
	{Code: "ST403", Title: "stream used as a table", Text: `
The operator looks rows up, so it needs a table, and a stream was passed. Make it one with ToTable (the last value of each
key), or read the topic with b.Table.`},
	{Code: "ST404", Title: "topic read twice", Text: `
Two sources of one topology read the same topic in different ways, so each of its records would be read twice. Streams of the
same topics with the same codecs and options are one source. Otherwise read the topic once and use the stream twice; a table of a
stream's topic is the stream's ToTable, and the stream of a table its ToStream.`},
	{Code: "ST410", Title: "result not used", Text: `
The operator's result goes nowhere, so the operator has no effect. Send it on (To, ForEach, a store with dsl.As),
or remove the operator.`},
	{Code: "ST411", Title: "store that nothing uses", Text: `
A declared store is not passed to any processor. Pass it to Process1 or the like, or remove it.`},
	{Code: "ST412", Title: "branch behind the default", Text: `
Default takes every record that no branch before it took, so a branch behind it, or a second default, gets nothing.
Call Default last, and once.`},
	{Code: "ST413", Title: "split without branches", Text: `
Split without a call of Branch or Default drops every record.`},
	{Code: "ST414", Title: "topic read and written", Text: `
The topology writes to a topic what it made of that topic, at once or over repartitions and other topics. Unless something on the way
ends the circle, each record would be read again for ever. Use another topic, or Repartition to move records to the lane of a new key. Kafka
Streams takes such a topology without a word. If it is meant (a topic of records to be tried again, with a count of the tries) let the
warning stand.`, Warning: true},
	{Code: "ST415", Title: "forward to a child that is not there", Text: `
ForwardTo sends a record to the child of that name, and the processor has none: the record would fail. Children are the operators that
are called on the processor's result, by their names as -describe shows them; give one its name with dsl.Name. A name that is computed
is looked up when the record is forwarded.`},
	{Code: "ST421", Title: "option not supported yet", Text: `
The DSL has this option, stoatgen cannot generate it yet, or not beside another; see NOT-SUPPORTED.md. -describe shows the topology all
the same.`},
}
