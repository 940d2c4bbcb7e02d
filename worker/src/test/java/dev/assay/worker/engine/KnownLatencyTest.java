package dev.assay.worker.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.driver.DriverException;
import dev.assay.model.metric.LatencyMetric;
import dev.assay.model.spec.InFlight;
import dev.assay.worker.engine.EngineTrials.Load;
import dev.assay.worker.engine.EngineTrials.Shape;
import java.time.Duration;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Checks what is reported of a known law. Nothing may be reported shorter than it was; it may be longer by what the
 * machine held up its threads, as the hiccup meter saw it in the same trial.
 */
@Tag("alone")
class KnownLatencyTest {
    private static final double MEAN_NANOS = 50e6;
    private static final double RATE = 5_000;

    @ParameterizedTest
    @CsvSource({"constant, 1, 1", "uniform, 1, 1.98", "exponential, 0.6931, 4.6052"})
    void theLawIsFoundAgain(String law, double median, double p99) throws DriverException {
        FinishedTrial trial = FinishedTrial.run(
                EngineTrials.memory(law, Duration.ofNanos((long) MEAN_NANOS)),
                EngineTrials.assignment(Shape.SMALLEST, Load.constant(RATE, Duration.ofSeconds(2))));
        Histogram hiccups = trial.hiccups();
        Histogram late = trial.measured(LatencyMetric.SCHEDULE_LAG);
        // The producer's thread and the acknowledging one may both have been held up.
        double usual = 2.0 * hiccups.getValueAtPercentile(99) + late.getMean() + 0.5e6;
        double worst = 2.0 * hiccups.getMaxValue() + (double) late.getMaxValue() + 0.5e6;
        for (LatencyMetric metric : new LatencyMetric[] {LatencyMetric.SERVICE, LatencyMetric.RESPONSE}) {
            Histogram histogram = trial.measured(metric);
            assertThat(histogram.getTotalCount()).isEqualTo(10_000);
            assertLike(histogram.getMean(), MEAN_NANOS, usual);
            assertLike((double) histogram.getValueAtPercentile(50), median * MEAN_NANOS, usual);
            assertLike((double) histogram.getValueAtPercentile(99), p99 * MEAN_NANOS, worst);
        }
    }

    /** Allows 3 %, which is what 10 000 samples of these laws tell, and the machine's own delay. */
    private static void assertLike(double measured, double expected, double delayNanos) {
        assertThat(measured).isBetween(expected * 0.97, expected * 1.03 + delayNanos);
    }

    @Test
    void aStallShowsAsTheOpenLoopSays() throws DriverException {
        FinishedTrial trial = FinishedTrial.run(
                EngineTrials.memory("constant", Duration.ofMillis(1), Duration.ofSeconds(1), Duration.ofSeconds(2)),
                // With a limit, half of the stall's messages would wait for it, and show as schedule lag.
                EngineTrials.assignment(Shape.SMALLEST, Load.constant(RATE, Duration.ofSeconds(5)), InFlight.CLIENT));
        Histogram response = trial.measured(LatencyMetric.RESPONSE);
        Histogram endToEnd = trial.measured(LatencyMetric.END_TO_END);
        double delay = 2.0 * trial.hiccups().getMaxValue();
        assertThat(response.getTotalCount()).isEqualTo(25_000);
        // The messages of 2 s out of 5 s wait, evenly from 2 s down to 0.
        for (double quantile : new double[] {0.9, 0.95, 0.99, 0.999}) {
            double expected = 2.001e9 - (1 - quantile) * 5e9;
            for (Histogram histogram : new Histogram[] {response, endToEnd}) {
                assertThat((double) histogram.getValueAtPercentile(quantile * 100))
                        .as("quantile %s", quantile)
                        .isBetween(expected * 0.995, expected * 1.005 + delay);
            }
        }
        // The harness itself was never late: an average of the schedule lag far below a thousandth of the stall.
        assertThat(trial.measured(LatencyMetric.SCHEDULE_LAG).getMean()).isLessThan(2e6 + delay);
    }
}
