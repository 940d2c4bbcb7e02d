package dev.assay.run.study;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.scenario.ScenarioException;
import dev.assay.scenario.StudyFile;
import dev.assay.scenario.TrialText;
import dev.assay.scenario.claim.Claim;
import dev.assay.scenario.study.Study;
import dev.assay.scenario.study.StudyCell;
import dev.assay.scenario.study.StudyChoice;
import dev.assay.scenario.study.StudyPlan;
import dev.assay.scenario.study.StudyTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("slow")
class PublishedStudiesTest {
    private static final Path FOLDER = Path.of("..", "studies");

    static Study study(String name) throws IOException, ScenarioException {
        String file = name + ".yaml";
        return StudyFile.read(file, Files.readString(FOLDER.resolve(file)), List.of());
    }

    @Test
    void eachTestOfTheCatalogueHasItsCells() throws IOException, ScenarioException {
        Map<String, Long> cells = new TreeMap<>();
        for (String name : List.of("kafkaesque-2019", "confluent-2020", "streamnative-2020")) {
            study(name).cells().forEach(cell -> cells.merge(name + "/" + cell.test(), 1L, Long::sum));
        }

        assertThat(cells)
                .containsExactlyEntriesOf(new TreeMap<>(Map.ofEntries(
                        Map.entry("kafkaesque-2019/latency", 12L),
                        Map.entry("confluent-2020/batch-size", 8L),
                        Map.entry("confluent-2020/unsynced-journal", 1L),
                        Map.entry("confluent-2020/peak", 4L),
                        Map.entry("confluent-2020/raid0", 1L),
                        Map.entry("confluent-2020/tiered", 2L),
                        Map.entry("confluent-2020/latency", 4L),
                        Map.entry("confluent-2020/rabbitmq-overload", 2L),
                        Map.entry("confluent-2020/rabbitmq-queues", 3L),
                        Map.entry("confluent-2020/rabbitmq-kinds", 10L),
                        Map.entry("streamnative-2020/peak", 29L),
                        Map.entry("streamnative-2020/check-delay", 2L),
                        Map.entry("streamnative-2020/levels", 8L),
                        Map.entry("streamnative-2020/subscriptions", 8L),
                        Map.entry("streamnative-2020/partitions", 24L),
                        Map.entry("streamnative-2020/catch-up", 8L),
                        Map.entry("streamnative-2020/mixed", 8L))));
    }

    @Test
    void eachClaimHasAllOfItsConditions() throws IOException, ScenarioException {
        int claims = 0;
        int conditions = 0;
        for (String name : List.of("kafkaesque-2019", "confluent-2020", "streamnative-2020")) {
            List<Claim> read = study(name).claims();
            claims += read.size();
            conditions += read.stream()
                    .flatMap(claim -> claim.conditions().stream())
                    .mapToInt(List::size)
                    .sum();
        }

        assertThat(claims).isEqualTo(56);
        assertThat(conditions).isEqualTo(154);
    }

    @ParameterizedTest
    @ValueSource(strings = {"kafkaesque-2019", "confluent-2020", "streamnative-2020"})
    void publishedValuesAreThoseOfTheTables(String name) throws IOException, ScenarioException {
        Set<Double> tables;
        try (Stream<String> latencies = Files.lines(FOLDER.resolve("published").resolve("latency.csv"));
                Stream<String> rates = Files.lines(FOLDER.resolve("published").resolve("throughput.csv"))) {
            tables = Stream.concat(
                            latencies.filter(line -> line.startsWith(name)).map(line -> line.split(",", -1)[9]),
                            rates.filter(line -> line.startsWith(name)).flatMap(PublishedStudiesTest::throughput))
                    .filter(text -> !text.isEmpty())
                    .map(Double::valueOf)
                    .collect(Collectors.toSet());
        }

        for (StudyCell cell : study(name).cells()) {
            assertThat(tables).as(cell.id()).containsAll(cell.published().values());
        }
    }

