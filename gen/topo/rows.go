package topo

import "strings"

// row is what one DSL method becomes. Variants share a row: see Op.Row.
type row struct {
	node  string // prefix of the node's name; "": no node, the value passes through
	rekey bool   // the key counts as changed from here on
	store string // prefix of the store's name
	how   func(l *lowering, o *Op, r row) *Step
}

var rows map[string]row

func init() { // not an initialiser: Lower, which the table's functions are called by, reads it
	rows = map[string]row{}
	for _, part := range []map[string]row{builderRows, streamRows, groupRows, tableRows} {
		for k, r := range part {
			rows[k] = r
		}
	}
}

var builderRows = map[string]row{
	"Builder.Codec":          {},
	"Builder.Cache":          {},
	"Builder.Wrap":           {},
	"Builder.Stream":         {node: "KSTREAM-SOURCE", how: source},
	"Builder.StreamOf":       {node: "KSTREAM-SOURCE", how: source},
	"Builder.StreamMatching": {node: "KSTREAM-SOURCE", how: source},
	"Builder.Table":          {node: "KTABLE-SOURCE", how: tableSource},
	"Builder.GlobalTable":    {node: "KTABLE-SOURCE", how: tableSource},
	"Builder.Store":          {how: declared},
	"Builder.Every":          {node: "KSTREAM-SOURCE", how: scheduled},
	"Builder.Cron":           {node: "KSTREAM-SOURCE", how: scheduled},
	"Builder.GlobalStore":    {node: "KTABLE-SOURCE", how: filledStore},
	"Builder.ReadOnlyStore":  {node: "KTABLE-SOURCE", how: filledStore},
}

var streamRows = map[string]row{
	"KStream.KeyAs":   {},
	"KStream.ValueAs": {},

	"KStream.Filter":         {node: "KSTREAM-FILTER", how: plain},
	"KStream.FilterNot":      {node: "KSTREAM-FILTER", how: plain},
	"KStream.MapValues":      {node: "KSTREAM-MAPVALUES", how: plain},
	"KStream.FlatMapValues":  {node: "KSTREAM-FLATMAPVALUES", how: plain},
	"KStream.Map":            {node: "KSTREAM-MAP", how: plain, rekey: true},
	"KStream.FlatMap":        {node: "KSTREAM-FLATMAP", how: plain, rekey: true},
	"KStream.SelectKey":      {node: "KSTREAM-KEY-SELECT", how: plain, rekey: true},
	"KStream.Peek":           {node: "KSTREAM-PEEK", how: plain},
	"KStream.ForEach":        {node: "KSTREAM-FOREACH", how: plain},
	"KStream.Print":          {node: "KSTREAM-PRINTER", how: plain},
	"KStream.Process":        {node: "KSTREAM-PROCESSOR", how: plain, rekey: true},
	"KStream.ProcessValues":  {node: "KSTREAM-PROCESSVALUES", how: plain},
	"KStream.Merge":          {node: "KSTREAM-MERGE", how: plain},
	"KStream.JoinGlobal":     {node: "KSTREAM-LEFTJOIN", how: plain},
	"KStream.LeftJoinGlobal": {node: "KSTREAM-LEFTJOIN", how: plain},

	"KStream.Split":           {node: "KSTREAM-BRANCH", how: plain},
	"BranchedKStream.Branch":  {node: "KSTREAM-BRANCH", how: branch},
	"BranchedKStream.Default": {node: "KSTREAM-BRANCH", how: branch},

	"KStream.To":            {node: "KSTREAM-SINK", how: sink},
	"KStream.ToFunc":        {node: "KSTREAM-SINK", how: sink},
	"KStream.Repartition":   {node: "KSTREAM-REPARTITION", how: repartition},
	"KStream.ToTable":       {node: "KSTREAM-TOTABLE", store: "KSTREAM-TOTABLE", how: toTable},
	"KStream.GroupByKey":    {how: group},
	"KStream.GroupBy":       {node: "KSTREAM-KEY-SELECT", how: group, rekey: true},
	"KStream.Join":          {node: "KSTREAM-JOIN", how: streamJoin},
	"KStream.LeftJoin":      {node: "KSTREAM-JOIN", how: streamJoin},
	"KStream.OuterJoin":     {node: "KSTREAM-JOIN", how: streamJoin},
	"KStream.JoinTable":     {node: "KSTREAM-JOIN", how: lookup},
	"KStream.LeftJoinTable": {node: "KSTREAM-LEFTJOIN", how: lookup},
}

