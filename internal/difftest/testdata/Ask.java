import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.*;
import java.io.File;
import java.time.*;
import java.util.*;
import java.util.function.*;
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
 * <pre>java -cp 'lib/*' Ask.java ../../../testdata/gen/joins/testdata/answers</pre>
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

    public static void main(String[] args) throws Exception {
        for (Case c : circles())
            if (args.length < 2 || c.name.equals(args[1])) for (int seed = 0; seed < 3; seed++) ask(args[0], c, seed, Map.of());
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
        v.put("describe", t.describe().toString());
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
