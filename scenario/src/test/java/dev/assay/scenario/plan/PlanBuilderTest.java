package dev.assay.scenario.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.assay.model.spec.ClusterSharing;
import dev.assay.model.spec.Repeat;
import dev.assay.scenario.ScenarioException;
import dev.assay.scenario.ScenarioFile;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PlanBuilderTest {
    private static final String TWO_SYSTEMS = """
            name: two
            systems:
              kafka: {version: [3.9.1, 4.3.1]}
              memory:
            workload: {partitions: [1, 6]}
            """;

    private static Plan plan(String text, String... overrides) throws ScenarioException {
        return ScenarioFile.read("two.yaml", text, List.of(overrides), Set.of()).plan();
    }

    private static List<String> labels(Plan plan) {
        return plan.trials().stream().map(PlannedTrial::label).toList();
    }

    @Test
    void withoutRepetitionsTheSystemsTakeTurnsInTheFilesOrder() throws ScenarioException {
        assertThat(labels(plan(TWO_SYSTEMS)))
                .containsExactly(
                        "kafka-version=3.9.1-partitions=1",
                        "memory-partitions=1",
                        "kafka-version=3.9.1-partitions=6",
                        "memory-partitions=6",
                        "kafka-version=4.3.1-partitions=1",
                        "kafka-version=4.3.1-partitions=6");
    }

    /** Other points are compared with the first value of a list. */
    @Test
    void pointsStayInTheFilesOrderWhateverTheBlocksDraw() throws ScenarioException {
        Plan plan = plan(TWO_SYSTEMS, "repeat=5", "seed=2");

        assertThat(plan.points().keySet())
                .containsExactly(
                        "kafka-version=3.9.1-partitions=1",
                        "kafka-version=3.9.1-partitions=6",
                        "kafka-version=4.3.1-partitions=1",
                        "kafka-version=4.3.1-partitions=6",
                        "memory-partitions=1",
                        "memory-partitions=6")
                .containsExactlyInAnyOrderElementsOf(labels(plan).subList(0, 6))
                .isNotEqualTo(labels(plan).subList(0, 6));
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1, 2, 3, 42, -1, Long.MIN_VALUE, Long.MAX_VALUE})
    void everyBlockHoldsEveryTrialOnce(long seed) throws ScenarioException {
        Plan plan = plan(TWO_SYSTEMS, "repeat=5", "seed=" + seed);
        assertThat(plan.trials()).hasSize(30).extracting(PlannedTrial::number).isSorted();
        for (int block = 0; block < 5; block++) {
            List<PlannedTrial> trials = plan.trials().subList(block * 6, block * 6 + 6);
            assertThat(trials).extracting(PlannedTrial::repetition).containsOnly(block + 1);
            assertThat(trials).extracting(PlannedTrial::label).doesNotHaveDuplicates();
        }
        assertThat(plan(TWO_SYSTEMS, "repeat=5", "seed=" + seed)).isEqualTo(plan);
    }

    @Test
    void theBlocksOfRepeatedTrialsAreShuffledFromTheSeed() throws ScenarioException {
        Set<List<String>> orders = new HashSet<>();
        for (int seed = 0; seed < 20; seed++) {
            Plan plan = plan(TWO_SYSTEMS, "clusters=per-trial", "repeat=3", "seed=" + seed);
            for (int block = 0; block < 3; block++) {
                orders.add(labels(plan).subList(block * 6, block * 6 + 6));
            }
        }
        // 40 draws out of 720 orders, and 20 that reverse one: fewer than 50 distinct ones would be no shuffle.
        assertThat(orders).hasSizeGreaterThan(50);
    }

    @ParameterizedTest
    @ValueSource(strings = {"clusters=per-trial", "clusters=shared"})
    void everySecondBlockReversesTheOneBefore(String clusters) throws ScenarioException {
        List<String> labels = labels(plan(TWO_SYSTEMS, clusters, "repeat=7"));
        for (int block = 1; block < 7; block += 2) {
            assertThat(labels.subList(block * 6, block * 6 + 6))
                    .isEqualTo(labels.subList(block * 6 - 6, block * 6).reversed());
        }
    }

    @Test
    void whereClustersAreSharedTheTrialsOfEachFollowEachOther() throws ScenarioException {
        assertThat(labels(plan(TWO_SYSTEMS, "clusters=shared")))
                .containsExactly(
                        "kafka-version=3.9.1-partitions=1",
                        "kafka-version=3.9.1-partitions=6",
                        "memory-partitions=1",
                        "memory-partitions=6",
                        "kafka-version=4.3.1-partitions=1",
                        "kafka-version=4.3.1-partitions=6");
    }

    @Test
    void sharedClustersAreShuffledWithinEachBlockAndTheirTrialsToo() throws ScenarioException {
        Set<List<String>> orders = new HashSet<>();
        Plan plan = plan(TWO_SYSTEMS, "clusters=shared", "repeat=600");
        for (int block = 0; block < 600; block++) {
            List<PlannedTrial> trials = plan.trials().subList(block * 6, block * 6 + 6);
            assertThat(trials).extracting(PlannedTrial::label).doesNotHaveDuplicates();
            List<ClusterNeed> needs =
                    trials.stream().map(trial -> ClusterNeed.of(trial.spec())).toList();
            for (int pair = 0; pair < 6; pair += 2) {
                assertThat(needs.get(pair)).isEqualTo(needs.get(pair + 1));
            }
            orders.add(trials.stream().map(PlannedTrial::label).toList());
        }
        // All of the 3! orders of clusters times 2 orders within each of the three.
        assertThat(orders).hasSize(48);
        var firsts = plan.trials().stream()
                .filter(trial -> (trial.number() - 1) % 6 == 0)
                .collect(Collectors.groupingBy(PlannedTrial::label, Collectors.counting()));
        assertThat(firsts).hasSize(6).allSatisfy((_, count) -> assertThat(count).isBetween(54L, 146L));
    }

    /** Syncing is a setting of topics in Kafka, and of servers in Pulsar. */
    @Test
    void levelsThatServersKnowNothingOfShareACluster() throws ScenarioException {
        assertThat(clusters("kafka")).isEqualTo(2);
        assertThat(clusters("pulsar")).isEqualTo(4);
    }

    private static long clusters(String system) throws ScenarioException {
        String levels = "{name: x, systems: {" + system
                + ": {}}, durability: [level-1, level-2, level-3, level-4], clusters: shared}";
        return plan(levels).trials().stream()
                .map(trial -> ClusterNeed.of(trial.spec()))
                .distinct()
                .count();
    }

    @Test
    void freshClustersLeaveTheOrderAsItIs() throws ScenarioException {
        assertThat(plan(TWO_SYSTEMS, "clusters=per-trial", "repeat=3").trials())
                .isEqualTo(plan(TWO_SYSTEMS, "clusters=consecutive", "repeat=3").trials());
    }

    @Test
    void aClusterThatRunsAlreadyIsNoFreshOne() {
        assertThatExceptionOfType(ScenarioException.class)
                .isThrownBy(
                        () -> plan(
                                "{name: x, systems: {kafka: {deployment: existing, bootstrap.servers: a:1}}, clusters: per-trial}"))
                .withMessageContaining("two.yaml:1:")
                .withMessageContaining("that of kafka is already running");
    }

    @Test
    void everyTrialComesFirstAboutEquallyOften() throws ScenarioException {
        int blocks = 600;
        Plan plan = plan(TWO_SYSTEMS, "repeat=" + blocks);
        var firsts = plan.trials().stream()
                .filter(trial -> (trial.number() - 1) % 6 == 0)
                .collect(Collectors.groupingBy(PlannedTrial::label, Collectors.counting()));
        // Binomial(600, 1/6): mean 100, standard deviation 9.1, less by reversing; five of them to either side.
        assertThat(firsts).hasSize(6).allSatisfy((_, count) -> assertThat(count).isBetween(54L, 146L));
    }

    @Test
    void equalLoadsHaveEqualSeedsOnEverySystemAndOtherwiseSeedsDiffer() throws ScenarioException {
        Plan plan = plan(TWO_SYSTEMS, "repeat=50");
        var seeds = plan.trials().stream()
                .collect(Collectors.groupingBy(
                        trial -> trial.spec().workload().partitions() + "#" + trial.repetition(),
                        Collectors.mapping(PlannedTrial::seed, Collectors.toSet())));
        assertThat(seeds).hasSize(100).allSatisfy((_, same) -> assertThat(same).hasSize(1));
        assertThat(seeds.values().stream().flatMap(Set::stream)).doesNotHaveDuplicates();
    }

    @Test
    void aTrialKeepsItsSeedWhenAnotherValueJoinsItsDimension() throws ScenarioException {
        long alone =
                plan(TWO_SYSTEMS, "workload.partitions=6").trials().getFirst().seed();
        assertThat(plan(TWO_SYSTEMS).trials())
                .filteredOn(trial -> trial.label().contains("partitions=6"))
                .extracting(PlannedTrial::seed)
                .containsOnly(alone);
    }

    @Test
    void labelsNameOnlyWhatVariesAndTellDimensionsApart() throws ScenarioException {
        assertThat(labels(plan(
                        TWO_SYSTEMS,
                        "systems.kafka.version=4.3.1",
                        "workload.partitions=[3]",
                        "workload.message.size=1 KB,2 KB",
                        "workload.batching.size=16 KiB,32 KiB",
                        "settings.kafka.producer.linger.ms=[0, 5]")))
                .contains("memory-message.size=1KB-batching.size=32KiB")
                .contains("kafka-message.size=2KB-batching.size=16KiB-linger.ms=5");
    }

    @Test
    void labelsAreShortUniqueAndSafeInFileNames() throws ScenarioException {
        String long1 = "x/".repeat(60) + "1";
        String long2 = "x/".repeat(60) + "2";
        Plan plan = plan(
                TWO_SYSTEMS,
                "workload.rate=1/s,2/s",
                "settings.kafka.client.client.id=['" + long1 + "', '" + long2 + "', 'ü', 'ä']");
        assertThat(labels(plan))
                .doesNotHaveDuplicates()
                .allSatisfy(label -> assertThat(label).matches("[A-Za-z0-9._=+-]{1,80}"));
    }

    @Test
    void dimensionsAreNamedByPathInTheFilesOrder() throws ScenarioException {
        assertThat(plan(TWO_SYSTEMS).trials().getFirst().dimensions())
                .containsExactly(Map.entry("systems.kafka.version", "3.9.1"), Map.entry("workload.partitions", "1"));
    }

    @Test
    void aPlanHasAtMostTenThousandTrials() throws ScenarioException {
        List<TrialPoint> points =
                ScenarioFile.read("two.yaml", TWO_SYSTEMS, List.of(), Set.of()).points();
        assertThatIllegalArgumentException()
                .isThrownBy(
                        () -> new PlanBuilder("two", Repeat.times(2_000), 1, ClusterSharing.CONSECUTIVE).build(points))
                .withMessageContaining("12000");
    }
}
