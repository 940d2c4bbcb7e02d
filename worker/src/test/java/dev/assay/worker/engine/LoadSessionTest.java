package dev.assay.worker.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.driver.Driver;
import dev.assay.driver.DriverConsumer;
import dev.assay.driver.DriverException;
import dev.assay.driver.DriverProducer;
import dev.assay.driver.LocalClock;
import dev.assay.driver.MessageListener;
import dev.assay.driver.PendingSend;
import dev.assay.driver.TopicSpec;
import dev.assay.model.arrival.Arrivals;
import dev.assay.model.metric.LatencyMetric;
import dev.assay.model.result.IntervalHistogram;
import dev.assay.model.result.LoadTotals;
import dev.assay.model.spec.GroupSpec;
import dev.assay.model.spec.Workload;
import dev.assay.model.timeline.Phase;
import dev.assay.testing.WrappedConsumer;
import dev.assay.testing.WrappedDriver;
import dev.assay.testing.time.VirtualClock;
import dev.assay.worker.engine.EngineTrials.Load;
import dev.assay.worker.engine.EngineTrials.Shape;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs short trials on the in-memory system, in real time where threads may get in each other's way. */
class LoadSessionTest {
    private static final List<String> THREADS = List.of("producer-", "hiccup-meter", "memory-broker", "client-metrics");

    private final VirtualClock clock = new VirtualClock();

    @ParameterizedTest
    @CsvSource({"1, 1, 1, 1, 1", "3, 4, 2, 2, 3", "2, 16, 3, 1, 1", "1, 2, 4, 3, 2", "2, 1, 1, 0, 1"})
    void everythingArrivesWhateverTheShape(int topics, int partitions, int producers, int subscriptions, int consumers)
            throws DriverException {
        Shape shape = new Shape(topics, partitions, producers, subscriptions, consumers);
        for (String law : List.of("none", "exponential")) {
            FinishedTrial trial = FinishedTrial.run(
                    EngineTrials.memory(law, Duration.ofMillis(2)),
                    EngineTrials.assignment(shape, Load.constant(20_000, Duration.ofMillis(250))));
            assertThat(trial.delivery().scheduled()).isEqualTo(5_000);
            assertThat(trial.delivery().acked()).isEqualTo(5_000);
            assertThat(trial.delivery().subscriptions()).hasSize(subscriptions).allSatisfy(one -> {
                assertThat(one.clean()).as("%s", one).isTrue();
                assertThat(one.received()).isEqualTo(5_000);
            });
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"CONSTANT", "POISSON"})
    void intervalsAddUpToTheTotalsWithoutLoss(Arrivals arrivals) throws DriverException {
        Load load = new Load(1_000_000, arrivals, Duration.ZERO, Duration.ofSeconds(1), EngineTrials.PATIENCE);
        IntervalGate gate = new IntervalGate(EngineTrials.memory("none", Duration.ZERO), 50_000);
        FinishedTrial trial = FinishedTrial.run(
                gate, EngineTrials.assignment(new Shape(2, 1, 1, 2, 1), load), TrialClock.monotonic(0), gate);
        LoadTotals totals = trial.intervals().getLast().totals();
        assertThat(EngineTrials.histograms(trial.intervals(), Phase.MEASURE, LatencyMetric.RESPONSE))
                .hasSizeGreaterThanOrEqualTo(9);
        assertThat(totals.offered()).isEqualTo(trial.delivery().scheduled());
        assertThat(totals.sent()).isEqualTo(trial.delivery().scheduled());
        assertThat(trial.measured(LatencyMetric.SCHEDULE_LAG).getTotalCount()).isEqualTo(totals.sent());
        assertThat(trial.measured(LatencyMetric.SERVICE).getTotalCount()).isEqualTo(totals.acked());
        assertThat(trial.measured(LatencyMetric.RESPONSE).getTotalCount()).isEqualTo(totals.acked());
        long received = totals.received().stream().mapToLong(count -> count).sum();
        assertThat(received).isEqualTo(2 * totals.sent());
        assertThat(trial.measured(LatencyMetric.END_TO_END).getTotalCount()).isEqualTo(received);
        assertThat(trial.measured(LatencyMetric.SEND_TO_RECEIVE).getTotalCount())
                .isEqualTo(received);
        assertThat(trial.intervals())
                .allMatch(interval ->
                        interval.totals().acked() <= interval.totals().sent());
    }

