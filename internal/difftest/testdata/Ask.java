import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.*;
import java.io.File;
import java.time.*;
import java.util.*;
import java.util.function.Consumer;
import java.util.function.Function;
import org.apache.kafka.common.serialization.*;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.*;
import org.apache.kafka.streams.kstream.*;
import org.apache.kafka.streams.processor.api.*;
import org.apache.kafka.streams.state.*;
import org.apache.kafka.streams.test.*;

/**
 * Asks Kafka Streams' TopologyTestDriver what topologies of testdata/gen answer to random records, and writes vectors in the
 * format of testdata/oracle. Needs kafka-streams-test-utils 4.4.0 with what it depends on in lib:
 *
 * <pre>
 * java -cp 'lib/*' Ask.java ../../../testdata/gen/joins/testdata/answers circles
 * java -cp 'lib/*' Ask.java ../../../testdata/gen/materialized/testdata/answers materialized
 * </pre>
 *
 * The answers to Waited, OfRecent and RecentOfRecent lie apart, in waited and recent.
 */
public class Ask {
    static final Serde<String> S = Serdes.String();
    static final ObjectMapper M = new ObjectMapper();

    /** A question: a topology and the topics that it reads. The driver doesn't show the rows of stores that it declares. */
    record Case(String name, Consumer<StreamsBuilder> build, List<String> topics, boolean declares) {
        Case(String name, Consumer<StreamsBuilder> build, List<String> topics) { this(name, build, topics, false); }
    }

    static Materialized<String, String, KeyValueStore<Bytes, byte[]>> as(String name) {
        return Materialized.<String, String, KeyValueStore<Bytes, byte[]>>as(name).withKeySerde(S).withValueSerde(S);
    }

    static Function<String, String> named = v -> v.endsWith("0") ? null : v.substring(v.length() - 1);
    static ValueJoiner<String, String, String> both = (v, w) -> v + "-" + w;

    static void out(KTable<String, String> t) { t.toStream().to("out", Produced.with(S, S)); }

    static KTable<String, String> table(StreamsBuilder b, String name) { return b.table(name, Consumed.with(S, S), as(name)); }

