package dev.assay.run.trial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.assay.analysis.PhaseAnalysis;
import dev.assay.analysis.RunAnalysis;
import dev.assay.analysis.RunAnalyzer;
import dev.assay.analysis.TrialAnalysis;
import dev.assay.analysis.TrialAnalyzer;
import dev.assay.analysis.queue.QueueRate;
import dev.assay.analysis.reading.Reading;
import dev.assay.analysis.reading.Statistic;
import dev.assay.analysis.statistics.CatchUp;
import dev.assay.model.arrival.ArrivalSchedule;
import dev.assay.model.arrival.Arrivals;
import dev.assay.model.arrival.LoadCurve;
import dev.assay.model.arrival.LoadProfile;
import dev.assay.model.metric.LatencyMetric;
import dev.assay.model.metric.LatencyStatistic;
import dev.assay.model.result.Delivery.SubscriptionDelivery;
import dev.assay.model.result.ExecutedEvent;
import dev.assay.model.result.TrialRecord;
import dev.assay.model.result.Verdict.Grade;
import dev.assay.model.result.Verdict.Reason;
import dev.assay.model.unit.Rate;
import dev.assay.scenario.ScenarioFile;
import dev.assay.scenario.plan.PlannedTrial;
import dev.assay.store.RunDirectory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs consumers that work on each message in virtual time from the scenario to the report's values: one that works 10 ms on each takes
 * 100 of them a second.
 */
class VirtualQueueTest {
    private static final int OFFERED = 900 * 6;
    private static final long WORK_NANOS = 80_000_000;

    @TempDir
    Path base;

    private RunAnalysis run(String system, String consumers) throws Exception {
        String text = """
            name: queue
            systems: { memory: { law: constant, mean: 1 ms, %s } }
            durability: level-4
            workload:
              partitions: 2
              message: { size: 100 B }
              rate: 900/s
              arrivals: constant
              groups: { workers: { queue: true, consumers: %s, processing: 10 ms } }
            phases: { work: { for: 6 s, expect: either } }
            timing: { drain: 5 min }
            """.formatted(system, consumers);
        List<PlannedTrial> trials = ScenarioFile.read("queue.yaml", text, List.of(), Set.of())
                .plan()
                .trials();
        RunDirectory directory = VirtualRuns.of(base, text, trials);
        return RunAnalyzer.analyze(directory);
    }

    @Test
    void consumersBeyondThePartitionsTakeTheirPart() throws Exception {
        RunAnalysis run = run("fail-every: 0", "[1, 4, 8]");

        List<QueueRate> rates = QueueRate.of(run);
        assertThat(rates).singleElement().satisfies(rate -> {
            assertThat(rate.subject()).isEqualTo("memory");
            assertThat(rate.group()).isEqualTo("workers");
            assertThat(rate.partitions()).isEqualTo(2);
            assertThat(rate.points()).extracting(QueueRate.Point::consumers).containsExactly(1, 4, 8);
            rate.points().forEach(point -> {
                assertThat(point.centre()).isCloseTo(100 * point.consumers(), within(point.consumers() * 1.0));
                assertThat(rate.most(point.consumers())).hasValue(100 * point.consumers());
            });
        });
        assertThat(run.trials()).allSatisfy(trial -> {
            SubscriptionDelivery received =
                    trial.trial().delivery().subscriptions().getFirst();
            assertThat(received.received()).isEqualTo(OFFERED);
            assertThat(received.cleanInAnyOrder()).isTrue();
            assertThat(received.redelivered()).isZero();
            assertThat(trial.trial().isOrdered("workers")).isFalse();
            assertThat(trial.verdict().grade()).isNotEqualTo(Grade.INVALID);
            assertThat(trial.verdict().reasons()).extracting(Reason::code).doesNotContain("out-of-order");
        });
    }

