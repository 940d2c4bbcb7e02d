package dev.assay.run.trial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.assay.analysis.PhaseAnalysis;
import dev.assay.analysis.TrialAnalysis;
import dev.assay.analysis.TrialAnalyzer;
import dev.assay.analysis.reading.Statistic;
import dev.assay.analysis.verdict.Rule;
import dev.assay.model.failure.FailureClass;
import dev.assay.model.metric.LatencyMetric;
import dev.assay.model.result.Delivery.SubscriptionDelivery;
import dev.assay.model.result.SteadyRecord;
import dev.assay.model.result.TrialRecord;
import dev.assay.model.result.Verdict.Reason;
import dev.assay.scenario.ScenarioFile;
import dev.assay.scenario.plan.PlannedTrial;
import dev.assay.store.RunDirectory;
import dev.assay.store.TrialWriter;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Checks that faults injected into the in-memory system are reported with their size and the reasons that follow from them, and no others.
 */
class VirtualFaultsTest {
    /** Counts the messages in a second of warm-up and two measured ones. */
    private static final long MESSAGES = 6000;

    @TempDir
    Path base;

    private TrialAnalysis run(String law, String load, String timing) throws Exception {
        return run("""
                name: fault
                systems: { memory: { %s } }
                durability: level-4
                workload: %s
                timing: { %s, drain: 10 s }
                result: [response.p50]
                """.formatted(law, load, timing));
    }

    private TrialAnalysis run(String text) throws Exception {
        PlannedTrial trial = ScenarioFile.read("fault.yaml", text, List.of(), Set.of())
                .plan()
                .trials()
                .getFirst();
        RunDirectory directory = RunDirectory.create(base, "fault", Instant.EPOCH);
        try (TrialWriter files = directory.begin(trial.folder())) {
            new VirtualTrials().run(trial, files);
        }
        return TrialAnalyzer.analyze(directory.readTrial(directory.finished().getFirst()));
    }

    private TrialAnalysis counted(String law, String load) throws Exception {
        return run("law: constant, mean: 1 ms, " + law, load, "warmup: 1 s, measure: 2 s");
    }

    private static List<String> reasons(TrialAnalysis trial) {
        return trial.verdict().reasons().stream().map(Reason::code).toList();
    }

    private static String[] codes(Rule... rules) {
        return Stream.of(rules).map(Rule::code).toArray(String[]::new);
    }

    private static double medianMillis(TrialAnalysis trial) {
        PhaseAnalysis phase = trial.measured().getFirst();
        return phase.headline(Statistic.quantile(LatencyMetric.RESPONSE, 50))
                        .orElseThrow()
                        .value()
                / 1e6;
    }

    @ParameterizedTest
    @CsvSource({"2, 8", "8, 2"})
    void aDriftIsReportedInEitherDirection(int from, int to) throws Exception {
        TrialAnalysis trial = run(
                "law: constant, mean: %d ms, drift-to: %d ms, drift-for: 25 s".formatted(from, to),
                "{ rate: 500/s }",
                "warmup: 1 s, measure: 24 s");

        // The median's time is half-way through what is measured.
        assertThat(medianMillis(trial)).isCloseTo(from + (to - from) * 13 / 25.0, within(0.05));
        assertThat(reasons(trial)).containsExactly(codes(Rule.DRIFT));
    }

    /** After 40 s of warm-up the mean falls by a third or more in the next 20 s; whether that is detected depends on the noise. */
    @ParameterizedTest
    @ValueSource(ints = {20, 40})
    void nothingCallsADecayUnderNoiseSteady(int seconds) throws Exception {
        TrialAnalysis trial = run(
                "law: constant, mean: 2 ms, decay-from: 20, decay-for: %d s, noise-percent: 30".formatted(seconds),
                "{ rate: 500/s }",
                "warmup: { at-least: 20 s, at-most: 40 s }, measure: 30 s");

        assertThat(trial.trial().course().steady()).isNotEmpty().noneMatch(SteadyRecord::reached);
        assertThat(reasons(trial)).isSubsetOf(codes(Rule.NOT_STEADY, Rule.DRIFT, Rule.TWO_LEVELS));
    }