    static List<Case> circles() {
        List<Case> all = new ArrayList<>();
        all.add(new Case("Share", b -> {
            KStream<String, String> in = b.stream("in", Consumed.with(S, S));
            KTable<String, Long> counts = in.groupBy((k, v) -> v, Grouped.as("by-value")).count(Materialized.as("counts"));
            in.join(counts, (v, n) -> v + "+".repeat((int) (long) n)).to("out", Produced.with(S, S));
        }, List.of("in")));
        all.add(new Case("Bosses", b -> {
            KTable<String, String> staff = table(b, "staff");
            out(staff.leftJoin(staff, named, both, TableJoined.as("boss"), as("bosses")));
        }, List.of("staff")));
        all.add(new Case("Again", b -> {
            KTable<String, String> x = table(b, "x"), y = table(b, "y");
            x.join(y, both, Named.as("pair")).toStream().to("pairs", Produced.with(S, S));
            out(x.join(y, named, both, TableJoined.as("link"), as("links")));
        }, List.of("x", "y")));
        all.add(new Case("Derived", b -> {
            KTable<String, String> x = table(b, "x"), first = x.mapValues(v -> v.substring(0, 1)).filter((k, v) -> !v.equals("b"));
            out(x.join(first, named, both, TableJoined.as("link"), as("links")));
        }, List.of("x")));
        all.add(new Case("Back", b -> {
            KTable<String, String> x = table(b, "x"), y = table(b, "y");
            out(x.join(y, named, both, TableJoined.as("link"), as("links")).outerJoin(x, (r, v) -> r + "/" + v, Named.as("back"), as("backs")));
        }, List.of("x", "y")));
        all.add(new Case("Chain", b -> {
            KTable<String, String> x = table(b, "x"), y = table(b, "y"), z = table(b, "z");
            x.join(z, both, Named.as("pair")).toStream().to("pairs", Produced.with(S, S));
            out(x.join(y, named, both, TableJoined.as("first"), as("firsts")).leftJoin(z, named, both, TableJoined.as("second"), as("seconds")));
        }, List.of("x", "y", "z")));
        all.add(new Case("Onto", b -> {
            KTable<String, String> x = table(b, "x"), y = table(b, "y"), z = table(b, "z");
            KTable<String, String> links = x.join(y, named, both, TableJoined.as("link"), as("links"));
            out(z.join(links, named, both, TableJoined.as("onto"), as("ontos")));
        }, List.of("x", "y", "z")));
        all.add(new Case("Told", b -> {
            KTable<String, String> x = table(b, "x"), y = table(b, "y");
            out(told(x, null).filter((k, v) -> !v.contains("b")).leftJoin(y, named, both, TableJoined.as("link"), as("links")));
        }, List.of("x", "y")));
        all.add(new Case("Waited", b -> {
            KTable<String, String> x = table(b, "x"), y = table(b, "y");
            out(x.suppress(Suppressed.<String>untilTimeLimit(Duration.ofMillis(5), Suppressed.BufferConfig.unbounded()).withName("wait"))
                .join(y, named, both, TableJoined.as("link"), as("links")));
        }, List.of("x", "y")));
        all.add(new Case("Met", b -> {
            KTable<String, String> x = table(b, "x"), y = table(b, "y"), z = table(b, "z");
            out(told(x, null).join(z, both, Named.as("pair")).join(y, named, both, TableJoined.as("link"), as("links")));
        }, List.of("x", "y", "z")));
        all.add(new Case("Counted", b -> {
            KTable<String, String> x = nth(b, b.stream("x", Consumed.with(S, S)), "nth", "counts").toTable(as("xs")), y = table(b, "y");
            out(x.join(y, named, both, TableJoined.as("link"), as("links")));
        }, List.of("x", "y"), true));
        all.add(new Case("Numbered", b -> {
            KTable<String, String> x = table(b, "x"), y = nth(b, b.stream("y", Consumed.with(S, S)), "seen-nth", "seen").toTable(as("ys"));
            nth(b, x.join(y, named, both, TableJoined.as("link"), as("links")).toStream(), "nth", "counts").to("out", Produced.with(S, S));
        }, List.of("x", "y"), true));
        return all;
    }

    /** Puts ahead of a value how many of its key there have been; drops nulls. */
    static KStream<String, String> nth(StreamsBuilder b, KStream<String, String> in, String name, String store) {
        b.addStateStore(Stores.keyValueStoreBuilder(Stores.persistentKeyValueStore(store), S, Serdes.Long()));
        return in.filter((k, v) -> k != null && v != null).processValues(() -> new FixedKeyProcessor<String, String, String>() {
            FixedKeyProcessorContext<String, String> context;
            public void init(FixedKeyProcessorContext<String, String> c) { context = c; }
            public void process(FixedKeyRecord<String, String> r) {
                KeyValueStore<String, Long> counts = context.getStateStore(store);
                Long n = counts.get(r.key());
                counts.put(r.key(), n == null ? 1 : n + 1);
                context.forward(r.withValue((n == null ? 1 : n + 1) + r.value()));
            }
        }, Named.as(name), store);
    }

    /** Ways to keep rows. */
    enum Way { COMPUTED, KEPT, VERSIONED, RECENT }

    static <V> Materialized<String, V, KeyValueStore<Bytes, byte[]>> own(String name, Way way, Serde<V> values) {
        if (way == Way.COMPUTED) return null;
        Materialized<String, V, KeyValueStore<Bytes, byte[]>> m = switch (way) {
            case VERSIONED -> Materialized.as(Stores.persistentVersionedKeyValueStore(name, Duration.ofMillis(20)));
            case RECENT -> Materialized.<String, V>as(Stores.lruMap(name, 2)).withCachingDisabled();
            default -> Materialized.as(name);
        };
        return m.withKeySerde(S).withValueSerde(values);
    }

