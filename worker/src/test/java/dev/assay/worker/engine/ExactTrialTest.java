package dev.assay.worker.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.driver.Driver;
import dev.assay.driver.DriverException;
import dev.assay.model.arrival.SplitMix;
import dev.assay.model.metric.LatencyMetric;
import dev.assay.model.result.IntervalHistogram;
import dev.assay.model.spec.InFlight;
import dev.assay.testing.time.VirtualClock;
import dev.assay.worker.engine.EngineTrials.Load;
import dev.assay.worker.engine.EngineTrials.Shape;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.LongUnaryOperator;
import java.util.stream.LongStream;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Runs whole trials in virtual time, where only the in-memory system takes time, as it is told: every latency is what the law
 * says, to the nanosecond, so each histogram has to be equal to that of the law.
 */
class ExactTrialTest {
    private static final long MS = 1_000_000;
    private static final long SECOND = 1_000 * MS;

    /** Is the in-memory system's own seed, so that each trial has the same latencies. */
    private static final long SEED = 0x5EED;

    private final VirtualClock clock = new VirtualClock();

    private enum Law {
        CONSTANT,
        UNIFORM,
        EXPONENTIAL;

        long nanos(long message, long mean) {
            double fraction = SplitMix.uniform(SEED, message);
            return switch (this) {
                case CONSTANT -> mean;
                case UNIFORM -> (long) (2 * mean * fraction);
                case EXPONENTIAL -> (long) (-Math.log(fraction) * mean);
            };
        }
    }

    private FinishedTrial run(Driver driver, double rate, int seconds, InFlight inFlight) throws DriverException {
        Assignment assignment =
                EngineTrials.assignment(Shape.SMALLEST, Load.constant(rate, Duration.ofSeconds(seconds)), inFlight);
        return FinishedTrial.run(driver, assignment, clock);
    }

    private static Histogram expected(long messages, LongUnaryOperator latency) {
        Histogram expected = new Histogram(3);
        LongStream.range(0, messages).map(latency).forEach(expected::recordValue);
        return expected;
    }

    @ParameterizedTest
    @EnumSource(Law.class)
    void eachLatencyIsThatOfTheLaw(Law law) throws DriverException {
        FinishedTrial trial =
                run(EngineTrials.memory(law.name(), Duration.ofMillis(50), clock), 5_000, 2, InFlight.CLIENT);

        Histogram expected = expected(10_000, message -> law.nanos(message, 50 * MS));
        assertThat(trial.measured(LatencyMetric.SERVICE)).isEqualTo(expected);
        assertThat(trial.measured(LatencyMetric.RESPONSE)).isEqualTo(expected);
        assertThat(trial.measured(LatencyMetric.SCHEDULE_LAG)).isEqualTo(expected(10_000, message -> 0));
        assertThat(trial.hiccups().getMaxValue()).isZero();
    }

    @Test
    void aStallDelaysWhatIsDueMeanwhileAndNothingElse() throws DriverException {
        Driver driver = EngineTrials.memory(
                "constant", Duration.ofMillis(1), Duration.ofSeconds(1), Duration.ofSeconds(2), Map.of(), clock);
        FinishedTrial trial = run(driver, 5_000, 5, InFlight.CLIENT);

        Histogram expected = expected(25_000, message -> {
            long completion = message * SECOND / 5_000 + MS;
            boolean stalled = completion >= SECOND && completion < 3 * SECOND;
            return stalled ? 3 * SECOND - message * SECOND / 5_000 : MS;
        });
        for (LatencyMetric metric : List.of(LatencyMetric.SERVICE, LatencyMetric.RESPONSE, LatencyMetric.END_TO_END)) {
            assertThat(trial.measured(metric)).as("%s", metric).isEqualTo(expected);
        }
        assertThat(trial.measured(LatencyMetric.SCHEDULE_LAG).getMaxValue()).isZero();
    }

    /** A hundred messages are taken; from then on each waits in its call for the answer to the one a hundred before. */
    @Test
    void aLimitInFlightHoldsTheSenderBack() throws DriverException {
        FinishedTrial trial =
                run(EngineTrials.memory("constant", Duration.ofSeconds(1), clock), 1_000, 3, new InFlight(100));

        long[] call = new long[3_000];
        long[] taken = new long[3_000];
        for (int message = 0; message < 3_000; message++) {
            call[message] = Math.max(message * MS, message == 0 ? 0 : taken[message - 1]);
            taken[message] = Math.max(call[message], message < 100 ? 0 : taken[message - 100] + SECOND);
        }
        assertThat(trial.measured(LatencyMetric.SCHEDULE_LAG))
                .isEqualTo(expected(3_000, message -> call[(int) message] - message * MS));
        assertThat(trial.measured(LatencyMetric.SERVICE))
                .isEqualTo(expected(3_000, message -> taken[(int) message] + SECOND - call[(int) message]));
        assertThat(trial.measured(LatencyMetric.RESPONSE))
                .isEqualTo(expected(3_000, message -> taken[(int) message] + SECOND - message * MS));
    }

    @Test
    void beyondItsCapacityASystemFallsBehindMoreWithEachMessage() throws DriverException {
        Driver driver = EngineTrials.memory(
                "none", Duration.ZERO, Duration.ZERO, Duration.ZERO, Map.of("capacity-per-second", "1000"), clock);
        FinishedTrial trial = run(driver, 2_000, 4, InFlight.CLIENT);

        assertThat(trial.measured(LatencyMetric.RESPONSE))
                .isEqualTo(expected(8_000, message -> (message + 1) * MS - message * MS / 2));
    }

    @Test
    void aMeanThatDriftsDoesSoEvenly() throws DriverException {
        Map<String, String> drift = Map.of("drift-to-nanos", "8000000", "drift-for-nanos", "2000000000");
        Driver driver =
                EngineTrials.memory("constant", Duration.ofMillis(2), Duration.ZERO, Duration.ZERO, drift, clock);
        FinishedTrial trial = run(driver, 1_000, 3, InFlight.CLIENT);

        assertThat(trial.measured(LatencyMetric.RESPONSE))
                .isEqualTo(expected(3_000, message -> 2 * MS + Math.min(message, 2_000) * 3_000));
    }

    @Test
    void theSameTrialIsTheSameToTheLastSample() throws DriverException {
        assertThat(several()).isEqualTo(several()).hasSizeGreaterThan(100);
    }

    /** Returns the intervals of a trial with several threads of each kind. */
    private static List<String> several() throws DriverException {
        VirtualClock clock = new VirtualClock();
        Assignment assignment =
                EngineTrials.assignment(new Shape(2, 3, 2, 2, 2), Load.constant(1_000, Duration.ofSeconds(1)));
        return FinishedTrial.run(EngineTrials.memory("exponential", Duration.ofMillis(3), clock), assignment, clock)
                .intervals()
                .stream()
                .map(interval -> interval.startNanos() + " " + interval.endNanos() + " " + interval.totals() + " "
                        + interval.histograms().stream()
                                .map(ExactTrialTest::text)
                                .toList())
                .toList();
    }

    private static String text(IntervalHistogram one) {
        return one.metric() + " " + one.subscription() + " " + one.histogram().getTotalCount() + " "
                + one.histogram().getMean() + " " + one.histogram().getMaxValue();
    }
}
