package dev.assay.worker.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.assay.driver.DriverProducer;
import dev.assay.driver.PendingSend;
import dev.assay.model.arrival.ArrivalSchedule;
import dev.assay.model.arrival.Arrivals;
import dev.assay.model.arrival.LoadProfile;
import dev.assay.model.delivery.ProducerLedger;
import dev.assay.model.failure.Failure;
import dev.assay.model.failure.FailureClass;
import dev.assay.model.message.MessageHeader;
import dev.assay.model.metric.LatencyMetric;
import dev.assay.model.result.IntervalHistogram;
import dev.assay.model.spec.MessageKeying;
import dev.assay.model.spec.MessageSpec;
import dev.assay.model.spec.PayloadFill;
import dev.assay.model.timeline.Phase;
import dev.assay.model.timeline.Timeline;
import dev.assay.model.unit.ByteSize;
import dev.assay.model.unit.Rate;
import dev.assay.testing.time.VirtualClock;
import dev.assay.worker.engine.LoadSession.ProducerLoop;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Runs the loop in simulated time and compares it with the arithmetic of an open loop. */
class ProducerLoopTest {
    private static final long SECOND = 1_000_000_000L;
    private static final long START = 5 * SECOND;
    private static final long LOAD = 30 * SECOND;
    private static final long CATCH_UP = 5 * SECOND;
    private static final Rate RATE = new Rate(10_000);
    private static final List<Phase> PHASES = List.of(new Phase(Phase.MEASURE, 0, LOAD));

    private final LoadTimeline timeline = new LoadTimeline(Timeline.of(PHASES, LoadProfile.constant(RATE)));

    private final VirtualClock time = new VirtualClock();
    private final TrialClock clock = TrialClock.monotonic(time, 0);
    private final ThreadRecorders recorders = new ThreadRecorders(timeline, List.of("s1"));
    private final SendTracker tracker =
            new SendTracker(0, recorders, cause -> Failure.of(FailureClass.OTHER, cause), clock, START);

    /** Acknowledges in no time, but for one call that blocks. */
    private class Blocking implements DriverProducer {
        private final long blockAtNanos;
        private final long blockNanos;
        private final List<Long> intended = new ArrayList<>();
        private boolean blocked;

        Blocking(long blockAtNanos, long blockNanos) {
            this.blockAtNanos = blockAtNanos;
            this.blockNanos = blockNanos;
        }

        @Override
        public void send(byte[] payload, byte @Nullable [] key, PendingSend pendingSend) {
            assertThat(MessageHeader.sequence(payload, 0)).isEqualTo(intended.size());
            intended.add(MessageHeader.intendedNanos(payload, 0));
            if (!blocked && clock.now() - START >= blockAtNanos) {
                blocked = true;
                time.pass(Duration.ofNanos(blockNanos));
            }
            pendingSend.acked();
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    }

    @Test
    void aBlockedCallDelaysAsTheClosedFormSays() {
        run(new Blocking(10 * SECOND, 2 * SECOND), Arrivals.CONSTANT);

        Histogram scheduleLag = only(LatencyMetric.SCHEDULE_LAG);
        assertThat(scheduleLag.getTotalCount()).isEqualTo(300_000);
        // Of 300 000 messages 20 000 wait, evenly from 2 s down to 0: at a quantile q it is 2 s (1 - (1 - q) 30 / 2).
        for (double quantile : new double[] {0.94, 0.95, 0.98, 0.99, 0.999, 0.9999}) {
            double expected = 2e9 * (1 - (1 - quantile) * 30 / 2);
            assertClose(scheduleLag, quantile, expected);
        }
        assertThat(scheduleLag.getValueAtPercentile(93.3)).isZero();
        // The message that blocked itself had no schedule lag, but waited for its acknowledgement as long.
        assertThat(only(LatencyMetric.SERVICE).getMaxValue()).isCloseTo(2 * SECOND, within(SECOND / 500));
    }

    @ParameterizedTest
    @EnumSource(Arrivals.class)
    void responsesAreThoseOfTheOpenLoop(Arrivals arrivals) {
        Blocking client = new Blocking(10 * SECOND, 2 * SECOND);
        run(client, arrivals);

        long[] due = dueInstants(arrivals);
        assertThat(client.intended).hasSize(due.length);
        for (int i = 0; i < due.length; i++) {
            assertThat((long) client.intended.get(i)).isEqualTo(START + due[i]);
        }
        // Whoever is due while the call blocks is answered when it ends; that call began when its message was due, or
        // at most one shortest wait later.
        long[] expected = Arrays.stream(due)
                .map(at -> at < 10 * SECOND || at >= 12 * SECOND ? 0 : 12 * SECOND - at)
                .sorted()
                .toArray();
        Histogram response = only(LatencyMetric.RESPONSE);
        assertThat(response.getTotalCount()).isEqualTo(due.length);
        for (double quantile : new double[] {0.95, 0.98, 0.99, 0.999, 0.9999}) {
            assertClose(response, quantile, (double) expected[(int) Math.ceil(quantile * due.length) - 1]);
        }
        assertThat(response.getValueAtPercentile(90)).isLessThanOrEqualTo(ProducerLoop.MIN_PARK_NANOS);
    }