    static KTable<String, String> source(StreamsBuilder b, String topic, Way way) {
        return way == Way.COMPUTED ? b.table(topic, Consumed.with(S, S)) : b.table(topic, Consumed.with(S, S), own(topic, way, S));
    }

    static void see(KTable<String, String> t, String name) { t.toStream().to(name, Produced.with(S, S)); }

    static KeyValueMapper<String, String, KeyValue<String, String>> last = (k, v) -> KeyValue.pair(v.substring(v.length() - 1), v);
    static Reducer<String> plus = (x, v) -> x + "+" + v, minus = (x, v) -> x + "-" + v;
    static Aggregator<String, String, String> add = (k, v, x) -> x + "+" + v, subtract = (k, v, x) -> x + "-" + v;
    static Predicate<String, String> even = (k, v) -> (v.charAt(v.length() - 1) - '0') % 2 == 0;
    static ValueJoiner<String, String, String> pair = (v, w) -> w + "&" + v;

    static void use(KStream<String, String> s, KTable<String, String> t, String name) {
        t.groupBy(last, Grouped.with(S, S)).reduce(plus, minus, as(name + "-groups")).toStream().to(name + "-grouped", Produced.with(S, S));
        look(s, t, name);
    }

    static void look(KStream<String, String> s, KTable<String, String> t, String name) {
        s.leftJoin(t, pair).to(name + "-looked", Produced.with(S, S));
    }

    static KTable<String, String> filter(KTable<String, String> x, boolean not, Materialized<String, String, KeyValueStore<Bytes, byte[]>> m) {
        if (not) return m == null ? x.filterNot(even) : x.filterNot(even, m);
        return m == null ? x.filter(even) : x.filter(even, m);
    }

    static KTable<String, String> map(KTable<String, String> x, Materialized<String, String, KeyValueStore<Bytes, byte[]>> m) {
        ValueMapper<String, String> shout = v -> v + "!" + v.substring(v.length() - 1);
        return m == null ? x.mapValues(shout) : x.mapValues(shout, m);
    }

    static KTable<String, String> asked(KTable<String, String> x, Materialized<String, String, KeyValueStore<Bytes, byte[]>> m) {
        ValueMapperWithKey<String, String, String> ask = (k, v) -> k + "?" + v;
        return m == null ? x.mapValues(ask) : x.mapValues(ask, m);
    }

    static KTable<String, String> told(KTable<String, String> x, Materialized<String, String, KeyValueStore<Bytes, byte[]>> m) {
        ValueTransformerWithKeySupplier<String, String, String> told = () -> new ValueTransformerWithKey<>() {
            public void init(org.apache.kafka.streams.processor.ProcessorContext c) {}
            public String transform(String k, String v) { return k + ":" + v; }
            public void close() {}
        };
        return m == null ? x.transformValues(told) : x.transformValues(told, m);
    }

    static KTable<String, String> join(String how, KTable<String, String> x, KTable<String, String> y, Materialized<String, String, KeyValueStore<Bytes, byte[]>> m) {
        return switch (how) {
            case "join" -> m == null ? x.join(y, pair) : x.join(y, pair, m);
            case "left" -> m == null ? x.leftJoin(y, pair) : x.leftJoin(y, pair, m);
            case "outer" -> m == null ? x.outerJoin(y, pair) : x.outerJoin(y, pair, m);
            case "linked" -> m == null ? x.join(y, named, pair) : x.join(y, named, pair, m);
            default -> m == null ? x.leftJoin(y, named, pair) : x.leftJoin(y, named, pair, m);
        };
    }