    /** Latency and work are 80 ms each: a message waits for the work on those before it, and for no more (D. V. Lindley, 1952). */
    @Test
    void aConsumerWorksOnNothingThatIsStillOnItsWay() throws Exception {
        String text = """
            name: processing
            systems: { memory: { law: constant, mean: 80 ms } }
            durability: level-4
            workload:
              message: { size: 100 B }
              rate: 4/s
              arrivals: poisson
              groups: { workers: { queue: true, consumers: 1, processing: 80 ms } }
            timing: { warmup: 0 s, measure: 150 s, drain: 5 s }
            """;
        PlannedTrial trial = ScenarioFile.read("processing.yaml", text, List.of(), Set.of())
                .plan()
                .trials()
                .getFirst();
        RunDirectory directory = VirtualRuns.of(base, text, List.of(trial));

        PhaseAnalysis phase = TrialAnalyzer.analyze(directory.readTrial(trial.folder()))
                .measured()
                .getFirst();
        Histogram expected = waits(trial, LoadProfile.constant(new Rate(4)), Duration.ofSeconds(150));
        for (double percent : LatencyStatistic.PERCENTS) {
            Reading row = phase.headline(Statistic.quantile(LatencyMetric.END_TO_END, percent))
                    .orElseThrow();
            assertThat(row.n()).isEqualTo(expected.getTotalCount()).isGreaterThan(500);
            assertThat(row.value()).as("p%s", percent).isEqualTo((double) expected.getValueAtPercentile(percent));
        }
    }

    private static Histogram waits(PlannedTrial trial, LoadProfile load, Duration length) {
        ArrivalSchedule schedule = new ArrivalSchedule(
                LoadCurve.of(List.of(new LoadCurve.Part(load, Duration.ZERO, length))),
                Arrivals.POISSON,
                trial.seed(),
                0,
                1);
        Histogram expected = new Histogram(3);
        long free = 0;
        for (long due = schedule.dueNanos(); due != LoadCurve.NEVER; due = schedule.dueNanos()) {
            long received = Math.max(due + WORK_NANOS, free);
            free = received + WORK_NANOS;
            expected.recordValue(received - due);
            schedule.advance();
        }
        return expected;
    }

    @Test
    void whatComesAgainIsADuplicateAndSaidToBeRedelivered() throws Exception {
        TrialRecord trial = run("redeliver-every: 100", "8").trials().getFirst().trial();

        SubscriptionDelivery received = trial.delivery().subscriptions().getFirst();
        assertThat(received.received()).isEqualTo(OFFERED);
        assertThat(received.duplicated()).isEqualTo(OFFERED / 100);
        assertThat(received.redelivered()).isEqualTo(OFFERED / 100);
        assertThat(trial.verdict().reasons())
                .filteredOn(reason -> reason.code().equals("duplicates"))
                .singleElement()
                .satisfies(
                        reason -> assertThat(reason.cause()).contains("the system marked 54 messages as redelivered"));
    }

    /**
     * With µ messages a second processed and λ due meanwhile, a backlog of B is gone after B / (µ − λ), and is below a second of load λ /
     * (µ − λ) earlier; it is checked each second.
     */
    @Test
    void aHeldGroupCatchesUpInTheTimeOfTheArithmetic() throws Exception {
        String text = """
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
            """;
        List<PlannedTrial> trials = ScenarioFile.read("backlog.yaml", text, List.of(), Set.of())
                .plan()
                .trials();
        TrialAnalysis analysis =
                RunAnalyzer.analyze(VirtualRuns.of(base, text, trials)).trials().getFirst();

        assertThat(analysis.trial().delivery().subscriptions())
                .allSatisfy(subscription -> assertThat(subscription.clean()).isTrue());
        assertThat(analysis.trial().course().events())
                .extracting(ExecutedEvent::title)
                .containsExactly("start late", "ends: late has caught up");
        CatchUp caughtUp = analysis.catchUps().getFirst();
        double lambda = 500;
        double mu = 2 / 0.002;
        double expected = (caughtUp.backlogMessages() - lambda) / (mu - lambda);
        assertThat(caughtUp.backlogMessages()).isCloseTo(10_000, within(1.0));
        assertThat(caughtUp.lengthSeconds().orElseThrow()).isCloseTo(expected, within(0.01));
        assertThat(caughtUp.messagesPerSecond().orElseThrow()).isCloseTo(mu, within(1.0));
    }
}