    @Test
    void lateMessagesAreAllSentWithinTheTimeForCatchingUp() {
        ProducerLoop loop = run(new Blocking(29 * SECOND, 4 * SECOND), Arrivals.CONSTANT);
        assertThat(loop.scheduled()).isEqualTo(300_000);
        assertThat(loop.sent()).isEqualTo(300_000);
    }

    @ParameterizedTest
    @EnumSource(Arrivals.class)
    void messagesBeyondTheTimeForCatchingUpAreUnsent(Arrivals arrivals) {
        Blocking client = new Blocking(29 * SECOND, 7 * SECOND);
        ProducerLoop loop = run(client, arrivals);

        long[] due = dueInstants(arrivals);
        long sent = client.intended.size();
        assertThat(loop.scheduled()).isEqualTo(due.length);
        assertThat(loop.sent()).isEqualTo(sent).isEqualTo(recorders.totals(0).sent());
        // The last one sent is the one that blocked.
        assertThat(due[(int) sent - 1])
                .isBetween(29 * SECOND - ProducerLoop.MIN_PARK_NANOS, 29 * SECOND + SECOND / 100);
        ProducerLedger ledger = tracker.ledger(loop.scheduled(), loop.sent(), loop.phaseStarts());
        assertThat(ledger.acked().count()).isEqualTo(sent);
    }