    /**
     * Compares the tables of studies, such as {@code test 7} and {@code table 12}, with all published values. Values that repeat another
     * table are taken from that table: one that repeats table 4 has 2.86 where that has 2.81.
     */
    @ParameterizedTest
    @CsvSource({"kafkaesque-2019, 12", "streamnative-2020, 13"})
    void tablesHaveTheValuesThatWerePublished(String name, int tables) throws IOException, ScenarioException {
        Study study = study(name);
        Map<String, List<Double>> published;
        try (Stream<String> latencies = Files.lines(FOLDER.resolve("published").resolve("latency.csv"))) {
            published = latencies
                    .filter(line -> line.startsWith(name))
                    .map(line -> line.split(",", -1))
                    .filter(line -> line[10].isEmpty())
                    .collect(Collectors.groupingBy(
                            line -> line[1], Collectors.mapping(line -> Double.valueOf(line[9]), Collectors.toList())));
        }
        int compared = 0;
        for (StudyTable table : study.tables()) {
            String title = table.title().toLowerCase(Locale.ROOT);
            List<Double> values = published.get(title.substring(0, Math.max(0, title.indexOf(':'))));
            if (values != null) {
                compared++;
                assertThat(shown(table, study)).as(table.title()).containsAll(values);
            }
        }
        assertThat(compared).isEqualTo(tables).isEqualTo(published.size());
    }

    private static List<Double> shown(StudyTable table, Study study) {
        Map<String, StudyCell> cells = study.cells().stream().collect(Collectors.toMap(StudyCell::id, cell -> cell));
        return table.rows().stream()
                .flatMap(row -> row.values().stream())
                .flatMap(Optional::stream)
                .flatMap(value -> Optional.ofNullable(cells.get(value.cell())).stream()
                        .flatMap(cell -> Optional.ofNullable(
                                cell.published().get(value.statistic().name()))
                                .stream()))
                .toList();
    }

    /** Returns the value, and also as messages of 1 KiB where it is in 2^20 bytes; texts with commas are quoted. */
    private static Stream<String> throughput(String line) {
        String[] cells = line.replaceAll("\"[^\"]*\"", "quoted").split(",", -1);
        boolean megabytes = cells[8].equals("peak") && cells[10].equals("MB/s");
        return megabytes
                ? Stream.of(cells[9], Double.toString(Double.parseDouble(cells[9]) * 1024))
                : Stream.of(cells[9]);
    }

    /** The study runs within an hour on a machine of two processors, and compares no system with another. */
    @Test
    void theRefereeComparesEachSystemWithItselfWithinAnHour() throws IOException, ScenarioException {
        Study study = study("referee");
        Map<String, String> systems =
                study.cells().stream().collect(Collectors.toMap(StudyCell::id, StudyCell::system));

        assertThat(study.claims())
                .hasSize(6)
                .allSatisfy(claim -> assertThat(claim.everyCondition()
                                .flatMap(condition -> condition.statement().cells().stream())
                                .map(systems::get)
                                .distinct())
                        .as(claim.id())
                        .hasSize(1));
        StudyPlan plan = StudyPlan.of(study, StudyChoice.ALL);
        assertThat(plan.duration()).isLessThanOrEqualTo(Duration.ofHours(1));
        assertThat(plan.plan().repeat().max()).isEqualTo(3);
        assertThat(study.cells()).allSatisfy(cell -> assertThat(cell.missing()).isEmpty());
    }

    /** The two trials of a pair may differ only in the keys that are compared. */
    @ParameterizedTest
    @CsvSource({
        "referee, check-delay/10, check-delay/0, settings.pulsar.broker.managedLedgerNewEntriesCheckDelayInMillis",
        "referee, partitioner/robin-16, partitioner/sticky-16, settings.kafka.producer.partitioner.class",
        "referee, in-flight/limited-2, in-flight/limited-4, workload.producers",
        "referee, in-flight/limited-2, in-flight/client-2, workload.in-flight",
        "streamnative-2020, check-delay/10, check-delay/0, settings.pulsar.broker.managedLedgerNewEntriesCheckDelayInMillis",
        "confluent-2020, raid0/pulsar, peak/pulsar, systems.pulsar.disks.layout",
        "confluent-2020, rabbitmq-queues/topic-exchange, peak/rabbitmq, systems.rabbitmq.exchange"
    })
    void aPairDiffersInOneKey(String name, String one, String other, String key) throws IOException, ScenarioException {
        Map<String, StudyCell> cells =
                study(name).cells().stream().collect(Collectors.toMap(StudyCell::id, cell -> cell));
        Map<String, String> left = keys(cells, one);
        Map<String, String> right = keys(cells, other);
        Set<String> paths = new TreeSet<>(left.keySet());
        paths.addAll(right.keySet());

        assertThat(paths.stream().filter(path -> !Objects.equals(left.get(path), right.get(path))))
                .containsExactly(key);
    }