var groupRows = map[string]row{
	"KGroupedStream.Count":             {node: "KSTREAM-AGGREGATE", store: "KSTREAM-AGGREGATE", how: aggregate},
	"KGroupedStream.Aggregate":         {node: "KSTREAM-AGGREGATE", store: "KSTREAM-AGGREGATE", how: aggregate},
	"KGroupedStream.Reduce":            {node: "KSTREAM-REDUCE", store: "KSTREAM-REDUCE", how: aggregate},
	"KGroupedStream.WindowedBy":        {},
	"KGroupedStream.SessionWindowedBy": {},
	"KGroupedStream.EmitStrategy":      {},
	"KGroupedStream.Cogroup":           {how: cogroup},

	"CogroupedKStream.Cogroup":           {how: cogroup},
	"CogroupedKStream.WindowedBy":        {},
	"CogroupedKStream.SessionWindowedBy": {},
	"CogroupedKStream.Aggregate":         {node: "COGROUPKSTREAM-AGGREGATE", store: "COGROUPKSTREAM-AGGREGATE", how: cogroupAggregate},

	"KGroupedTable.Count":     {node: "KTABLE-AGGREGATE", store: "KTABLE-AGGREGATE", how: tableAggregate},
	"KGroupedTable.Aggregate": {node: "KTABLE-AGGREGATE", store: "KTABLE-AGGREGATE", how: tableAggregate},
	"KGroupedTable.Reduce":    {node: "KTABLE-REDUCE", store: "KTABLE-AGGREGATE", how: tableAggregate},
}

var tableRows = map[string]row{
	"KTable.KeyAs":   {},
	"KTable.ValueAs": {},

	"KTable.Filter":          {node: "KTABLE-FILTER", store: "KTABLE-FILTER", how: view},
	"KTable.FilterNot":       {node: "KTABLE-FILTER", store: "KTABLE-FILTER", how: view},
	"KTable.MapValues":       {node: "KTABLE-MAPVALUES", store: "KTABLE-MAPVALUES", how: view},
	"KTable.TransformValues": {node: "KTABLE-TRANSFORMVALUES", store: "KTABLE-TRANSFORMVALUES", how: view},
	"KTable.Suppress":        {node: "KTABLE-SUPPRESS", store: "KTABLE-SUPPRESS", how: suppress},
	"KTable.ToStream":        {node: "KTABLE-TOSTREAM", how: plain},
	"KTable.GroupBy":         {node: "KTABLE-SELECT", how: group},
	"KTable.Join":            {node: "KTABLE-MERGE", how: tableJoin},
	"KTable.LeftJoin":        {node: "KTABLE-MERGE", how: tableJoin},
	"KTable.OuterJoin":       {node: "KTABLE-MERGE", how: tableJoin},
	"KTable.JoinForeign":     {node: "KTABLE-FK-JOIN-OUTPUT", store: "KTABLE-FK-JOIN-OUTPUT", how: foreignJoin},
	"KTable.LeftJoinForeign": {node: "KTABLE-FK-JOIN-OUTPUT", store: "KTABLE-FK-JOIN-OUTPUT", how: foreignJoin},
}

var sameRows = strings.NewReplacer(
	"TimeWindowedCogroupedKStream", "CogroupedKStream", "SessionWindowedCogroupedKStream", "CogroupedKStream",
	"TimeWindowedKStream", "KGroupedStream", "SessionWindowedKStream", "KGroupedStream",
	"WindowedKTable", "KTable", "WindowedKStream", "KStream")

// Row is the operator whatever its variant: "KStream.MapValues" for TryMapValuesWithKey too. The windowed types count as those
// they stand for, the declared stores as "Builder.Store", and the number of a processor's stores is left out.
func (o *Op) Row() string {
	m := strings.TrimPrefix(o.Method, "Try")
	m = strings.TrimSuffix(strings.TrimSuffix(strings.TrimRight(m, "123"), "WithKeys"), "WithKey")
	if o.Type == "Builder" && (m == "Timers" || strings.HasSuffix(m, "Store") && m != "GlobalStore" && m != "ReadOnlyStore") {
		m = "Store"
	}
	return sameRows.Replace(o.Type) + "." + m
}

// Rows are the operators that can be lowered.
func Rows() (out []string) {
	for k := range rows {
		out = append(out, k)
	}
	return out
}