    @Test
    void aMessageBelongsToThePhaseOfItsIntendedTime() throws DriverException {
        Load load = new Load(
                1000, Arrivals.CONSTANT, Duration.ofMillis(500), Duration.ofMillis(700), EngineTrials.PATIENCE);
        FinishedTrial trial = FinishedTrial.run(
                EngineTrials.memory("constant", Duration.ofMillis(300), clock),
                EngineTrials.assignment(Shape.SMALLEST, load),
                clock);
        for (LatencyMetric metric : LatencyMetric.values()) {
            assertThat(trial.warmup(metric).getTotalCount()).as("%s", metric).isEqualTo(500);
            assertThat(trial.measured(metric).getTotalCount()).as("%s", metric).isEqualTo(700);
        }
    }

    @Test
    void negativeLatenciesAreRecordedAsZeroAndCounted() throws DriverException {
        TrialClock real = TrialClock.monotonic(0);
        TrialClock shifted = new TrialClock() {
            @Override
            public long now() {
                return real.now();
            }

            @Override
            public long ofLocal(long localNanos) {
                return localNanos - Duration.ofHours(1).toNanos();
            }

            @Override
            public LocalClock local() {
                return real.local();
            }
        };
        IntervalGate gate = new IntervalGate(EngineTrials.memory("none", Duration.ZERO), 10_000);
        FinishedTrial trial = FinishedTrial.run(
                gate,
                EngineTrials.assignment(Shape.SMALLEST, Load.constant(200_000, Duration.ofMillis(500))),
                shifted,
                gate);
        List<IntervalHistogram> endToEnd =
                EngineTrials.histograms(trial.intervals(), Phase.MEASURE, LatencyMetric.END_TO_END);
        assertThat(endToEnd).hasSizeGreaterThanOrEqualTo(9);
        assertThat(endToEnd.stream().mapToLong(IntervalHistogram::negatives).sum())
                .isEqualTo(100_000);
        assertThat(trial.measured(LatencyMetric.END_TO_END).getMaxValue()).isZero();
        assertThat(endToEnd)
                .allMatch(one ->
                        one.worstNegativeNanos() < -Duration.ofMinutes(59).toNanos());
        assertThat(EngineTrials.histograms(trial.intervals(), Phase.MEASURE, LatencyMetric.RESPONSE))
                .allMatch(one -> one.negatives() == 0 && one.worstNegativeNanos() == 0);
    }

    @Test
    void anErrorOfAConsumerIsAFailure() throws DriverException {
        Driver failing = new WrappedDriver(EngineTrials.memory("none", Duration.ZERO)) {
            @Override
            public DriverConsumer openConsumer(TopicSpec topic, String subscription, MessageListener listener)
                    throws DriverException {
                DriverConsumer consumer = super.openConsumer(topic, subscription, listener);
                listener.onError(new DriverException("fenced"));
                listener.onError(new DriverException("and another"));
                return consumer;
            }
        };
        try (failing;
                LoadSession session = open(failing, Load.constant(1000, Duration.ofSeconds(1)), Shape.SMALLEST)) {
            assertThat(session.failure()).contains("fenced");
        }
    }

    @Test
    void aProducerThatCannotBeOpenedLeavesNothingOpen() throws DriverException {
        Driver failing = new WrappedDriver(EngineTrials.memory("exponential", Duration.ofMillis(1))) {
            private int opened;

            @Override
            public DriverProducer openProducer(TopicSpec topic) throws DriverException {
                if (++opened == 3) {
                    throw new DriverException("refused");
                }
                return super.openProducer(topic);
            }
        };
        try (failing) {
            Shape shape = new Shape(1, 1, 3, 1, 1);
            assertThatThrownBy(() -> open(failing, Load.constant(1000, Duration.ofSeconds(1)), shape))
                    .isInstanceOf(DriverException.class)
                    .hasMessage("refused");
            awaitNoThreads();
        }
    }

