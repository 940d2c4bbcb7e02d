package dev.assay.analysis.window;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.assay.analysis.RecordedTrial;
import dev.assay.analysis.window.WindowSeries.Window;
import dev.assay.model.metric.LatencyMetric;
import dev.assay.model.metric.LatencyStatistic;
import dev.assay.model.result.IntervalHistogram;
import dev.assay.model.result.StoredTrial.RecordedInterval;
import dev.assay.model.result.TrialData;
import dev.assay.model.timeline.Phase;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class PhaseWindowsTest {
    private static final long SECOND = 1_000_000_000L;
    private static final long MILLI = 1_000_000L;
    private static final Duration TEN = Duration.ofSeconds(10);

    private final Phase measure = new Phase("measure", 10 * SECOND, 45 * SECOND);
    private final List<RecordedInterval> intervals = new ArrayList<>();

    /**
     * Nine seconds of 1 ms and one of 100 ms have equally many samples: the p99 of all is 100 ms, the mean of the ten p99s would be
     * 10.9 ms.
     */
    @Test
    void percentilesAreOfTheMergedHistograms() {
        for (int second = 10; second < 45; second++) {
            add("measure", second, LatencyMetric.SERVICE, second % 10 == 3 ? 100 * MILLI : MILLI, 100);
        }

        WindowSeries series = windows("service.p99");

        assertThat(series.name()).isEqualTo("service.p99@10s");
        assertThat(series.windows()).extracting(Window::fromSeconds).containsExactly(10.0, 20.0, 30.0);
        assertThat(series.windows()).extracting(Window::n).containsOnly(1000L);
        assertThat(series.windows())
                .extracting(Window::nanos)
                .allSatisfy(nanos -> assertThat(nanos).isCloseTo(100 * MILLI, within(0.1 * MILLI)));
        assertThat(series.leftOut()).as("five seconds are no window").isEqualTo(500);
    }

    /**
     * Nine seconds have 100 samples of 1 ms and the tenth has 1000 of 10 ms: (900 + 10 000) / 1900 ms; the mean of means would be 1.9
     * ms.
     */
    @Test
    void meansAreOfAllSamples() {
        for (int second = 10; second < 20; second++) {
            boolean last = second == 19;
            add("measure", second, LatencyMetric.SEND_TO_RECEIVE, last ? 10 * MILLI : MILLI, last ? 1000 : 100);
        }

        WindowSeries series = windows("send-to-receive.mean");

        assertThat(series.windows())
                .extracting(Window::nanos)
                .singleElement()
                .satisfies(nanos -> assertThat(nanos).isCloseTo(10_900.0 / 1900 * MILLI, within(0.01 * MILLI)));
        assertThat(series.empty()).isEqualTo(2);
    }

    /** A message of the warm-up that is late enough is seen in the window in which it was acknowledged. */
    @Test
    void windowsGoByTheClock() {
        add("warmup", 12, LatencyMetric.SERVICE, 2 * MILLI, 7);
        add("warmup", 9, LatencyMetric.SERVICE, 2 * MILLI, 7);
        add("measure", 46, LatencyMetric.SERVICE, 2 * MILLI, 7);
        add("measure", 13, LatencyMetric.RESPONSE, 2 * MILLI, 7);

        assertThat(windows("service.p50").windows()).extracting(Window::n).containsExactly(7L);
        assertThat(windows("service.p50").leftOut()).isZero();
    }

    /** There are 20 windows of 1 and one of 3.1 times the median; one of exactly three times is none. */
    @Test
    void spikesAreAboveThreeTimesTheMedianWindow() {
        double[] values = new double[20];
        Arrays.fill(values, 10);
        values[4] = 30;
        values[7] = 31;

        assertThat(series(values).spikes()).hasValue(0.05);
        assertThat(series(alike(10)).spikes()).hasValue(0);
        assertThat(series(alike(9)).spikes()).as("too few windows").isEmpty();
        assertThat(series().spikes()).isEmpty();
    }

    /** The 10th percentile of 1 to 11 is 2, and the 90th is 10. */
    @Test
    void spreadIsTheNinetiethByTheTenth() {
        assertThat(series(3, 1, 2, 11, 10, 9, 4, 5, 6, 8, 7).spread()).hasValue(5);
        assertThat(series(alike(10)).spread()).hasValue(1);
        assertThat(series(alike(9)).spread()).as("too few windows").isEmpty();
        assertThat(series().spread()).isEmpty();
        assertThat(series(new double[10]).spread()).as("by zero").isEmpty();
    }

    private static double[] alike(int count) {
        double[] values = new double[count];
        Arrays.fill(values, 10);
        return values;
    }

    @Test
    void windowsAreOfWholeSeconds() {
        assertThatThrownBy(() -> PhaseWindows.of(
                        trial(), measure, LatencyStatistic.parse("service.p99"), Duration.ofMillis(1500)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("whole seconds");
    }

    private static WindowSeries series(double... values) {
        return new WindowSeries(
                "x",
                Arrays.stream(values).mapToObj(value -> new Window(0, value, 1)).toList(),
                0,
                0);
    }

    private WindowSeries windows(String statistic) {
        return PhaseWindows.of(trial(), measure, LatencyStatistic.parse(statistic), TEN);
    }

    private TrialData trial() {
        RecordedTrial trial = new RecordedTrial();
        trial.phases = List.of(new Phase("warmup", 0, 10 * SECOND), measure);
        return new TrialData(trial.record(), intervals, List.of(), List.of());
    }

    private void add(String phase, int second, LatencyMetric metric, long nanos, long count) {
        Histogram histogram = new Histogram(3);
        histogram.recordValueWithCount(nanos, count);
        intervals.add(new RecordedInterval(
                "w1", second * SECOND, (second + 1) * SECOND, new IntervalHistogram(phase, metric, histogram, 0, 0)));
    }
}
