package dev.assay.run.trial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.assay.analysis.PhaseAnalysis;
import dev.assay.analysis.TrialAnalysis;
import dev.assay.analysis.TrialAnalyzer;
import dev.assay.analysis.reading.Reading;
import dev.assay.analysis.reading.Statistic;
import dev.assay.analysis.statistics.CatchUp;
import dev.assay.model.arrival.SplitMix;
import dev.assay.model.metric.LatencyMetric;
import dev.assay.model.metric.LatencyStatistic;
import dev.assay.model.result.ExecutedEvent;
import dev.assay.model.result.TrialRecord;
import dev.assay.model.result.Verdict.Grade;
import dev.assay.model.result.Verdict.Reason;
import dev.assay.scenario.ScenarioException;
import dev.assay.scenario.ScenarioFile;
import dev.assay.scenario.plan.Plan;
import dev.assay.scenario.plan.PlannedTrial;
import dev.assay.store.RunDirectory;
import dev.assay.store.TrialWriter;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.function.LongUnaryOperator;
import java.util.stream.LongStream;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs trials in virtual time from the scenario to the verdict, and checks that each value is the calculated one, within
 * the resolution of the histograms.
 */
class VirtualTrialsTest {
    private static final long MS = 1_000_000;
    private static final long SECOND = 1_000 * MS;

    /** Repeats the in-memory system's own seed. */
    private static final long SEED = 0x5EED;

    @TempDir
    Path base;

    private RunDirectory directory;

    @BeforeEach
    void open() {
        directory = RunDirectory.create(base, "virtual", Instant.EPOCH);
    }

    private static Plan plan(String system, String rate, String timing) throws ScenarioException {
        return plan("""
            name: virtual
            systems: { memory: { %s } }
            durability: level-4
            workload: { message: { size: 100 B }, rate: %s, arrivals: constant }
            timing: { %s }
            """.formatted(system, rate, timing));
    }

    private static Plan plan(String text) throws ScenarioException {
        return ScenarioFile.read("virtual.yaml", text, List.of(), Set.of()).plan();
    }

    private TrialRecord run(PlannedTrial trial) throws Exception {
        try (TrialWriter files = directory.begin(trial.folder())) {
            return new VirtualTrials().run(trial, files);
        }
    }

    private TrialRecord runOnly(String system, String rate, String timing) throws Exception {
        return run(plan(system, rate, timing).trials().getFirst());
    }

    private TrialAnalysis analysis() {
        return TrialAnalyzer.analyze(directory.readTrial(directory.finished().getFirst()));
    }

    private PhaseAnalysis measured() {
        List<PhaseAnalysis> phases = analysis().measured();
        assertThat(phases).hasSize(1);
        return phases.getFirst();
    }

    /** Returns the expected latencies of the measured messages. */
    private static Histogram expected(long from, long to, LongUnaryOperator latency) {
        Histogram expected = new Histogram(3);
        LongStream.range(from, to).map(latency).forEach(expected::recordValue);
        return expected;
    }

    private static void assertIs(PhaseAnalysis phase, LatencyMetric metric, Histogram expected) {
        Reading max = phase.headline(Statistic.max(metric)).orElseThrow();
        assertThat(max.n()).isEqualTo(expected.getTotalCount());
        assertThat(max.value()).isEqualTo((double) expected.getMaxValue());
        for (double percent : LatencyStatistic.PERCENTS) {
            assertThat(phase.headline(Statistic.quantile(metric, percent))
                            .orElseThrow()
                            .value())
                    .as("p%s", percent)
                    .isEqualTo((double) expected.getValueAtPercentile(percent));
        }
    }

    @Test
    void theValuesOfALawAreThoseOfTheLaw() throws Exception {
        TrialRecord trial =
                runOnly("law: exponential, mean: 20 ms", "2000/s", "warmup: 2 s, measure: 10 s, drain: 5 s");

        Histogram expected =
                expected(4_000, 24_000, message -> (long) (-Math.log(SplitMix.uniform(SEED, message)) * 20 * MS));
        assertIs(measured(), LatencyMetric.SERVICE, expected);
        assertIs(measured(), LatencyMetric.RESPONSE, expected);
        assertThat(trial.delivery().acked()).isEqualTo(24_000);
    }

    /** Of 10 s of messages, those of 2 s wait for the end of the stall, the first of them for all of it. */
    @Test
    void aStallIsInTheValuesAsTheOpenLoopSays() throws Exception {
        runOnly(
                "law: constant, mean: 1 ms, stall-at: 5 s, stall-for: 2 s",
                "1000/s",
                "warmup: 1 s, measure: 10 s, drain: 5 s");

        Histogram expected = expected(1_000, 11_000, message -> {
            long completion = (message + 1) * MS;
            return completion >= 5 * SECOND && completion < 7 * SECOND ? 7 * SECOND - message * MS : MS;
        });
        assertIs(measured(), LatencyMetric.RESPONSE, expected);
        assertIs(measured(), LatencyMetric.END_TO_END, expected);
    }

