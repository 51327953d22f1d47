package rocks

import (
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"strings"

	"github.com/linxGnu/grocksdb"
)

// Options tune RocksDB. The defaults suit an application with a handful of stores on one machine.
type Options struct {
	BlockCache  int64 // bytes of uncompressed blocks in memory, for all stores together; default 64 MiB
	WriteBuffer int64 // bytes of a store's memtable before all are flushed; default 4 MiB

	// Set are further options of RocksDB by its own names, for the database and every store: "max_open_files": "200",
	// "compression": "kZSTD". One that could lose the agreement of state and offsets is ignored with a warning.
	Set map[string]string

	Log *slog.Logger // default slog.Default()
}

func defaults() Options {
	return Options{BlockCache: 64 << 20, WriteBuffer: 4 << 20, Log: slog.Default()}
}

// base are the settings that a user may replace by name.
var base = map[string]string{
	"max_open_files":                       "512", // -1 would open every file at start, and a start must not grow with the state
	"max_background_jobs":                  "2",
	"skip_stats_update_on_db_open":         "true",
	"compression":                          "kLZ4Compression",
	"keep_log_file_num":                    "2",
	"max_log_file_size":                    "16777216",
	"info_log_level":                       "WARN_LEVEL",
	"stats_dump_period_sec":                "0",
	"level_compaction_dynamic_level_bytes": "true",
}

// fixed are the options that the invariants need, or that would undo them, with the reason; what isn't empty is set.
var fixed = map[string]struct{ value, why string }{
	"atomic_flush":                      {"true", "state and offsets must become durable in one step"},
	"create_if_missing":                 {"true", "a new directory is an ordinary start"},
	"create_missing_column_families":    {"true", "a new store is an ordinary start"},
	"error_if_exists":                   {"false", "an old directory is an ordinary start"},
	"best_efforts_recovery":             {"", "it recovers each store to a moment of its own"},
	"unordered_write":                   {"", "batches must become visible whole"},
	"enable_pipelined_write":            {"", "it can't go with atomic_flush"},
	"two_write_queues":                  {"", "it is for transactions of RocksDB"},
	"allow_2pc":                         {"", "it is for transactions of RocksDB"},
	"inplace_update_support":            {"", "a flush must hold what was written up to one moment"},
	"inplace_callback":                  {"", "a flush must hold what was written up to one moment"},
	"min_write_buffer_number_to_merge":  {"", "all stores must be flushed up to one moment"},
	"experimental_mempurge_threshold":   {"", "all stores must be flushed up to one moment"},
	"avoid_flush_during_shutdown":       {"", "a clean stop leaves nothing to replay"},
	"avoid_flush_during_recovery":       {"", "there is no WAL to recover from"},
	"wal_dir":                           {"", "there is no WAL"},
	"wal_ttl_seconds":                   {"", "there is no WAL"},
	"wal_size_limit_mb":                 {"", "there is no WAL"},
	"max_total_wal_size":                {"", "there is no WAL"},
	"wal_recovery_mode":                 {"", "there is no WAL"},
	"manual_wal_flush":                  {"", "there is no WAL"},
	"track_and_verify_wals":             {"", "there is no WAL"},
	"track_and_verify_wals_in_manifest": {"", "there is no WAL"},
	"paranoid_checks":                   {"true", "damage must be found, not skipped"},
	"comparator":                        {"", "rows are ordered by their bytes"},
	"merge_operator":                    {"{id=StringAppendOperator;delimiter=;}", "a merge appends to a row"},
	"compaction_filter":                 {"", "rows go only when the application deletes them"},
	"compaction_filter_factory":         {"", "rows go only when the application deletes them"},
	"ttl":                               {"", "rows go only when the application deletes them"},
	"compaction_options_fifo":           {"", "FIFO compaction drops rows"},
	"allow_ingest_behind":               {"", "it changes what a read finds"},
	"persist_user_defined_timestamps":   {"", "rows have no timestamps of RocksDB"},
	"prefix_extractor":                  {"", "a scan must see all rows"},
}

// fifo is the one compaction style that loses rows; the others are the user's choice.
const fifo = "fifo"

// build is the options of database and stores in RocksDB's own form.
func (o *Options) build() (*grocksdb.Options, error) {
	set := maps.Clone(base)
	for _, name := range slices.Sorted(maps.Keys(o.Set)) {
		value := o.Set[name]
		f, is := fixed[name]
		switch {
		case is && f.value != value:
			o.Log.Warn("RocksDB option is ignored", "option", name, "value", value, "reason", f.why)
		case is:
		case name == "compaction_style" && strings.Contains(strings.ToLower(value), fifo):
			o.Log.Warn("RocksDB option is ignored", "option", name, "value", value, "reason", "FIFO compaction drops rows")
		default:
			set[name] = value
		}
	}
	for name, f := range fixed {
		if f.value != "" {
			set[name] = f.value
		}
	}
	b := grocksdb.NewDefaultOptions()
	defer b.Destroy()
	b.SetWriteBufferSize(uint64(o.WriteBuffer))
	table := grocksdb.NewDefaultBlockBasedTableOptions()
	defer table.Destroy()
	cache := grocksdb.NewLRUCache(uint64(o.BlockCache))
	defer cache.Destroy()
	table.SetBlockCache(cache)
	table.SetFilterPolicy(grocksdb.NewBloomFilter(10))
	b.SetBlockBasedTableFactory(table)
	var text []string
	for _, name := range slices.Sorted(maps.Keys(set)) {
		text = append(text, name+"="+set[name])
	}
	opts, err := grocksdb.GetOptionsFromString(b, strings.Join(text, ";"))
	if err != nil {
		return nil, fmt.Errorf("RocksDB options: %w", err)
	}
	return opts, nil
}