    static void tables(StreamsBuilder b, Way of, Way way) {
        KStream<String, String> s = b.stream("s", Consumed.with(S, S));
        KTable<String, String> x = source(b, "x", of), y = source(b, "y", of);
        see(filter(x, false, own("filter", way, S)), "filter");
        use(s, filter(x, false, own("filter2", way, S)), "filter2");
        see(filter(x, true, own("not", way, S)), "not");
        use(s, filter(x, true, own("not2", way, S)), "not2");
        see(map(x, own("map", way, S)), "map");
        use(s, map(x, own("map2", way, S)), "map2");
        see(asked(x, own("asked", way, S)), "asked");
        use(s, asked(x, own("asked2", way, S)), "asked2");
        see(told(x, own("told", way, S)), "told");
        use(s, told(x, own("told2", way, S)), "told2");
        for (String how : List.of("join", "left", "outer", "linked", "named")) {
            see(join(how, x, y, own(how, way, S)), how);
            use(s, join(how, x, y, own(how + "2", way, S)), how + "2");
        }
        Way w = way == Way.COMPUTED ? Way.KEPT : way;
        see(x.groupBy(last, Grouped.with(S, S)).count(own("count", w, Serdes.Long())).mapValues(n -> "" + n), "count");
        look(s, x.groupBy(last, Grouped.with(S, S)).count(own("count2", w, Serdes.Long())).mapValues(n -> "" + n), "count2");
        see(x.groupBy(last, Grouped.with(S, S)).reduce(plus, minus, own("reduce", w, S)), "reduce");
        use(s, x.groupBy(last, Grouped.with(S, S)).reduce(plus, minus, own("reduce2", w, S)), "reduce2");
        see(x.groupBy(last, Grouped.with(S, S)).aggregate(() -> "0", add, subtract, own("sum", w, S)), "sum");
        use(s, x.groupBy(last, Grouped.with(S, S)).aggregate(() -> "0", add, subtract, own("sum2", w, S)), "sum2");
    }

    static void streams(StreamsBuilder b, Way w) {
        KStream<String, String> in = b.stream("in", Consumed.with(S, S));
        see(in.toTable(own("table", w, S)), "table");
        use(in, in.toTable(own("table2", w, S)), "table2");
        KGroupedStream<String, String> g = in.groupByKey(Grouped.with(S, S));
        use(in, g.count(own("counted", w, Serdes.Long())).mapValues(n -> "" + n), "counted");
        use(in, g.reduce(plus, own("reduced", w, S)), "reduced");
        use(in, g.aggregate(() -> "0", add, own("summed", w, S)), "summed");
        use(in, g.<String>cogroup(add).aggregate(() -> "0", own("grouped", w, S)), "grouped");
    }

    static List<Case> materialized() {
        List<String> topics = List.of("x", "x", "y", "s");
        return List.of(
            new Case("Kept", b -> tables(b, Way.COMPUTED, Way.KEPT), topics),
            new Case("Past", b -> { tables(b, Way.COMPUTED, Way.VERSIONED); streams(b, Way.VERSIONED); }, List.of("x", "x", "y", "s", "in", "in")),
            new Case("OfPast", b -> tables(b, Way.VERSIONED, Way.COMPUTED), topics),
            new Case("KeptOfPast", b -> tables(b, Way.VERSIONED, Way.KEPT), topics),
            new Case("PastOfPast", b -> tables(b, Way.VERSIONED, Way.VERSIONED), topics),
            new Case("Recent", b -> { tables(b, Way.COMPUTED, Way.RECENT); streams(b, Way.RECENT); }, List.of("x", "x", "y", "s", "in", "in")),
            new Case("OfRecent", b -> tables(b, Way.RECENT, Way.COMPUTED), topics),
            new Case("RecentOfRecent", b -> tables(b, Way.RECENT, Way.RECENT), topics));
    }

