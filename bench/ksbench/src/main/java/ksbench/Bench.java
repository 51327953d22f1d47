package ksbench;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Properties;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.kstream.Consumed;
import org.apache.kafka.streams.kstream.Grouped;
import org.apache.kafka.streams.kstream.KStream;
import org.apache.kafka.streams.kstream.Materialized;
import org.apache.kafka.streams.kstream.Produced;
import org.apache.kafka.streams.kstream.TimeWindows;

/**
 * Runs one topology of bench/topologies until SIGTERM, exactly once with a commit every 100 ms and two threads.
 *
 * <p>Arguments: brokers, topology, source topic, output topic, application id, state directory, and settings of Kafka
 * Streams as key=value.
 */
public final class Bench {
    public static void main(String[] args) {
        String topology = args[1], source = args[2], output = args[3];
        Properties config = new Properties();
        config.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, args[0]);
        config.put(StreamsConfig.APPLICATION_ID_CONFIG, args[4]);
        config.put(StreamsConfig.STATE_DIR_CONFIG, Path.of(args[5]).toString());
        config.put(StreamsConfig.PROCESSING_GUARANTEE_CONFIG, StreamsConfig.EXACTLY_ONCE_V2);
        config.put(StreamsConfig.COMMIT_INTERVAL_MS_CONFIG, 100);
        config.put(StreamsConfig.NUM_STREAM_THREADS_CONFIG, 2);
        config.put("auto.offset.reset", "earliest");
        for (String setting : Arrays.copyOfRange(args, 6, args.length)) {
            String[] pair = setting.split("=", 2);
            config.put(pair[0], pair[1]);
        }
        StreamsBuilder builder = new StreamsBuilder();
        declare(topology, builder.stream(source, Consumed.with(Serdes.String(), Serdes.ByteArray())), output);
        KafkaStreams streams = new KafkaStreams(builder.build(config), config);
        streams.setUncaughtExceptionHandler(error -> {
            error.printStackTrace();
            Runtime.getRuntime().halt(1);
            return null;
        });
        Runtime.getRuntime().addShutdownHook(new Thread(streams::close));
        streams.start();
    }

    private static void declare(String topology, KStream<String, byte[]> in, String output) {
        Produced<String, Long> counts = Produced.with(Serdes.String(), Serdes.Long());
        switch (topology) {
            case "pass" -> in.filter((key, value) -> value.length > 0)
                .mapValues(value -> Arrays.copyOfRange(value, 1, value.length))
                .to(output, Produced.with(Serdes.String(), Serdes.ByteArray()));
            case "count" -> in.groupByKey().count(Materialized.as("counts")).toStream().to(output, counts);
            case "window" -> in.groupByKey()
                .windowedBy(TimeWindows.ofSizeAndGrace(Duration.ofSeconds(60), Duration.ofSeconds(10)))
                .count(Materialized.as("windows"))
                .toStream()
                .selectKey((window, count) -> window.key())
                .to(output, counts);
            case "rekey" -> in.groupBy((key, value) -> key.substring(0, Math.min(4, key.length())),
                    Grouped.with("group", Serdes.String(), Serdes.ByteArray()))
                .count(Materialized.as("groups"))
                .toStream()
                .to(output, counts);
            default -> throw new IllegalArgumentException("topology " + topology);
        }
    }
}
