package dev.assay.cli.study;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.scenario.ScenarioException;
import dev.assay.scenario.StudyFile;
import dev.assay.scenario.claim.Claim;
import dev.assay.scenario.study.Study;
import dev.assay.scenario.study.StudyCell;
import dev.assay.scenario.study.StudyChoice;
import dev.assay.scenario.study.StudyPlan;
import dev.assay.scenario.study.StudyTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

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
                        Map.entry("confluent-2020/rabbitmq-kinds", 10L),
                        Map.entry("streamnative-2020/peak", 29L),
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

        assertThat(claims).isEqualTo(38);
        assertThat(conditions).isEqualTo(109);
    }

    @ParameterizedTest
    @ValueSource(strings = {"kafkaesque-2019", "confluent-2020", "streamnative-2020"})
    void publishedValuesAreThoseOfTheTables(String name) throws IOException, ScenarioException {
        Set<Double> tables;
        try (Stream<String> latencies = Files.lines(FOLDER.resolve("published").resolve("latency.csv"));
                Stream<String> rates = Files.lines(FOLDER.resolve("published").resolve("throughput.csv"))) {
            tables = Stream.concat(
                            latencies.filter(line -> line.startsWith(name)).map(line -> line.split(",", -1)[9]),
                            rates.filter(line -> line.startsWith(name)).map(PublishedStudiesTest::throughput))
                    .filter(text -> !text.isEmpty())
                    .map(Double::valueOf)
                    .collect(Collectors.toSet());
        }

        for (StudyCell cell : study(name).cells()) {
            assertThat(tables).as(cell.id()).containsAll(cell.published().values());
        }
    }

    /**
     * {@code test 7} of one, {@code table 12} of another: what stands in the tables is what was published, and all of it. What repeats another table
     * is that table's: one that repeats table 4 has 2.86 where that has 2.81.
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

    /** The value; texts with commas stand between quotes. */
    private static String throughput(String line) {
        return line.replaceAll("\"[^\"]*\"", "quoted").split(",", -1)[9];
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