    @Test
    void aClientThatThrowsEndsTheLoopWithAnExactLedger() {
        DriverProducer client = new DriverProducer() {
            private int calls;

            @Override
            public void send(byte[] payload, byte @Nullable [] key, PendingSend pendingSend) {
                if (++calls == 100) {
                    throw new IllegalStateException("broken client");
                }
                pendingSend.acked();
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
        ProducerLoop loop = loop(client, Arrivals.CONSTANT);
        assertThatThrownBy(loop::run).hasMessage("broken client");
        assertThat(loop.finished()).isTrue();
        assertThat(loop.sent()).isEqualTo(100);
        assertThat(loop.scheduled()).isEqualTo(300_000);
        assertThat(tracker.ledger(loop.scheduled(), loop.sent(), loop.phaseStarts())
                        .acked()
                        .count())
                .isEqualTo(99);
    }

    @Test
    void stoppedBeforeItsStartItSendsNothing() {
        ProducerLoop loop = loop(new Blocking(LOAD, 0), Arrivals.CONSTANT);
        loop.stop();
        loop.run();
        assertThat(loop.sent()).isZero();
        assertThat(loop.scheduled()).isEqualTo(300_000);
    }

    @Test
    void theMessagesOfAPhaseAreARange() {
        Blocking client = new Blocking(LOAD, 0);
        Steps steps = new Steps(Timeline.of(STEPS, LoadProfile.parse("steps 10000/s 20000/s 40000/s every 10 s")));
        ProducerLoop loop = steps.loop(client);
        loop.run();
        assertThat(loop.phaseStarts()).containsExactly(0L, 100_000L, 300_000L);
        assertThat(loop.scheduled()).isEqualTo(700_000);
        assertThat(steps.of("two", LatencyMetric.RESPONSE).getTotalCount()).isEqualTo(200_000);
    }

    /** Of the 200 000 messages of a step of 10 s at 20 000/s, 40 000 wait for the end of a stall of 2 s, evenly. */
    @Test
    void aStallInsideAStepGivesTheQuantilesOfTheArithmetic() {
        Steps steps = new Steps(Timeline.of(STEPS, LoadProfile.parse("steps 10000/s 20000/s 40000/s every 10 s")));
        steps.loop(new Blocking(14 * SECOND, 2 * SECOND)).run();
        Histogram response = steps.of("two", LatencyMetric.RESPONSE);
        for (double quantile : new double[] {0.85, 0.9, 0.95, 0.99, 0.999}) {
            assertClose(response, quantile, 2e9 * (1 - (1 - quantile) * 10 / 2));
        }
        assertThat(steps.of("one", LatencyMetric.RESPONSE).getMaxValue()).isLessThan(SECOND / 1000);
        assertThat(steps.of("three", LatencyMetric.RESPONSE).getMaxValue()).isLessThan(SECOND / 1000);
    }

    @Test
    void aPhaseThatEndsEarlierTakesItsMessagesWithIt() {
        Steps steps = new Steps(Timeline.of(STEPS, LoadProfile.parse("10000/s")));
        Blocking client = new Blocking(LOAD, 0) {
            @Override
            public void send(byte[] payload, byte @Nullable [] key, PendingSend pendingSend) {
                if (MessageHeader.sequence(payload, 0) == 110_000) {
                    steps.timeline.end(1, 13 * SECOND);
                }
                super.send(payload, key, pendingSend);
            }
        };
        ProducerLoop loop = steps.loop(client);
        loop.run();
        assertThat(loop.phaseStarts()).containsExactly(0L, 100_000L, 130_000L);
        assertThat(loop.scheduled()).isEqualTo(230_000).isEqualTo(loop.sent());
        assertThat(client.intended.getLast()).isEqualTo(START + 23 * SECOND - 100_000);
        assertThat(steps.of("three", LatencyMetric.RESPONSE).getTotalCount()).isEqualTo(100_000);
    }

    private static final List<Phase> STEPS = List.of(
            new Phase("one", 0, 10 * SECOND),
            new Phase("two", 10 * SECOND, 20 * SECOND),
            new Phase("three", 20 * SECOND, 30 * SECOND));

    /** Runs a load of several phases with recorders of its own. */
    private final class Steps {
        final LoadTimeline timeline;
        private final ThreadRecorders itsRecorders;
        private final List<IntervalHistogram> recorded = new ArrayList<>();

        Steps(Timeline phases) {
            timeline = new LoadTimeline(phases);
            itsRecorders = new ThreadRecorders(timeline, List.of("s1"));
        }

        ProducerLoop loop(DriverProducer client) {
            MessageSpec message = new MessageSpec(new ByteSize(40), PayloadFill.ZEROS, MessageKeying.NONE);
            return new ProducerLoop(
                    client,
                    new SendTracker(0, itsRecorders, cause -> Failure.of(FailureClass.OTHER, cause), clock, START),
                    Payloads.of(message, 1, 1, List.of(0)).getFirst(),
                    new MessageKeys(message.keys(), 1),
                    new ArrivalSchedule(timeline.curve(), Arrivals.CONSTANT, 42, 0, 1),
                    timeline,
                    itsRecorders,
                    clock,
                    START,
                    CATCH_UP);
        }

        Histogram of(String phase, LatencyMetric metric) {
            recorded.addAll(itsRecorders.drain());
            return recorded.stream()
                    .filter(one -> one.phase().equals(phase) && one.metric() == metric)
                    .map(IntervalHistogram::histogram)
                    .findFirst()
                    .orElseThrow();
        }
    }

    private ProducerLoop run(DriverProducer client, Arrivals arrivals) {
        ProducerLoop loop = loop(client, arrivals);
        loop.run();
        assertThat(loop.finished()).isTrue();
        return loop;
    }

    private ProducerLoop loop(DriverProducer client, Arrivals arrivals) {
        MessageSpec message = new MessageSpec(new ByteSize(40), PayloadFill.ZEROS, MessageKeying.NONE);
        return new ProducerLoop(
                client,
                tracker,
                Payloads.of(message, 1, 1, List.of(0)).getFirst(),
                new MessageKeys(message.keys(), 1),
                schedule(arrivals),
                timeline,
                recorders,
                clock,
                START,
                CATCH_UP);
    }

    private ArrivalSchedule schedule(Arrivals arrivals) {
        return new ArrivalSchedule(timeline.curve(), arrivals, 42, 0, 1);
    }

    private long[] dueInstants(Arrivals arrivals) {
        ArrivalSchedule schedule = schedule(arrivals);
        return LongStream.iterate(schedule.dueNanos(), due -> due < LOAD, _ -> {
                    schedule.advance();
                    return schedule.dueNanos();
                })
                .toArray();
    }

    private Histogram only(LatencyMetric metric) {
        if (drained == null) {
            drained = recorders.drain();
        }
        return drained.stream()
                .filter(one -> one.metric() == metric)
                .map(IntervalHistogram::histogram)
                .findFirst()
                .orElseThrow();
    }

    private @Nullable List<IntervalHistogram> drained;

    private static void assertClose(Histogram histogram, double quantile, double expectedNanos) {
        assertThat((double) histogram.getValueAtPercentile(quantile * 100))
                .as("quantile %s", quantile)
                .isCloseTo(expectedNanos, within(expectedNanos * 0.005));
    }
}
