package dev.assay.run.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.analysis.steady.SteadyWatch;
import dev.assay.model.arrival.LoadCurve;
import dev.assay.model.arrival.LoadProfile;
import dev.assay.model.metric.Labels;
import dev.assay.model.metric.Metrics;
import dev.assay.model.result.LoadTotals;
import dev.assay.model.result.SteadyRecord;
import dev.assay.model.result.SteadyRecord.SeriesRecord;
import dev.assay.model.result.SteadyText;
import dev.assay.model.timeline.Phase;
import dev.assay.model.trial.TrialSecond;
import dev.assay.model.unit.Rate;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.function.DoubleUnaryOperator;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

/** A warm-up ends once every series of the trial's seconds is steady, and not before. */
class SteadyConditionTest {
    private static final long SECOND = 1_000_000_000L;
    private static final Phase WARMUP = new Phase("warmup", 0, 90 * SECOND);
    private final SteadyWatch watch = new SteadyWatch();
    private final SteadyCondition condition = new SteadyCondition(watch, Duration.ofSeconds(20));

    @Test
    void aTrialThatIsSteadyFromTheStartOnIsSoAtTheFirstMomentThatItMayBe() {
        assertThat(firstHolds(SteadyConditionTest::level, SteadyConditionTest::level))
                .isEqualTo(20);
        SteadyRecord seen = Objects.requireNonNull(condition.steady());
        assertThat(seen.reached()).isTrue();
        assertThat(seen.afterSeconds()).isZero();
        assertThat(seen.series())
                .extracting(SeriesRecord::name)
                .containsExactly(
                        "response p50",
                        "response p99",
                        "end-to-end p50",
                        "rate received",
                        "processor time per message, workers",
                        "processor time per message, servers");
    }

    /** 90 exp(−t / 6) falls by less than the 10 us tolerated within 20 s from 13 s on. */
    @Test
    void theSeriesThatIsSteadyLastEndsIt() {
        double ended = firstHolds(SteadyConditionTest::level, second -> 10 + 90 * Math.exp(-second / 6));
        assertThat(ended).isBetween(33.0, 43.0);
        SteadyRecord seen = Objects.requireNonNull(condition.steady());
        assertThat(seen.last()).isEqualTo("processor time per message, servers");
        assertThat(SteadyText.of(seen)).startsWith("steady after ").contains("servers last");
    }

    @Test
    void whatNeverSettlesIsNamed() {
        assertThat(firstHolds(second -> 400 * Math.exp(-second / 40), SteadyConditionTest::level))
                .isEqualTo(-1);
        SteadyRecord seen = Objects.requireNonNull(condition.steady());
        assertThat(seen.reached()).isFalse();
        assertThat(SteadyText.of(seen))
                .startsWith("not steady within 90 s: ")
                .contains(" p50 still falling by 2.5 % a second");
    }

    @Test
    void itCountsFromTheBeginOfItsPhase() {
        for (int second = 1; second <= 39; second++) {
            watch.onSecond(second(second, second < 20 ? 500 : 10, 10));
        }
        Phase later = new Phase("again", 20 * SECOND, 90 * SECOND);
        assertThat(watch.since("again", 20).reached()).as("19 s of it").isFalse();
        watch.onSecond(second(40, 10, 10));
        assertThat(watch.since("again", 20).reached()).isTrue();
        assertThat(new SteadyCondition(watch, Duration.ofSeconds(30))
                        .holds(LoadTotals.ZERO, 40 * SECOND, later, curve()))
                .as("not as early")
                .isFalse();
    }

    private static double level(double second) {
        return 10;
    }

    /** The second with which the condition holds; -1 if it never does. */
    private double firstHolds(DoubleUnaryOperator millis, DoubleUnaryOperator microsOfServers) {
        for (int second = 1; second <= 90; second++) {
            watch.onSecond(second(second, millis.applyAsDouble(second), microsOfServers.applyAsDouble(second)));
            if (condition.holds(LoadTotals.ZERO, second * SECOND, WARMUP, curve())) {
                return second;
            }
        }
        return -1;
    }

    private static LoadCurve curve() {
        return LoadCurve.of(List.of(
                new LoadCurve.Part(LoadProfile.constant(Rate.parse("1000/s")), Duration.ZERO, Duration.ofSeconds(90))));
    }

    private static TrialSecond second(int second, double millis, double microsOfServers) {
        Histogram latencies = new Histogram(3);
        latencies.recordValueWithCount((long) (millis * 1_000_000), 1000);
        long count = 1000L * second;
        return new TrialSecond(
                second,
                new LoadTotals(count, count, count, 0, List.of(count)),
                latencies,
                latencies,
                List.of(
                        Metrics.PROCESS_CPU.of(Labels.of(Labels.WORKER, "w1"), 0.02),
                        Metrics.PROCESS_CPU.of(Labels.of(Labels.NODE, "broker-1"), microsOfServers / 100)));
    }
}
