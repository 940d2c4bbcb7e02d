package dev.assay.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.assay.analysis.TrialAnalysis;
import dev.assay.analysis.TrialAnalyzer;
import dev.assay.analysis.evidence.CatchUp;
import dev.assay.core.result.Delivery;
import dev.assay.core.result.Delivery.PhaseDelivery;
import dev.assay.core.result.ExecutedEvent;
import dev.assay.core.result.LatencyMetric;
import dev.assay.core.result.StoredTrial;
import dev.assay.e2e.AssayProgram.Ended;
import java.nio.file.Path;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Trials whose load changes over time, on the in-memory system and against their arithmetic, as people run them. */
class TimelinesTest {
    private static final double NANOS = 1e9;

    private static final String RAMP = """
            name: ramp
            systems: { memory: { law: constant, mean: 1 ms } }
            durability: level-4
            workload:
              partitions: 6
              producers: 3
              consumers: 3
              message: { size: 100 B }
              rate: ramp 1000/s to 4000/s over 3 s
            phases:
              - { name: warmup, for: 1 s, warmup: true }
              - { name: one, for: 1 s }
              - { name: two, for: 1 s }
              - { name: three, for: 1 s }
              - { name: four, for: 1 s }
            timing: { drain: 60 s }
            """;

    /** A reader of two consumers that work off 1000 messages a second together, with a backlog of 10 000. */
    private static final String BACKLOG = """
            name: backlog
            systems: { memory: { law: constant, mean: 1 ms } }
            durability: level-4
            workload:
              partitions: 2
              message: { size: 100 B }
              rate: 500/s
              readers:
                tail: {}
                late: { consumers: 2, begin: catch-up, hold: true, processing: 2 ms }
            phases:
              fill: { for: 20 s }
              catch-up: { until: { caught-up: late }, at-most: 2 min }
            timing: { drain: 60 s }
            """;

    @TempDir
    Path folder;

    @AfterEach
    void endWhatIsLeft() {
        Processes.killAll(folder);
    }

    /** 1000 t + 500 t² messages are due before t seconds of a ramp from 1000/s to 4000/s over 3 s, and 4000 each second then. */
    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void aRampHasTheCountsOfItsClosedFormInEachSecondWhoeverSends(int workers) throws Exception {
        AssayProgram assay = AssayProgram.in(folder);
        assay.write("ramp.yaml", RAMP);

        Ended ended = assay.run(AssayProgram.PATIENCE, "run", "ramp.yaml", "--workers", String.valueOf(workers));

        FinishedTrials.assertMeasured(ended);
        StoredTrial trial = FinishedTrials.only(assay);
        Delivery delivery = trial.trial().delivery();
        assertThat(delivery.phases())
                .extracting(PhaseDelivery::scheduled)
                .containsExactly(1_000L, 1_500L, 2_500L, 3_500L, 4_000L);
        assertThat(delivery.scheduled()).isEqualTo(12_500);
        assertThat(delivery.subscriptions().getFirst().received()).isEqualTo(12_500);
        assertThat(delivery.phases())
                .allSatisfy(phase ->
                        assertThat(phase.subscriptions().getFirst().received()).isEqualTo(phase.scheduled()));
        TrialAnalysis analysis = TrialAnalyzer.analyze(trial);
        assertThat(analysis.measured())
                .extracting(phase -> phase.offeredPerSecond())
                .containsExactly(1_500.0, 2_500.0, 3_500.0, 4_000.0);
    }