    public static void main(String[] args) throws Exception {
        for (Case c : circles())
            if (args[1].equals("circles") || args[1].equals(c.name)) for (int seed = 0; seed < 3; seed++) ask(args[0], c, seed, Map.of());
        for (Case c : materialized())
            if (args[1].equals("materialized") || args[1].equals(c.name))
                for (int seed = 0; seed < 2; seed++) ask(args[0], c, seed, Map.of("statestore.cache.max.bytes", seed == 0 ? "0" : "10000000"));
    }

    /** Pipes 60 records, a few of them older than those ahead, with null keys and null values among them. */
    static void ask(String dir, Case c, int seed, Map<String, String> config) throws Exception {
        Random r = new Random(c.name.hashCode() * 31L + seed);
        StreamsBuilder b = new StreamsBuilder();
        c.build.accept(b);
        Properties p = new Properties();
        p.put("application.id", "vec");
        p.put("state.dir", System.getProperty("java.io.tmpdir") + "/ask-" + System.nanoTime());
        p.put("statestore.cache.max.bytes", "0");
        p.put("default.key.serde", Serdes.StringSerde.class.getName());
        p.put("default.value.serde", Serdes.StringSerde.class.getName());
        p.putAll(config);
        ObjectNode v = M.createObjectNode().put("name", c.name + "/" + seed);
        ObjectNode settings = v.putObject("config");
        config.forEach(settings::put);
        Topology t = b.build(p);
        try (TopologyTestDriver d = new TopologyTestDriver(t, p, Instant.EPOCH)) {
            ArrayNode steps = v.putArray("steps");
            long now = 0;
            for (int i = 0; i < 60; i++) {
                now += r.nextInt(4);
                String topic = c.topics.get(r.nextInt(c.topics.size()));
                String key = r.nextInt(20) == 0 ? null : "" + (1 + r.nextInt(4));
                String value = r.nextInt(6) == 0 ? null : "abc".charAt(r.nextInt(3)) + (c.name.equals("Share") ? "" : "" + i) + "_" + r.nextInt(5);
                step(d, steps.addObject(), topic, key, value, r.nextInt(5) == 0 ? Math.max(0, now - r.nextInt(12)) : now);
            }
            if (!c.declares) stores(d, v.putObject("stores"));
        }
        File f = new File(dir, c.name + "-" + seed + ".json");
        M.writeValue(f, v);
    }

    static void step(TopologyTestDriver d, ObjectNode o, String topic, String key, String value, long ts) {
        o.putObject("in").put("topic", topic).put("key", key).put("value", value).put("ts", ts);
        d.createInputTopic(topic, new StringSerializer(), new StringSerializer()).pipeInput(new TestRecord<>(key, value, null, ts));
        ObjectNode out = o.putObject("out");
        for (String name : new TreeSet<>(d.producedTopicNames())) {
            TestOutputTopic<String, String> from = d.createOutputTopic(name, new StringDeserializer(), new StringDeserializer());
            if (name.startsWith("vec-") || from.isEmpty()) continue;
            ArrayNode records = out.putArray(name);
            for (TestRecord<String, String> x : from.readRecordsToList())
                records.addObject().put("key", x.key()).put("value", x.value()).put("ts", x.timestamp());
        }
    }

    static void stores(TopologyTestDriver d, ObjectNode all) {
        for (String name : new TreeSet<>(d.getAllStateStores().keySet())) {
            KeyValueStore<Object, ValueAndTimestamp<Object>> s = d.getTimestampedKeyValueStore(name);
            if (s == null) continue;
            ArrayNode rows = all.putArray(name);
            try (KeyValueIterator<Object, ValueAndTimestamp<Object>> it = s.all()) {
                while (it.hasNext()) {
                    KeyValue<Object, ValueAndTimestamp<Object>> row = it.next();
                    rows.addObject().put("key", "" + row.key).put("value", "" + row.value.value()).put("ts", row.value.timestamp());
                }
            }
        }
    }
}
