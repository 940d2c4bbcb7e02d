package dev.assay.run.live;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.model.result.LoadTotals;
import java.time.Duration;
import java.util.List;
import java.util.OptionalDouble;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class LoadWindowTest {
    private final LoadWindow window = new LoadWindow();

    private static LoadSecond second(double length, long acked, long latencyNanos, long backlog, double cores) {
        Histogram response = new Histogram(3);
        response.recordValueWithCount(latencyNanos, acked);
        return new LoadSecond(
                new LoadPlace("measure", 1, Duration.ofSeconds(10)),
                1,
                length,
                new LoadTotals(100, 100, acked, 1, List.of()),
                backlog,
                response,
                new Histogram(3),
                List.of(new NodeLoad("broker-1", OptionalDouble.of(cores), OptionalDouble.empty())),
                List.of(),
                new TimeLeft(Duration.ZERO, Duration.ZERO, false));
    }

    /** A hundredth of all samples is slow, but nearly all of one second: the mean of two percentiles would be neither. */
    @Test
    void percentilesAreThoseOfAllSamplesTogether() {
        window.add(second(1, 9_950, 1_000_000, 0, 0));
        window.add(second(1, 50, 1_000_000_000, 0, 0));

        LoadStatistics statistics = window.statistics();

        assertThat(statistics.response().getTotalCount()).isEqualTo(10_000);
        assertThat(statistics.response().getValueAtPercentile(99)).isBetween(1_000_000L, 1_001_000L);
        assertThat(statistics.response().getValueAtPercentile(99.9)).isGreaterThan(999_000_000);
        assertThat(window.longestP99Nanos()).isGreaterThan(999_000_000);
    }

    @Test
    void ratesAreByTimeAndTheWorstSecondIsKeptBeside() {
        window.add(second(1, 100, 1, 7, 0.5));
        window.add(second(2, 20, 1, 900, 1.5));
        window.add(second(1, 80, 1, 3, 0.2));

        LoadStatistics statistics = window.statistics();

        assertThat(statistics.offeredPerSecond()).isEqualTo(75);
        assertThat(statistics.achievedPerSecond()).isEqualTo(50);
        assertThat(statistics.errors()).isEqualTo(3);
        assertThat(statistics.backlog()).isEqualTo(900);
        assertThat(window.lowestPerSecond()).isEqualTo(10);
        assertThat(window.seconds()).isEqualTo(3);
        assertThat(window.servers())
                .containsExactly(new NodeLoad("broker-1", OptionalDouble.of(1.5), OptionalDouble.empty()));
    }

    @Test
    void whatIsClearedLeavesNothing() {
        window.add(second(1, 100, 1, 7, 0.5));
        window.clear();

        assertThat(window.seconds()).isZero();
        assertThat(window.last()).isEmpty();
        assertThat(window.servers()).isEmpty();
        assertThat(window.statistics().response().getTotalCount()).isZero();
    }
}
