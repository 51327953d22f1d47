package diag

var loadCodes = []Entry{
	{Code: "ST101", Title: "the package cannot be listed", Text: `
The go command could not name the package, its files or its imports. The message is the go command's own.
Check the directory, the pattern and go.mod; ` + "`go list ./...`" + ` shows the same error.`},
	{Code: "ST102", Title: "syntax error", Text: `
A file of the package does not parse. stoatgen reads the topology from its syntax, so the file has to be mended first.`},
	{Code: "ST103", Title: "type error", Text: `
The package does not type-check. Names that stoatgen is about to define (` + "`NewOrders`" + ` and the like) may be missing;
anything else has to be mended first, because what does not type-check cannot be read with certainty.
A type or codec that a topology names has to be written by hand: a name that only generated code would define is not known
when the topology is read.`},
	{Code: "ST104", Title: "no topology", Text: `
None of the packages has a topology. A topology is an exported function or method whose only parameter is
` + "`*dsl.Builder`" + ` and that has no result:

	func Orders(b *dsl.Builder) {
		b.Stream("orders", dsl.String(), dsl.JSON[Order]()).To("copy")
	}`},
	{Code: "ST105", Title: "a file with a topology is left out of the build", Warning: true, Text: `
Go leaves a file out of the build in silence if its name ends like an operating system's or a processor's
(` + "`counts_windows.go`, `orders_arm.go`" + `) or if a build constraint says so, and builds one that ends in _test.go with the tests only. A topology in it is not generated.
Give the file another name, or pass the build tag with ` + "`-tags`" + `.`},
	{Code: "ST106", Title: "a topology of several builds", Text: `
What is generated for a topology has the build constraint of its file (` + "`//go:build`" + `, or a name such as counts_linux.go), and is the same
in all those builds. A helper that it is read through, a constant or a type of a file with another constraint would give other code in some
of them. Give both files the same constraint: each build may have a topology of that name in a file of its own. A function that is
only called when the topology runs may be declared for each build.`},
}

var readCodes = []Entry{
	{Code: "ST201", Title: "generic topology", Text: `
A topology has no type parameters and no receiver with any: there would be no type to generate code for.
Write the generic function as a helper that takes or returns streams, and call it from a topology.`},
	{Code: "ST202", Title: "topology in a variable", Text: `
A function literal in a package variable has the shape of a topology, but has no name of its own and may be set again.
Declare it as a function.`},
	{Code: "ST210", Title: "control flow that cannot be followed", Text: `
A topology is read, never run. Loops over a constant count or a known list are unrolled, up to 256 rounds, and branches on constants are
taken; a loop, branch, goroutine or deferred call that depends on anything else has no meaning when code is generated.
Write the operators out, loop over a literal list, or decide at run time inside an operator (Filter, Split).`},
	{Code: "ST211", Title: "conditional return", Text: `
The topology returns under a condition that is not constant, so stoatgen cannot tell whether what follows is part of it.`},
	{Code: "ST212", Title: "zero value of a DSL type", Text: `
A variable of a DSL type was declared without a value. A stream or table comes from the builder or from another stream.`},
	{Code: "ST213", Title: "another builder", Text: `
A builder or DSL value was made with new, or the builder is not the topology's parameter. Use the builder that the
topology gets.`},
	{Code: "ST220", Title: "DSL value stored where it cannot be followed", Text: `
A stream or table was stored in a list, a map, a struct or a package variable. stoatgen follows DSL values in local
variables, parameters and results only. Keep it in a local variable.`},
	{Code: "ST221", Title: "DSL value in an expression that cannot be followed", Text: `
A stream or table went through a channel, a pointer, a type assertion or the like. Use the variable itself.`},
	{Code: "ST222", Title: "DSL value read from a field or package variable", Text: `
What a field or a package variable holds is not known when the topology is read. Use a local variable, or a function that
returns the value.`},
	{Code: "ST223", Title: "method value of a DSL type", Text: `
` + "`f := s.To`" + ` makes a function of a DSL method. Call the method where it is written.`},
	{Code: "ST224", Title: "DSL value that is not known", Text: `
stoatgen cannot tell which stream, table or setting this is, because its value depends on something that is not read.`},
	{Code: "ST225", Title: "options that are not known", Text: `
Options have to be calls of DSL functions, lists of such calls, or parameters of a helper that got such.`},
	{Code: "ST226", Title: "not constant", Text: `
Topics, names, sizes and durations have to be constants: stoatgen generates code and topic names from them. A parameter of
a helper counts as constant if each call passes one. What has to vary at run time belongs into the configuration, or use
the computed form (ToFunc).`},
	{Code: "ST227", Title: "function that is not known", Text: `
An operator's function has to be the name of a function, a method expression, a method of the topology's receiver or a
function literal, because generated code calls it by name.`},
	{Code: "ST228", Title: "method of another value", Text: `
A bound method may only be one of the topology's receiver: generated code holds the receiver and nothing else. For a value
in a field of the receiver write a method of the receiver that calls it; else use a method expression or a function.`},
	{Code: "ST229", Title: "captured local", Text: `
A function literal is lifted into a function of its own. It may use the receiver, constants, variables whose value is known
and does not change, and what the package declares. Make what it captures a constant, a package variable or a field
of the receiver; declare a local type in the package. What dsl.Custom and dsl.Unlimited take is lifted into a package variable, for which
there is no receiver yet.`},
	{Code: "ST230", Title: "DSL value made by another package", Text: `
Helpers that make streams or options are inlined, and that works for functions of the topology's own package only. Move the
helper into the package.`},
	{Code: "ST231", Title: "DSL value passed to another package", Text: `
A stream or table went to a function that is not read. Only functions of the topology's own package are inlined.`},
	{Code: "ST240", Title: "recursion", Text: `
A helper calls itself while a topology is read. A topology has a fixed size.`},
}