    /**
     * With µ messages a second worked off and λ due meanwhile, a backlog of B is gone after B / (µ − λ), and below a second of
     * load λ / (µ − λ) before. That is to one percent, and what the machine held up the threads.
     */
    @Test
    @Tag("alone")
    void aHeldReaderCatchesUpInTheTimeOfTheArithmetic() throws Exception {
        AssayProgram assay = AssayProgram.in(folder);
        assay.write("backlog.yaml", BACKLOG);

        Ended ended = assay.run(AssayProgram.PATIENCE, "run", "backlog.yaml");

        FinishedTrials.assertMeasured(ended);
        StoredTrial trial = FinishedTrials.only(assay);
        assertThat(trial.trial().delivery().subscriptions())
                .allSatisfy(subscription -> assertThat(subscription.clean()).isTrue());
        assertThat(trial.trial().events())
                .extracting(ExecutedEvent::action)
                .containsExactly("begin late", "ends: late has caught up");
        CatchUp caughtUp = TrialAnalyzer.analyze(trial).catchUps().getFirst();
        double lambda = 500;
        double mu = 2 / 0.002;
        double expected = (caughtUp.backlogMessages() - lambda) / (mu - lambda);
        double heldUp = FinishedTrials.longestHiccupNanos(trial) / NANOS;
        System.out.printf(
                "catch-up: %.3f s reported, %.3f s by arithmetic, %.1f messages/s of %.1f (backlog %.0f)%n",
                caughtUp.lengthSeconds().orElseThrow(),
                expected,
                caughtUp.messagesPerSecond().orElseThrow(),
                mu,
                caughtUp.backlogMessages());
        assertThat(caughtUp.backlogMessages()).isCloseTo(10_000, within(100.0));
        assertThat(caughtUp.lengthSeconds().orElseThrow()).isCloseTo(expected, within(0.01 * expected + 2 * heldUp));
        assertThat(caughtUp.messagesPerSecond().orElseThrow())
                .isCloseTo(mu, within(0.01 * mu + mu * heldUp / expected));
    }

    /** The age of old messages that the late reader took is in its own latency, and in no other. */
    @Test
    void theAgeOfOldMessagesIsNotInTheLatencyOfTheReaderThatTails() throws Exception {
        AssayProgram assay = AssayProgram.in(folder);
        assay.write("late.yaml", """
                name: late
                systems: { memory: { law: constant, mean: 1 ms } }
                durability: level-4
                workload:
                  message: { size: 100 B }
                  rate: 200/s
                  readers:
                    tail: {}
                    late: { begin: second }
                phases:
                  first: { for: 4 s }
                  second: { for: 2 s, expect: either }
                timing: { drain: 60 s }
                """);

        Ended ended = assay.run(AssayProgram.PATIENCE, "run", "late.yaml");

        FinishedTrials.assertMeasured(ended);
        StoredTrial trial = FinishedTrials.only(assay);
        var first = TrialAnalyzer.analyze(trial).measured().getFirst();
        long tailing = first.latency(LatencyMetric.END_TO_END).orElseThrow().samples();
        assertThat(tailing).isEqualTo(800);
        var late = first.readers().stream()
                .filter(reader -> !reader.tails())
                .findFirst()
                .orElseThrow();
        assertThat(late.latencies().getFirst().samples()).isEqualTo(800);
        // Half of them are at least two seconds old when it begins.
        assertThat(late.latencies().getFirst().quantiles().getFirst().nanos()).isGreaterThan(1_900_000_000L);
        assertThat(ended.out()).contains("late");
    }

    /** Of the messages of a phase of 10 s that meet a stall of 2 s, the p-quantile waits 2 s − (1 − p) 10 s. */
    @Test
    @Tag("alone")
    void aScriptedStallInsideAStepGivesTheQuantilesOfTheArithmetic() throws Exception {
        AssayProgram assay = AssayProgram.in(folder);
        assay.write("steps.yaml", """
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
                """);

        Ended ended = assay.run(AssayProgram.PATIENCE, "run", "steps.yaml");

        FinishedTrials.assertMeasured(ended);
        StoredTrial trial = FinishedTrials.only(assay);
        Histogram two = FinishedTrials.responses(trial, "two");
        assertThat(two.getTotalCount()).isEqualTo(20_000);
        double heldUp = 2 * FinishedTrials.longestHiccupNanos(trial) / NANOS;
        for (double quantile : new double[] {0.9, 0.95, 0.99, 0.999}) {
            double expected = 2.001 - (1 - quantile) * 10;
            assertThat(two.getValueAtPercentile(100 * quantile) / NANOS)
                    .as("p%s", 100 * quantile)
                    .isBetween(0.995 * expected, 1.005 * expected + heldUp);
        }
        assertThat(FinishedTrials.responses(trial, "one").getValueAtPercentile(99) / NANOS)
                .isLessThan(0.5 + heldUp);
    }
}
