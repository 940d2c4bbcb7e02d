package dev.assay.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.assay.analysis.statistics.PhaseStatistics;
import dev.assay.analysis.statistics.PhaseStatistics.ServerSyncs;
import dev.assay.analysis.statistics.TrialStatistics;
import dev.assay.e2e.AssayProgram.Ended;
import dev.assay.model.durability.DurabilityLevel;
import dev.assay.model.result.StoredTrial;
import dev.assay.model.result.TrialRecord;
import dev.assay.store.RunDirectory;
import dev.assay.systems.rabbitmq.deployment.RabbitMqSystem;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Counts how often each server syncs for a confirmed message, at each level of each system, for each kind of RabbitMQ's queues and on each
 * of its releases found here. A producer has one message in flight, so that no two can share a sync, and nobody reads meanwhile, so that no
 * sync is for an acknowledgement of a consumer. On a busy machine the seconds of syncs and of messages differ by more than the tolerance.
 */
@Tag("alone")
@Tag("server")
@Tag("slow")
class SyncsOfLevelsTest {
    /** Servers sync for other reasons, too, but for fewer than every fourth message. */
    private static final double NONE = 0.25;

    /** The seconds of the phase in which syncs are counted begin a little before or after those of the messages. */
    private static final double TOLERANCE = 0.1;

    @TempDir
    Path folder;

    @AfterEach
    void endWhatIsLeft() throws Exception {
        Processes.endAll(folder);
    }

    /**
     * Describes one run.
     *
     * @param release of the server
     * @param system its keys
     * @param more further lines of the scenario
     * @param expected by the end of the trial's label: the level, then the syncs per message of as many nodes as must have it on disk
     */
    record Run(String name, String release, String system, String more, Map<String, String> expected) {
        @Override
        public String toString() {
            return name + (release.isEmpty() ? "" : " " + release) + ": " + system;
        }

        String scenario() {
            return """
                    name: syncs
                    systems: { %s: { %s } }
                    workload: { rate: 20/s, in-flight: 1, groups: { later: { start-at: read } }%s
                    phases:
                      settle: { for: 2 s, warmup: true }
                      send: { for: 8 s, expect: either }
                      read: { for: 1 s, warmup: true }
                    timing: { drain: 20 s }
                    """.formatted(name, system, more);
        }
    }

    private static final String SMALL = ", message: { size: 1 KB } }\n";
    private static final String BOTH_SIZES = ", message: { size: [1 KB, 8 KB] } }\n";
    private static final String ALL_LEVELS = SMALL + "durability: [level-1, level-2, level-3, level-4]";

    static Stream<Run> runs() {
        List<Run> runs = new ArrayList<>();
        // The syncs are those of the segment and both of its indexes. With the metadata log's, a level without syncs
        // would have 0.3.
        runs.add(new Run(
                "kafka",
                "",
                "nodes: 3",
                ALL_LEVELS,
                Map.of(
                        "level-1",
                        "level-1 3 3 3",
                        "level-2",
                        "level-2",
                        "level-3",
                        "level-3 3",
                        "level-4",
                        "level-4")));
        runs.add(new Run(
                "nats",
                "",
                "nodes: 3, replication: 3",
                SMALL + "durability: [level-1, level-2]",
                Map.of("level-1", "level-1 1 1", "level-2", "level-2")));
        runs.add(new Run(
                "nats",
                "",
                "nodes: 3, replication: 1",
                SMALL + "durability: [level-3, level-4]",
                Map.of("level-3", "level-3 1", "level-4", "level-4")));
        runs.add(new Run(
                "pulsar",
                "",
                "bookies: 3",
                ALL_LEVELS,
                Map.of("level-1", "level-1 1 1", "level-2", "level-2", "level-3", "level-3 1", "level-4", "level-4")));
        String weakest = "durability: level-4";
        for (String release : List.of("3.10.8", "4.0.5", "4.3.6")) {
            boolean old = release.startsWith("3.10");
            runs.add(rabbit(
                    release,
                    "queue: [quorum, stream]",
                    SMALL + weakest,
                    Map.of("quorum", "level-1 1 1", "stream", "level-2")));
            runs.add(rabbit(
                    release,
                    old ? "queue: [classic, mirrored], persistent: false" : "queue: classic, persistent: false",
                    SMALL + weakest,
                    old ? Map.of("classic", "level-4", "mirrored", "level-2") : Map.of("rabbitmq", "level-4")));
            if (!old) {
                runs.add(rabbit(
                        release,
                        "queue: classic",
                        BOTH_SIZES + weakest,
                        Map.of("size=1KB", "level-4", "size=8KB", "level-4")));
            }
        }
        String versions = BOTH_SIZES + weakest + "\nsettings: { rabbitmq: { topic: { x-queue-version: [1, 2] } } }";
        runs.add(rabbit(
                "3.10.8",
                "queue: classic",
                versions,
                Map.of(
                        "size=1KB-x-queue-version=1", "level-3 1",
                        "size=8KB-x-queue-version=1", "level-3 2",
                        "size=1KB-x-queue-version=2", "level-4",
                        // Only the body is synced, not the index, without which it is lost: DurabilityTest cuts the
                        // power.
                        "size=8KB-x-queue-version=2", "level-4 1")));
        runs.add(rabbit(
                "3.10.8",
                "queue: mirrored",
                versions,
                Map.of(
                        "size=1KB-x-queue-version=1", "level-1 1 1 1",
                        "size=8KB-x-queue-version=1", "level-1 2 2 2",
                        "size=1KB-x-queue-version=2", "level-2",
                        "size=8KB-x-queue-version=2", "level-2 1 1 1")));
        return runs.stream();
    }

