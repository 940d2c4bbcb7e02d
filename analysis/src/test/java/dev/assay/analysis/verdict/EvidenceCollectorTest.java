package dev.assay.analysis.verdict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.assay.analysis.verdict.TrialEvidence.HostLoad;
import dev.assay.analysis.verdict.TrialEvidence.WorkerLoad;
import dev.assay.core.metric.Labels;
import dev.assay.core.metric.Metrics;
import dev.assay.core.metric.Sample;
import dev.assay.core.result.HarnessSample;
import dev.assay.core.result.IntervalHistogram;
import dev.assay.core.result.LatencyMetric;
import dev.assay.core.result.LoadTotals;
import dev.assay.core.result.Verdict;
import dev.assay.core.result.WorkerInterval;
import dev.assay.core.trial.TrialSecond;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class EvidenceCollectorTest {
    private static final long SECOND = Case.SECOND;

    private final Case trial = new Case();
    private final EvidenceCollector gatherer = new EvidenceCollector();

    @BeforeEach
    void start() {
        gatherer.onStart(Instant.EPOCH, trial.phases);
    }

    @Test
    void countsOfWorkersThatReportAtDifferentInstantsMeetAtWholeSeconds() {
        report("w1", 0, 1_020_000_000L, 1020);
        report("w2", 0, 1_000_000_000L, 2000);
        report("w1", 1_020_000_000L, 2_020_000_000L, 2020);
        report("w2", 1_000_000_000L, 2_000_000_000L, 4000);

        TrialEvidence evidence = conclude();

        assertThat(evidence.load()).hasSize(3);
        assertThat(evidence.load().get(0).totals()).isEqualTo(totals(3000));
        assertThat(evidence.load().get(1).totals()).isEqualTo(totals(6000));
        assertThat(evidence.load().get(2).nanos()).isEqualTo(2_020_000_000L);
        assertThat(evidence.load().get(2).totals()).isEqualTo(totals(6020));
    }

    @Test
    void onlyTheMeasuredPhaseCountsAsEvidence() {
        for (int second = 0; second < Case.END + 2; second++) {
            for (String worker : List.of("w1", "w2")) {
                report(worker, second * SECOND, (second + 1) * SECOND, 1000L * (second + 1));
            }
        }

        TrialEvidence evidence = conclude();

        assertThat(evidence.hiccups().getTotalCount()).isEqualTo(2 * 30);
        assertThat(evidence.response().getTotalCount()).isEqualTo(2 * 42);
        assertThat(evidence.service().getTotalCount()).isZero();
        assertThat(evidence.negatives()).isEqualTo(2 * 42);
        assertThat(evidence.worstNegativeNanos()).isEqualTo(-41 * SECOND);
        assertThat(evidence.workers()).extracting(WorkerLoad::worker).containsExactly("w1", "w2");
        assertThat(evidence.workers().getFirst()).satisfies(worker -> {
            assertThat(worker.cpuCores()).isCloseTo(0.5, within(1e-12));
            assertThat(worker.machineCores()).isEqualTo(4);
            assertThat(worker.gcPauseNanos()).isEqualTo(30 * 7);
            assertThat(worker.worstGcNanos()).isEqualTo(7);
        });
        assertThat(evidence.workers().getLast().machineCores()).isZero();
    }

    @Test
    void whatIsGatheredCanBeJudged() {
        assertThat(Judge.judge(conclude()).reasons())
                .extracting(Verdict.Reason::code)
                .containsExactly("nothing-measured");
    }

    @Test
    void readingsOfTwoMachinesAreJudgedApartAndOverTheMeasuredPhaseOnly() {
        for (int second = 1; second <= Case.END + 2; second++) {
            boolean measured = second > Case.WARMUP && second <= Case.END;
            machine("coordinator", second, 0.5, measured ? 0.1 : 1);
            machine("b", second, measured ? 0.9 + 0.02 * (second % 5) : 0, measured ? 0.2 : 0);
        }

        TrialEvidence evidence = conclude();

        assertThat(evidence.hosts()).extracting(HostLoad::host).containsExactly("b", "coordinator");
        assertThat(evidence.hosts().getFirst().busyShare().orElseThrow()).isCloseTo(0.94, within(1e-12));
        assertThat(evidence.hosts().getFirst().stealShare()).isEmpty();
        assertThat(evidence.hosts().getFirst().memoryPressureShare().orElseThrow())
                .isCloseTo(0.2, within(1e-12));
        assertThat(evidence.hosts().getLast().memoryPressureShare().orElseThrow())
                .isCloseTo(0.1, within(1e-12));
        assertThat(new MachineRules(evidence).reasons())
                .extracting(Verdict.Reason::cause)
                .containsExactly("processes on host b waited for memory 20 % of the measured phase");
    }

    private void machine(String name, int second, double busy, double memory) {
        Labels host = Labels.of(Labels.HOST, name);
        Labels waiting = host.with(Labels.RESOURCE, "memory").with(Labels.STALL, "some");
        second(second, Metrics.HOST_CPU_BUSY.of(host, busy), Metrics.HOST_PRESSURE.of(waiting, memory));
    }

    private void second(int second, Sample... samples) {
        gatherer.onSecond(new TrialSecond(second, LoadTotals.ZERO, new Histogram(3), List.of(samples)));
    }

    @Test
    void syncsOfAllServersAreAddedUp() {
        assertThat(conclude().syncsPerSecond()).isEmpty();
        for (int second = Case.WARMUP; second <= Case.WARMUP + 4; second++) {
            second(second, Metrics.NODE_SYNCS.of(Labels.of(Labels.NODE, "broker-1"), second == Case.WARMUP ? 1e9 : 10));
            second(second, Metrics.NODE_SYNCS.of(Labels.of(Labels.NODE, "broker-2"), second % 2 == 0 ? 1 : 2));
        }
        assertThat(conclude().syncsPerSecond().orElseThrow()).isCloseTo(11.5, within(1e-12));
        assertThat(conclude().hosts()).isEmpty();
    }

    private void report(String worker, long start, long end, long count) {
        Histogram response = new Histogram(3);
        response.recordValue(1);
        HarnessSample harness = new HarnessSample((end - start) / 2, 7, 1, 0, response.copy());
        gatherer.onInterval(new WorkerInterval(
                worker,
                start,
                end,
                totals(count),
                harness,
                List.of(
                        new IntervalHistogram("measure", LatencyMetric.RESPONSE, response, 1, -start),
                        new IntervalHistogram("warmup", LatencyMetric.SERVICE, response, 1, -end))));
    }

    private static LoadTotals totals(long count) {
        return new LoadTotals(count, count, count, 0, List.of(count));
    }

    private TrialEvidence conclude() {
        return gatherer.conclude(trial.evidence().facts(), Map.of("w1", 4));
    }
}