    @Test
    void aBlockedProducerDelaysNoOther() throws DriverException {
        CountDownLatch letGo = new CountDownLatch(1);
        try (Driver driver = blockingFirst(letGo);
                LoadSession session =
                        open(driver, Load.constant(2000, Duration.ofSeconds(1)), new Shape(2, 1, 1, 1, 1))) {
            session.start(TrialClock.monotonic(0).now());
            // All 1000 of the other one, and the one call that blocks.
            EngineTrials.await(
                    "the other producer sends all",
                    EngineTrials.PATIENCE,
                    () -> session.totals().sent() == 1001);
            assertThat(session.sendingFinished()).isFalse();
            letGo.countDown();
            EngineTrials.await("the rest follows", EngineTrials.PATIENCE, session::sendingFinished);
            assertThat(session.finish().producers()).allMatch(one -> one.acked().count() == 1000);
        }
        awaitNoThreads();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 5, 50, 200})
    void closingAtAnyMomentEndsAllThreads(int afterMillis) throws Exception {
        for (String law : List.of("none", "exponential")) {
            try (Driver driver = EngineTrials.memory(law, Duration.ofMillis(5))) {
                LoadSession session =
                        open(driver, Load.constant(200_000, Duration.ofMinutes(5)), new Shape(2, 2, 2, 1, 1));
                long closeAt = System.nanoTime() + afterMillis * 1_000_000L;
                Thread closing = Thread.ofPlatform().start(() -> {
                    EngineTrials.await("the moment", EngineTrials.PATIENCE, () -> System.nanoTime() >= closeAt);
                    session.close();
                });
                session.start(TrialClock.monotonic(0).now());
                closing.join();
                awaitNoThreads();
            }
        }
    }

    @Test
    void closingEndsAProducerThatIsBlocked() throws DriverException {
        try (Driver driver = blockingFirst(new CountDownLatch(1))) {
            LoadSession session = open(driver, Load.constant(2000, Duration.ofMinutes(5)), new Shape(2, 1, 1, 1, 1));
            session.start(TrialClock.monotonic(0).now());
            EngineTrials.await(
                    "something is sent",
                    EngineTrials.PATIENCE,
                    () -> session.totals().sent() > 10);
            session.close();
            awaitNoThreads();
        }
    }

    /** A consumer group that starts later may just be in its client's call. */
    @Test
    void aConsumerThatIsBeingOpenedWhenTheLoadEndsIsClosedAtOnce() throws DriverException {
        AtomicInteger calls = new AtomicInteger();
        AtomicInteger open = new AtomicInteger();
        List<LoadSession> sessions = new ArrayList<>();
        Driver driver = new WrappedDriver(EngineTrials.memory("none", Duration.ZERO)) {
            @Override
            public DriverConsumer openConsumer(TopicSpec topic, String subscription, MessageListener listener)
                    throws DriverException {
                calls.incrementAndGet();
                DriverConsumer opened = super.openConsumer(topic, subscription, listener);
                open.incrementAndGet();
                sessions.forEach(LoadSession::close);
                return new CountedConsumer(opened, open);
            }
        };
        Assignment assignment =
                withLateGroup(EngineTrials.assignment(Shape.SMALLEST, Load.constant(2000, Duration.ofMinutes(5))));
        driver.createTopics(EngineTrials.topics(assignment));
        try (driver;
                LoadSession session = LoadSession.open(driver, assignment, TrialClock.monotonic(0))) {
            sessions.add(session);
            assertThatThrownBy(() -> session.startGroup("late")).hasMessageContaining("the load is over");
            assertThat(open).hasValue(0);
            assertThatThrownBy(() -> session.startGroup("late")).hasMessageContaining("the load is over");
            assertThat(calls).hasValue(1);
        }
    }

    private static final class CountedConsumer extends WrappedConsumer {
        private final AtomicInteger open;

        CountedConsumer(DriverConsumer sound, AtomicInteger open) {
            super(sound);
            this.open = open;
        }

        @Override
        public void close() throws DriverException {
            super.close();
            open.decrementAndGet();
        }
    }

    private static Assignment withLateGroup(Assignment live) {
        Workload sound = live.workload();
        Workload late = new Workload(
                sound.topics(),
                sound.partitions(),
                sound.message(),
                sound.producers(),
                1,
                1,
                Map.of("late", new GroupSpec(1, 1, Phase.MEASURE, false, Duration.ZERO)),
                sound.rate(),
                sound.arrivals(),
                sound.batching(),
                sound.inFlight());
        return new Assignment(
                live.worker(),
                live.run(),
                live.seed(),
                late,
                live.timeline(),
                live.producers(),
                live.consumers(),
                live.catchUp());
    }

    @Test
    void closedBeforeItsStartItNeverStarts() throws DriverException {
        try (Driver driver = EngineTrials.memory("none", Duration.ZERO)) {
            LoadSession session = open(driver, Load.constant(2000, Duration.ofMinutes(5)), Shape.SMALLEST);
            session.close();
            session.start(TrialClock.monotonic(0).now());
            awaitNoThreads();
        }
    }

    @Test
    void stoppingCountsTheRestAsUnsent() throws DriverException {
        try (Driver driver = EngineTrials.memory("none", Duration.ZERO);
                LoadSession session = open(driver, Load.constant(1000, Duration.ofSeconds(1000)), Shape.SMALLEST)) {
            session.start(TrialClock.monotonic(0).now());
            EngineTrials.await(
                    "something is sent",
                    EngineTrials.PATIENCE,
                    () -> session.totals().sent() > 10);
            session.stopSending();
            EngineTrials.await("sending ends", EngineTrials.PATIENCE, session::sendingFinished);
            var ledger = session.finish().producers().getFirst();
            assertThat(ledger.scheduled()).isEqualTo(1_000_000);
            assertThat(ledger.sent())
                    .isBetween(11L, 999_999L)
                    .isEqualTo(ledger.acked().count());
        }
    }

    /** Blocks the calls of a producer until it is released or closed. */
    private static final class BlockedProducer implements DriverProducer {
        private final DriverProducer sound;
        private final CountDownLatch letGo;

        BlockedProducer(DriverProducer sound, CountDownLatch letGo) {
            this.sound = sound;
            this.letGo = letGo;
        }

        @Override
        public void send(byte[] payload, byte @Nullable [] key, PendingSend pendingSend) {
            try {
                letGo.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            sound.send(payload, key, pendingSend);
        }

        @Override
        public void flush() {
            sound.flush();
        }

        @Override
        public void close() throws DriverException {
            sound.close();
            letGo.countDown();
        }
    }

    private static Driver blockingFirst(CountDownLatch letGo) throws DriverException {
        return new WrappedDriver(EngineTrials.memory("none", Duration.ZERO)) {
            private int opened;

            @Override
            public DriverProducer openProducer(TopicSpec topic) throws DriverException {
                DriverProducer sound = super.openProducer(topic);
                return opened++ == 0 ? new BlockedProducer(sound, letGo) : sound;
            }
        };
    }

    private static LoadSession open(Driver driver, Load load, Shape shape) throws DriverException {
        Assignment assignment = EngineTrials.assignment(shape, load);
        driver.createTopics(EngineTrials.topics(assignment));
        return LoadSession.open(driver, assignment, TrialClock.monotonic(0));
    }

    private static void awaitNoThreads() {
        EngineTrials.await(
                "no thread is left",
                EngineTrials.PATIENCE,
                () -> Thread.getAllStackTraces().keySet().stream()
                        .noneMatch(thread -> THREADS.stream().anyMatch(thread.getName()::startsWith)));
    }
}
