package dev.assay.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.analysis.reading.Reading;
import dev.assay.analysis.reading.Statistic;
import dev.assay.model.metric.LatencyMetric;
import dev.assay.model.result.IntervalHistogram;
import dev.assay.model.result.StoredTrial.RecordedInterval;
import dev.assay.model.result.TrialData;
import dev.assay.model.result.TrialSubscription;
import dev.assay.model.timeline.Phase;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

/** Measures ten subscriptions at 5 ms, and an eleventh at 80 ms that a merged histogram shows only from p91 on. */
class SlowestSubscriptionTest {
    private static final long SECOND = 1_000_000_000L;
    private static final long FAST = 5_000_000L;
    private static final long SLOW = 80_000_000L;

    @Test
    void theValuesThatStandForAPhaseAreThoseOfTheSlowest() {
        PhaseAnalysis phase = TrialAnalyzer.analyze(trial()).measured().getFirst();
        assertThat(phase.slowest(LatencyMetric.END_TO_END)
                        .orElseThrow()
                        .subscription()
                        .name())
                .isEqualTo("s7");
        assertThat(nanos(phase.row(Statistic.quantile(LatencyMetric.END_TO_END, 90))))
                .isLessThan(2 * FAST);
        assertThat(nanos(phase.headline(Statistic.quantile(LatencyMetric.END_TO_END, 50))))
                .isGreaterThan(SLOW / 2.0);
        Statistic response = Statistic.quantile(LatencyMetric.RESPONSE, 50);
        assertThat(phase.headline(response)).isPresent().isEqualTo(phase.row(response));
        assertThat(phase.slowest(LatencyMetric.RESPONSE)).isEmpty();
    }

    private static double nanos(Optional<Reading> row) {
        return row.orElseThrow().value();
    }

    private static TrialData trial() {
        RecordedTrial trial = new RecordedTrial();
        trial.phases = List.of(new Phase("measure", 0, 10 * SECOND));
        trial.subscriptions = IntStream.rangeClosed(1, 11)
                .mapToObj(number -> new TrialSubscription("s" + number, "tail", true))
                .toList();
        List<RecordedInterval> intervals = new ArrayList<>();
        for (long second = 0; second < 10; second++) {
            intervals.add(interval(second, LatencyMetric.RESPONSE, "", FAST));
            for (TrialSubscription subscription : trial.subscriptions) {
                String name = subscription.name();
                intervals.add(interval(second, LatencyMetric.END_TO_END, name, name.equals("s7") ? SLOW : FAST));
            }
        }
        return new TrialData(trial.record(), intervals, List.of(), List.of());
    }

    private static RecordedInterval interval(long second, LatencyMetric metric, String subscription, long nanos) {
        Histogram histogram = new Histogram(3);
        histogram.recordValueWithCount(nanos, 1000);
        return new RecordedInterval(
                "w1",
                second * SECOND,
                (second + 1) * SECOND,
                new IntervalHistogram("measure", metric, subscription, histogram, 0, 0));
    }
}