    /** The load is announced half a second ahead, which is no part of the first phase. */
    @Test
    void theFirstSecondCountsInTheRateOfAMeasurementWithoutWarmUp() throws Exception {
        runOnly("law: constant, mean: 1 ms", "200/s", "warmup: 0 s, measure: 3 s, drain: 5 s");

        assertThat(measured().achievedPerSecond()).isCloseTo(200, within(0.5));
    }

    /** A message that a stall delays counts in the step in which it was due. */
    @Test
    void aStallInsideAStepIsInTheValuesOfThatStep() throws Exception {
        run(plan("""
                name: steps
                systems: { memory: { law: constant, mean: 1 ms, stall-at: 14 s, stall-for: 2 s } }
                durability: level-4
                workload:
                  message: { size: 100 B }
                  rate: steps 1000/s 2000/s 500/s every 10 s
                phases:
                  one: { for: 10 s }
                  two: { for: 10 s, expect: either }
                  three: { for: 10 s }
                timing: { drain: 60 s }
                """).trials().getFirst());

        List<PhaseAnalysis> steps = analysis().measured();
        assertIs(steps.get(0), LatencyMetric.RESPONSE, expected(0, 10_000, _ -> MS));
        assertIs(steps.get(1), LatencyMetric.RESPONSE, expected(0, 20_000, message -> {
            long due = 10 * SECOND + message * MS / 2;
            return due + MS >= 14 * SECOND && due + MS < 16 * SECOND ? 16 * SECOND - due : MS;
        }));
        assertIs(steps.get(2), LatencyMetric.RESPONSE, expected(0, 5_000, _ -> MS));
    }

    /**
     * With µ messages a second processed and λ due meanwhile, a backlog of B is gone after B / (µ − λ), and is below a second of load λ /
     * (µ − λ) earlier; it is checked each second.
     */
    @Test
    void aHeldGroupCatchesUpInTheTimeOfTheArithmetic() throws Exception {
        TrialRecord trial = run(plan("""
                name: backlog
                systems: { memory: { law: constant, mean: 1 ms } }
                durability: level-4
                workload:
                  partitions: 2
                  message: { size: 100 B }
                  rate: 500/s
                  groups:
                    tail: {}
                    late: { consumers: 2, start-at: catch-up, start-paused: true, processing: 2 ms }
                phases:
                  fill: { for: 20 s }
                  catch-up: { until: { caught-up: late }, at-most: 2 min }
                timing: { drain: 60 s }
                """).trials().getFirst());

        assertThat(trial.delivery().subscriptions())
                .allSatisfy(subscription -> assertThat(subscription.clean()).isTrue());
        assertThat(trial.course().events())
                .extracting(ExecutedEvent::title)
                .containsExactly("start late", "ends: late has caught up");
        CatchUp caughtUp = analysis().catchUps().getFirst();
        double lambda = 500;
        double mu = 2 / 0.002;
        double expected = (caughtUp.backlogMessages() - lambda) / (mu - lambda);
        assertThat(caughtUp.backlogMessages()).isCloseTo(10_000, within(1.0));
        assertThat(caughtUp.lengthSeconds().orElseThrow()).isCloseTo(expected, within(0.01));
        assertThat(caughtUp.messagesPerSecond().orElseThrow()).isCloseTo(mu, within(1.0));
    }

    @Test
    void whatAnOverloadedSystemOwesGrowsUntilTheEnd() throws Exception {
        runOnly("law: none, capacity: 500", "1000/s", "warmup: 1 s, measure: 5 s, drain: 30 s");

        // Message n is served at (n + 1) times 2 ms, and was due at n ms.
        assertIs(
                measured(),
                LatencyMetric.RESPONSE,
                expected(1_000, 6_000, message -> 2 * MS * (message + 1) - message * MS));
    }

    @Test
    void eachMessageThatIsLostIsCounted() throws Exception {
        TrialRecord trial = runOnly("law: none, lose-every: 100", "1000/s", "warmup: 0 s, measure: 5 s, drain: 2 s");

        assertThat(trial.delivery().subscriptions())
                .singleElement()
                .satisfies(one -> assertThat(one.lost()).isEqualTo(50));
        assertThat(trial.verdict().grade()).isEqualTo(Grade.INVALID);
    }

    @Test
    void aDriftIsSeenAndAMeanThatStaysIsNot() throws Exception {
        TrialRecord still = runOnly("law: constant, mean: 5 ms", "500/s", "warmup: 0 s, measure: 60 s, drain: 5 s");
        assertThat(still.verdict().reasons()).extracting(Reason::code).doesNotContain("drift");

        RunDirectory second = RunDirectory.create(base, "drifting", Instant.EPOCH);
        PlannedTrial drifting = plan(
                        "law: constant, mean: 5 ms, drift-to: 20 ms, drift-for: 60 s",
                        "500/s",
                        "warmup: 0 s, measure: 60 s, drain: 5 s")
                .trials()
                .getFirst();
        try (TrialWriter files = second.begin(drifting.folder())) {
            TrialRecord trial = new VirtualTrials().run(drifting, files);
            assertThat(trial.verdict().reasons()).extracting(Reason::code).contains("drift");
        }
    }
}