    private static Run rabbit(String release, String system, String more, Map<String, String> expected) {
        return new Run("rabbitmq", release, "version: " + release + ", " + system, more, expected);
    }

    @ParameterizedTest
    @MethodSource("runs")
    void aLevelSyncsEachMessageOnAsManyNodesAsItSaysAndNoOtherDoes(Run run) throws Exception {
        if (!run.release().isEmpty()) {
            RabbitMqSystem.unavailable(run.release()).ifPresent(Assumptions::abort);
        }
        AssayProgram assay = AssayProgram.in(folder).quickly();
        assay.write("syncs.yaml", run.scenario());

        Ended ended = assay.run(Duration.ofMinutes(8), "run", "syncs.yaml");

        FinishedTrials.assertMeasured(ended);
        List<StoredTrial> trials = RunDirectory.readRun(assay.runs().getFirst()).trials();
        assertThat(trials).as(ended.said()).hasSize(run.expected().size());
        Map<String, String> counted = new TreeMap<>();
        for (StoredTrial stored : trials) {
            PhaseStatistics phase = TrialStatistics.of(stored).measured().getFirst();
            assumeTrue(!phase.syncs().isEmpty(), () -> "skipped, as syncs are not counted here: " + ended.said());
            counted.put(stored.trial().identity().label(), level(stored.trial()) + perMessage(phase));
            String expected = run.expected().entrySet().stream()
                    .filter(entry -> stored.trial().identity().label().endsWith(entry.getKey()))
                    .findFirst()
                    .orElseThrow(
                            () -> new AssertionError(stored.trial().identity().label()))
                    .getValue();
            assertIs(expected, stored.trial(), phase);
        }
        System.out.println(run + " " + counted);
    }

    private static String level(TrialRecord trial) {
        return trial.durability().given().map(DurabilityLevel::toString).orElse("not known");
    }

    private static List<Double> perMessage(PhaseStatistics phase) {
        return phase.syncs().stream()
                .map(ServerSyncs::perSecond)
                .map(perSecond -> Math.round(100 * perSecond / phase.achievedPerSecond()) / 100.0)
                .sorted(Comparator.reverseOrder())
                .toList();
    }

    private static void assertIs(String expected, TrialRecord trial, PhaseStatistics phase) {
        List<String> words = List.of(expected.split(" "));
        List<Double> counted = perMessage(phase);
        String what = String.format(
                Locale.ROOT,
                "%s %s: syncs per message of each server at %.1f msg/s",
                trial.system().serverVersion(),
                trial.identity().label(),
                phase.achievedPerSecond());
        assertThat(level(trial)).as(what).isEqualTo(words.getFirst());
        List<Double> needed = words.stream().skip(1).map(Double::valueOf).toList();
        if (needed.isEmpty()) {
            assertThat(counted).as(what).allSatisfy(node -> assertThat(node).isLessThan(NONE));
        }
        assertThat(counted).as(what).hasSizeGreaterThanOrEqualTo(needed.size());
        for (int node = 0; node < needed.size(); node++) {
            assertThat(counted.get(node)).as(what).isGreaterThan(needed.get(node) - TOLERANCE);
        }
    }
}
