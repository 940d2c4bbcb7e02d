package dev.assay.cli.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import dev.assay.cli.run.Timeline.Second;
import dev.assay.core.result.HarnessSample;
import dev.assay.core.result.IntervalHistogram;
import dev.assay.core.result.LatencyMetric;
import dev.assay.core.result.LoadTotals;
import dev.assay.core.result.Phase;
import dev.assay.core.result.WorkerInterval;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class TimelineTest {
    private static final long SECOND = 1_000_000_000;

    private final List<Second> seconds = new ArrayList<>();
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

        assertThat(seconds.getLast().figures())
                .contains(
                        entry("time_s", 3.0),
                        entry("acked_per_s", 400.0),
                        entry("offered_per_s", 400.0),
                        entry("received_per_s", 400.0),
                        entry("backlog", 20.0),
                        entry("w1.cpu_cores", 0.5),
                        entry("w2.gc_ms", 3.0));
        assertThat(seconds.getLast().figures().get("w1.resident_bytes")).isNaN();
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
        assertThat(seconds.getLast().figures()).doesNotContainKey("w2.cpu_cores");
    }

    @Test
    void telemetryGoesIntoTheRowsFromThenOn() {
        timeline.onTelemetry(Map.of("broker-1.cpu_cores", 1.5));
        timeline.onInterval(interval("w1", 1, 100));
        timeline.onInterval(interval("w2", 1, 50));

        assertThat(seconds.getFirst().figures()).contains(entry("broker-1.cpu_cores", 1.5));
    }
}