    private static Map<String, String> keys(Map<String, StudyCell> cells, String cell) {
        StudyCell found = Objects.requireNonNull(cells.get(cell), cell);
        return TrialText.keys(Objects.requireNonNull(found.variants().get(found.firstVariant()))
                .spec());
    }

    /** The values were read by hand from the sources that the files name. */
    @ParameterizedTest
    @CsvSource({
        "kafkaesque-2019, latency/07, workload.in-flight, client",
        "kafkaesque-2019, latency/07, settings.kafka.producer.enable.idempotence, false",
        "kafkaesque-2019, latency/07, systems.kafka.heap, 6 GiB",
        "kafkaesque-2019, latency/01, systems.pulsar.disks.layout, split",
        "kafkaesque-2019, latency/01, settings.pulsar.producer.maxPendingMessages, 10000",
        "confluent-2020, peak/kafka, settings.kafka.broker.num.replica.fetchers, 8",
        "confluent-2020, peak/kafka, settings.kafka.broker.replica.fetch.max.bytes, 10485760",
        "confluent-2020, peak/kafka, settings.kafka.broker.num.network.threads, 8",
        "confluent-2020, peak/kafka, settings.kafka.consumer.max.partition.fetch.bytes, 1048576",
        "confluent-2020, peak/pulsar, settings.pulsar.producer.batchingMaxPublishDelayMicros, 50000",
        "confluent-2020, peak/pulsar, systems.pulsar.bookie-heap, 12 GiB",
        "confluent-2020, raid0/pulsar, systems.pulsar.disks.layout, striped",
        "confluent-2020, latency/pulsar, workload.batching.linger, 1 ms",
        "streamnative-2020, peak/kafka-level-1-100, workload.batching.linger, 10 ms",
        "streamnative-2020, levels/kafka-level-1, settings.kafka.consumer.max.partition.fetch.bytes, 131072",
        "streamnative-2020, levels/kafka-level-3, settings.kafka.consumer.max.partition.fetch.bytes, 1048576",
        "streamnative-2020, levels/pulsar-level-1, settings.pulsar.broker.bookie.dbStorage_writeCacheMaxSizeMb, 2048",
        "streamnative-2020, peak/pulsar-level-2-100, settings.pulsar.broker.bookie.journalWriteData, false"
    })
    void whatTheOriginalsRanWithIsPinned(String name, String cell, String key, String value)
            throws IOException, ScenarioException {
        Map<String, StudyCell> cells =
                study(name).cells().stream().collect(Collectors.toMap(StudyCell::id, found -> found));

        assertThat(keys(cells, cell)).containsEntry(key, value);
    }

    @ParameterizedTest
    @ValueSource(strings = {"kafkaesque-2019", "confluent-2020", "streamnative-2020"})
    void eachCellIsPlannedOrHasItsReason(String name) throws IOException, ScenarioException {
        StudyPlan plan = StudyPlan.of(study(name), StudyChoice.ALL);

        assertThat(plan.plan().trials()).isNotEmpty();
        assertThat(plan.entries())
                .allSatisfy(entry -> assertThat(entry.trial().isPresent())
                        .as(entry.cell().id() + " " + entry.variant() + " " + entry.missing())
                        .isNotEqualTo(entry.missing().isPresent()));
        assertThat(plan.entries().stream().filter(entry -> entry.trial().isPresent()))
                .as("cells that are run")
                .hasSizeGreaterThan(20);
    }
}
