package dev.assay.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.core.metric.Labels;
import dev.assay.core.metric.Metric;
import dev.assay.core.metric.Metrics;
import dev.assay.core.metric.Sample;
import dev.assay.core.result.HarnessSample;
import dev.assay.core.result.IntervalHistogram;
import dev.assay.core.result.LatencyMetric;
import dev.assay.core.result.LoadTotals;
import dev.assay.core.result.Phase;
import dev.assay.core.result.WorkerInterval;
import dev.assay.core.trial.TrialSecond;
import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class TimelineTest {
    private static final long SECOND = 1_000_000_000;
    private static final Labels W1 = Labels.of(Labels.WORKER, "w1");
    private static final Labels W2 = Labels.of(Labels.WORKER, "w2");

    private final List<TrialSecond> seconds = new ArrayList<>();
    private final Timeline timeline = new Timeline(2, seconds::add);

    /** {@code acked} messages so far, of which all but ten have been received by the slower subscription. */
    private static WorkerInterval interval(String worker, double end, long acked, long... responses) {
        Histogram histogram = new Histogram(3);
        for (long nanos : responses) {
            histogram.recordValue(nanos);
        }
        return new WorkerInterval(
                worker,
                (long) ((end - 1) * SECOND),
                (long) (end * SECOND),
                new LoadTotals(acked + 2, acked + 1, acked, 0, List.of(acked, Math.max(0, acked - 10))),
                new HarnessSample(SECOND / 2, 3_000_000, 1, 0, new Histogram(3)),
                List.of(new IntervalHistogram(Phase.MEASURE, LatencyMetric.RESPONSE, histogram, 0, 0)));
    }

    @Test
    void aSecondIsGivenOutOnceEveryWorkerHasToldOfIt() {
        timeline.onInterval(interval("w1", 1, 100));
        timeline.onInterval(interval("w1", 2, 200));
        assertThat(seconds).isEmpty();

        timeline.onInterval(interval("w2", 1.02, 50));
        assertThat(seconds).hasSize(1);
        timeline.onInterval(interval("w2", 2, 150));
        assertThat(seconds).extracting(second -> second.totals().acked()).containsExactly(150L, 350L);
    }

    @Test
    void ratesAreDifferencesOverTheTimeThatPassed() {
        timeline.onInterval(interval("w1", 1, 100));
        timeline.onInterval(interval("w2", 1, 50));
        timeline.onInterval(interval("w1", 3, 500));
        timeline.onInterval(interval("w2", 3, 450));

        assertThat(seconds.getLast().seconds()).isEqualTo(3);
        assertThat(seconds.getLast().samples())
                .contains(
                        Metrics.ACKED.of(400),
                        Metrics.OFFERED.of(400),
                        Metrics.RECEIVED.of(400),
                        Metrics.BACKLOG.of(20),
                        Metrics.PROCESS_CPU.of(W1, 0.5),
                        Metrics.WORKER_GC_PAUSE.of(W2, 0.003));
        assertThat(metrics(seconds.getLast(), W1)).doesNotContain(Metrics.PROCESS_MEMORY);
    }

    @Test
    void responsesOfAllWorkersAreMerged() {
        timeline.onInterval(interval("w1", 1, 1, 1_000_000));
        timeline.onInterval(interval("w2", 1, 2, 2_000_000, 3_000_000));

        Histogram response = seconds.getFirst().response();
        assertThat(response.getTotalCount()).isEqualTo(3);
        assertThat(response.getMaxValue()).isGreaterThanOrEqualTo(3_000_000);
    }

    @Test
    void whatAWorkerNeverToldOfIsGivenOutAtTheEndWithItsLastCounts() {
        timeline.onInterval(interval("w1", 1, 100));
        timeline.onInterval(interval("w2", 1, 50));
        timeline.onInterval(interval("w1", 2, 200));

        timeline.finish();

        assertThat(seconds).extracting(second -> second.totals().acked()).containsExactly(150L, 250L);
        assertThat(metrics(seconds.getLast(), W1)).contains(Metrics.PROCESS_CPU);
        assertThat(metrics(seconds.getLast(), W2)).isEmpty();
    }

    @Test
    void telemetryGoesIntoTheSecondsFromThenOn() {
        Sample broker = Metrics.PROCESS_CPU.of(Labels.of(Labels.NODE, "broker-1"), 1.5);
        timeline.onTelemetry(List.of(broker));
        timeline.onInterval(interval("w1", 1, 100));
        timeline.onInterval(interval("w2", 1, 50));

        assertThat(seconds.getFirst().samples()).contains(broker);
    }

    @Test
    void whatTelemetryAndAWorkerBothTellIsThereOnceAsTheWorkerTellsIt() {
        timeline.onTelemetry(List.of(Metrics.PROCESS_CPU.of(W1, 9), Metrics.PROCESS_MEMORY.of(W1, 1e6)));
        timeline.onInterval(interval("w1", 1, 100));
        timeline.onInterval(interval("w2", 1, 50));

        assertThat(seconds.getFirst().samples().stream()
                        .filter(sample -> sample.labels().equals(W1)))
                .contains(Metrics.PROCESS_CPU.of(W1, 0.5), Metrics.PROCESS_MEMORY.of(W1, 1e6))
                .doesNotContain(Metrics.PROCESS_CPU.of(W1, 9));
    }

    private static List<Metric> metrics(TrialSecond second, Labels labels) {
        return second.samples().stream()
                .filter(sample -> sample.labels().equals(labels))
                .map(Sample::metric)
                .toList();
    }

    @Test
    void whatAnotherMachineDidIsInTheSecondInWhichItDidSo() {
        Sample first = Metrics.HOST_CPU.of(Labels.of(Labels.HOST, "load-2"), 1);
        Sample second = Metrics.HOST_CPU.of(Labels.of(Labels.HOST, "load-2"), 2);
        timeline.onHost(1.01, List.of(first));
        timeline.onInterval(interval("w1", 1, 100));
        timeline.onHost(1.98, List.of(second));
        timeline.onInterval(interval("w1", 2, 200));
        timeline.onInterval(interval("w2", 1, 50));
        timeline.onInterval(interval("w2", 2, 150));

        assertThat(seconds.get(0).samples()).contains(first).doesNotContain(second);
        assertThat(seconds.get(1).samples()).contains(second).doesNotContain(first);
    }

    @Test
    void whatAnotherMachineTellsLateIsInTheNextSecondOnly() {
        Sample late = Metrics.HOST_CLOCK_ERROR.of(Labels.of(Labels.HOST, "load-2"), 1e-4);
        for (int second = 1; second <= 3; second++) {
            timeline.onInterval(interval("w1", second, 100L * second));
            timeline.onInterval(interval("w2", second, 50L * second));
            if (second == 1) {
                timeline.onHost(1.3, List.of(late));
            }
        }

        assertThat(seconds)
                .extracting(second -> second.samples().contains(late))
                .containsExactly(false, true, false);
    }
}
