package dev.assay.omb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.scenario.PlainYaml;
import dev.assay.scenario.PlainYaml.Keys;
import dev.assay.scenario.ScenarioException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Imports files in many combinations of the keys and kinds of values that public repositories have. */
class OmbCorpusTest {
    private static final List<String> RATES =
            List.of("0", "10000", "50000", "100000", "150000", "200000", "500000", "1000000", "2000000", "10000000");

    private static List<String> workloads() {
        List<String> all = new ArrayList<>();
        int number = 0;
        for (int[] shape : new int[][] {
            {1, 1, 1, 1},
            {1, 3, 3, 1},
            {1, 16, 1, 1},
            {1, 100, 4, 4},
            {1, 10_000, 4, 4},
            {10, 2, 1, 1},
            {10, 9, 1, 1},
            {20, 20, 20, 20},
            {60, 10, 60, 60},
            {90, 90, 90, 90},
            {100, 1, 4, 4},
            {500, 1, 4, 4},
            {5000, 1, 1, 1},
            {10_000, 1, 4, 4},
            {100_000, 1, 4, 4},
            {1_000_000, 1, 1, 1}
        }) {
            for (int size : new int[] {100, 1024, 65_536}) {
                String rate = RATES.get(number++ % RATES.size());
                all.add("""
                        name: shape %d
                        topics: %d
                        partitionsPerTopic: %d
                        producersPerTopic: %d
                        consumerPerSubscription: %d
                        subscriptionsPerTopic: %d
                        messageSize: %d
                        producerRate: %s
                        consumerBacklogSizeGB: %d
                        testDurationMinutes: %d
                        """.formatted(
                                        number,
                                        shape[0],
                                        shape[1],
                                        shape[2],
                                        shape[3],
                                        number % 7 == 0 ? 3 : 1,
                                        size,
                                        rate,
                                        number % 13 == 0 && !rate.equals("0") ? 2 : 0,
                                        number % 2 == 0 ? 5 : 15)
                        + extras(number));
            }
        }
        return all;
    }

    private static String extras(int number) {
        return switch (number % 6) {
            case 0 ->
                "payloadFile: \"payload/payload-1Kb.data\"\nkeyDistributor: \"NO_KEY\"\nwarmupDurationMinutes: 0\n";
            case 1 -> "useRandomizedPayloads: true\nrandomBytesRatio: 0.5\nrandomizedPayloadPoolSize: 1000\n";
            case 2 ->
                "payloadFile: \"payload/payload-100b.data\"\nkeyDistributor: KEY_ROUND_ROBIN\nsampleRateMillis: 1000\n";
            case 3 ->
                "useRandomizedPayloads: true\nrandomBytesRatio: 0.5\nrandomizedPayloadPoolSize: 100\nlogIntervalMillis: 1000\n";
            case 4 ->
                "payloadFile: payload/dir\nkeyDistributor: RANDOM_NANO\nrandomTopicNames: true\nwarmupDurationMinutes: 30\n";
            default ->
                "payloadFile: p\nconsumerOnly: false\nbacklogProducerRate: -1\nwarmupProducerRate: -1\nunheardOf: 3\n";
        };
    }

    private static List<String> drivers() {
        String sync = OmbFiles.KAFKA.replace(
                "min.insync.replicas=2", "min.insync.replicas=2\n  flush.messages=1\n  flush.ms=0");
        List<String> all = new ArrayList<>(List.of(
                OmbFiles.KAFKA,
                sync,
                OmbFiles.KAFKA.replace("acks=all", "acks=1"),
                OmbFiles.KAFKA.replace("acks=all", "acks=0").replace("linger.ms=1", "linger.ms=0"),
                OmbFiles.KAFKA.replace(
                        "acks=all",
                        "enable.idempotence=true\n  max.in.flight.requests.per.connection=1\n  retries=2147483647\n  acks=all"),
                OmbFiles.KAFKA.replace(
                                "localhost:9092",
                                "localhost:9092\n  default.api.timeout.ms=1200000\n  request.timeout.ms=120000")
                        + "  group.id=benchGroup\n  offsetCommitLingerMs=5000\nreset: true\n",
                OmbFiles.KAFKA.replace("kafka.KafkaBenchmarkDriver", "redpanda.RedpandaBenchmarkDriver"),
                OmbFiles.PULSAR,
                OmbFiles.PULSAR
                        .replace("ackQuorum: 2", "ackQuorum: 1")
                        .replace("deduplicationEnabled: false", "deduplicationEnabled: true"),
                OmbFiles.RABBITMQ,
                OmbFiles.RABBITMQ.replace("QUORUM", "CLASSIC"),
                OmbFiles.NATS));
        for (String codec : List.of("gzip", "lz4", "snappy", "zstd")) {
            all.add(OmbFiles.KAFKA.replace(
                    "linger.ms=1", "linger.ms=200\n  max.request.size=4194304\n  compression.type=" + codec));
        }
        return all;
    }

    /** Each pair becomes a scenario that is read without problems, or an error that names the number beyond Assay's limits. */
    @Test
    void eachPairMakesAScenarioOrSaysWhatIsInTheWay() throws ScenarioException, ImportException {
        Map<KeyFate, Long> fates = new EnumMap<>(KeyFate.class);
        int made = 0;
        int refused = 0;
        int searches = 0;
        for (String workload : workloads()) {
            for (String driver : drivers()) {
                ImportResult result = OmbFiles.imported(workload, driver);
                assertNothingIsDropped(result, workload, driver);
                for (KeyFate fate : KeyFate.values()) {
                    fates.merge(fate, result.count(fate), Long::sum);
                }
                if (result.scenario() == null) {
                    refused++;
                    assertThat(ImportText.obstacles(result))
                            .containsAnyOf(
                                    "must be between",
                                    "take",
                                    "at most",
                                    "the highest rate can be searched",
                                    "more than");
                } else {
                    made++;
                    searches +=
                            OmbFiles.points(result).getFirst().spec().search().isPresent() ? 1 : 0;
                }
            }
        }
        assertThat(made).as("made of %d", made + refused).isGreaterThan(refused);
        assertThat(searches).isGreaterThan(made / 6);
        assertThat(fates)
                .allSatisfy((fate, count) -> assertThat(count).as(fate.word()).isPositive());
    }

    private static void assertNothingIsDropped(ImportResult result, String... files) throws ScenarioException {
        Set<String> said = new HashSet<>();
        result.keys().forEach(key -> said.add(key.source().name()));
        for (String file : files) {
            for (Map.Entry<String, PlainYaml> entry :
                    PlainYaml.read("file.yaml", file).entries().entrySet()) {
                if (!entry.getKey().endsWith("Config")) { // The lines of such a value are keys.
                    assertSaid(entry.getKey(), entry.getValue(), said);
                }
            }
            file.lines()
                    .filter(line -> line.matches("  [a-z.]+=.*"))
                    .forEach(line -> assertThat(said)
                            .contains(line.strip().substring(0, line.strip().indexOf('='))));
        }
    }

    private static void assertSaid(String name, PlainYaml value, Set<String> said) {
        if (value instanceof Keys keys && !keys.entries().isEmpty() && !name.equals("messageSizeDistribution")) {
            keys.entries().forEach((below, inner) -> assertSaid(name + "." + below, inner, said));
        } else {
            assertThat(said).contains(name);
        }
    }
}