    @Test
    void messagesThatFailAreCounted() throws Exception {
        TrialAnalysis trial = counted("fail-every: 500", "{ rate: 2000/s }");

        assertThat(trial.trial().delivery().failed()).isEqualTo(12);
        assertThat(trial.trial().failures()).singleElement().satisfies(failures -> {
            assertThat(failures.kind()).isEqualTo(FailureClass.REFUSED);
            assertThat(failures.code()).isEqualTo("fail-every");
            assertThat(failures.count()).isEqualTo(12);
        });
        assertThat(reasons(trial)).containsOnly(codes(Rule.MESSAGES_FAILED));
    }

    /** The messages are stored but unreadable, so it is not known whether they are lost. */
    @Test
    void messagesOfAPartitionWithoutALeaderAreMissingAndNotLost() throws Exception {
        TrialRecord trial = counted("leaderless-partition: 2", "{ partitions: 2, rate: 2000/s }")
                .trial();

        assertThat(trial.course().drain().tellsLost()).isFalse();
        assertThat(trial.delivery().subscriptions())
                .extracting(SubscriptionDelivery::missing)
                .containsExactly(MESSAGES / 2);
        assertThat(trial.verdict().reasons())
                .extracting(Reason::code)
                .contains(Rule.MISSING.code())
                .isSubsetOf(codes(Rule.MISSING, Rule.RATE_MISSED, Rule.OUTSTANDING_GROWING, Rule.DRIFT));
    }

    /** Each of 20 producers loses its 31st message; it sends 50 in the first phase and 10 in the second. */
    @Test
    void whatNeverArrivesOfOnePhaseIsNotMissedInTheNext() throws Exception {
        TrialAnalysis trial = run("""
                name: fault
                systems: { memory: { law: constant, mean: 1 ms, lose-every: 60 } }
                durability: level-4
                workload: { producers: 20, rate: 200/s }
                phases: { one: { for: 5 s }, two: { for: 5 s, rate: 40/s } }
                timing: { drain: 2 s }
                """);

        assertThat(trial.trial().delivery().phase("one").orElseThrow().subscriptions())
                .extracting(SubscriptionDelivery::missing)
                .containsExactly(20L);
        assertThat(trial.verdict().reasons())
                .filteredOn(reason -> reason.phase().equals("two"))
                .isEmpty();
    }

    /** The last messages of the first phase are counted in a second that it shares with the next. */
    @Test
    void aPhaseInWhichNothingIsOfferedMissesNoRate() throws Exception {
        TrialAnalysis trial = run("""
                name: fault
                systems: { memory: { law: constant, mean: 1 ms, leaderless-partition: 2 } }
                durability: level-4
                workload: { partitions: 2, rate: 100/s }
                phases: { one: { for: 2300 ms }, two: { for: 2 s, rate: none } }
                timing: { drain: 2 s }
                """);

        assertThat(trial.verdict().reasons())
                .filteredOn(reason -> reason.phase().equals("two"))
                .isEmpty();
    }

    /** The last burst ends 100 ms before its phase, and answers take 180 ms. */
    @Test
    void aBurstAtTheEndOfAPhaseMissesNoRate() throws Exception {
        TrialAnalysis trial = run("""
                name: fault
                systems: { memory: { law: constant, mean: 180 ms } }
                durability: level-4
                workload: { rate: bursts 500/s for 400 ms every 1500 ms }
                phases: { one: { for: 5 s }, two: { for: 2 s, rate: 40/s } }
                timing: { drain: 2 s }
                """);

        assertThat(reasons(trial)).isEmpty();
    }

    /** The producers send 1000 messages a second. */
    @ParameterizedTest
    @CsvSource({"970, RATE_MISSED", "800, RATE_MISSED", "800, OUTSTANDING_GROWING"})
    void aConsumerThatIsTooSlowIsReportedWithItsPace(int perSecond, Rule reason) throws Exception {
        TrialAnalysis trial = run(
                "law: constant, mean: 1 ms",
                "{ rate: 1000/s, groups: { slow: { processing: %d ns } } }".formatted(Math.round(1e9 / perSecond)),
                "warmup: 1 s, measure: 10 s");

        PhaseAnalysis phase = trial.measured().getFirst();
        assertThat(phase.row(Statistic.RECEIVED, phase.groups().getFirst().name())
                        .orElseThrow()
                        .value())
                .isCloseTo(perSecond, within(0.01 * perSecond));
        assertThat(reasons(trial))
                .contains(reason.code())
                .isSubsetOf(codes(Rule.RATE_MISSED, Rule.OUTSTANDING_GROWING, Rule.DRIFT));
    }
}
