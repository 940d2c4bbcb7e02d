package dev.assay.run.coordinator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.analysis.steady.SteadyWatch;
import dev.assay.driver.DriverException;
import dev.assay.driver.DriverProducer;
import dev.assay.driver.PendingSend;
import dev.assay.model.metric.LatencyMetric;
import dev.assay.model.result.LoadTotals;
import dev.assay.model.result.SendCompression;
import dev.assay.model.result.WorkerInterval;
import dev.assay.model.trial.TrialEvent;
import dev.assay.model.unit.Rate;
import dev.assay.run.coordinator.TrialFailedException.Kind;
import dev.assay.run.trial.HookedProvider;
import dev.assay.run.trial.InProcessWorker;
import dev.assay.run.trial.MemoryTrials;
import dev.assay.run.trial.TestTimeouts;
import dev.assay.run.trial.Trial.Measurement;
import dev.assay.systems.memory.driver.MemoryProvider;
import dev.assay.testing.time.VirtualClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MeasurementTest {
    /** Longer than any test: such a trial is cut short. */
    private static final Duration LONG = Duration.ofMinutes(30);

    private static final long SECOND = 1_000_000_000;

    private final VirtualClock clock = new VirtualClock();
    private final List<WorkerInterval> intervals = new ArrayList<>();
    private final AtomicReference<LoadTotals> reported = new AtomicReference<>(LoadTotals.ZERO);

    @Test
    void everyMessageOfATrialIsAccountedFor() throws Exception {
        HookedProvider provider = new HookedProvider(clock);
        try (InProcessWorker worker = InProcessWorker.start("w1", provider, clock)) {
            TrialRequest request =
                    MemoryTrials.lasting(Duration.ofSeconds(2), MemoryTrials.workload(2, 2, 2, new Rate(5000)));
            TrialOutcome outcome = MemoryTrials.runner(clock)
                    .run(request, List.of(worker.connection()), MemoryTrials.intervals(intervals::add));

            assertThat(outcome.delivery().scheduled()).isEqualTo(10_000);
            assertThat(outcome.delivery().acked()).isEqualTo(10_000);
            assertThat(outcome.delivery().subscriptions()).hasSize(2).allSatisfy(subscription -> {
                assertThat(subscription.received()).isEqualTo(10_000);
                assertThat(subscription.clean()).isTrue();
            });
            assertThat(outcome.drained()).isTrue();
            assertThat(outcome.clockErrorNanos()).isZero();
            assertThat(outcome.config().groups()).containsKey("memory");
            assertThat(outcome.totals().acked()).isEqualTo(10_000);
            assertThat(outcome.compression()).contains(new SendCompression("zip", 0.25, 10, 1));
            assertThat(provider.topics()).isEmpty();
        }
    }

    @Test
    void intervalsLoseNoSampleAndEndOnceASecond() throws Exception {
        try (InProcessWorker worker = InProcessWorker.start("w1", new MemoryProvider(clock), clock)) {
            TrialRequest request = MemoryTrials.lasting(Duration.ofSeconds(2), MemoryTrials.simple());
            MemoryTrials.runner(clock)
                    .run(request, List.of(worker.connection()), MemoryTrials.intervals(intervals::add));

            assertThat(samples(LatencyMetric.RESPONSE)).isEqualTo(2000);
            assertThat(samples(LatencyMetric.END_TO_END)).isEqualTo(2000);
            // The last one ends with the trial.
            for (int i = 1; i < intervals.size(); i++) {
                assertThat(intervals.get(i).startNanos())
                        .isEqualTo(intervals.get(i - 1).endNanos())
                        .isEqualTo(i * SECOND);
            }
            assertThat(intervals).hasSizeGreaterThan(2);
        }
    }

    private long samples(LatencyMetric metric) {
        return intervals.stream()
                .flatMap(interval -> interval.histograms().stream())
                .filter(recorded -> recorded.metric() == metric)
                .mapToLong(recorded -> recorded.histogram().getTotalCount())
                .sum();
    }

    @Test
    void ledgerOfManyMebibytesComesThroughWhole() throws Exception {
        try (InProcessWorker worker = InProcessWorker.start("w1", new MemoryProvider(clock), clock)) {
            TrialRequest request =
                    MemoryTrials.lasting(Duration.ofSeconds(1), MemoryTrials.workload(1, 150, 3, new Rate(3000)));
            TrialOutcome outcome = MemoryTrials.runner(clock)
                    .run(request, List.of(worker.connection()), MemoryTrials.intervals(intervals::add));

            assertThat(outcome.delivery().acked()).isEqualTo(3000);
            assertThat(outcome.delivery().subscriptions().getFirst().received()).isEqualTo(3000);
        }
    }

    @Test
    void oneWorkerServesOneTrialAfterTheOther() throws Exception {
        try (InProcessWorker worker = InProcessWorker.start("w1", new MemoryProvider(clock), clock)) {
            for (int trial = 0; trial < 2; trial++) {
                TrialRequest request = MemoryTrials.lasting(Duration.ofSeconds(1), MemoryTrials.simple());
                assertThat(MemoryTrials.runner(clock)
                                .run(request, List.of(worker.connection()), MemoryTrials.intervals(intervals::add))
                                .delivery()
                                .acked())
                        .isEqualTo(1000);
            }
        }
    }

    @Test
    void secondCoordinatorIsRefusedWhileTheFirstGoesOn() throws Exception {
        try (InProcessWorker worker = InProcessWorker.start("w1", new MemoryProvider());
                WorkerConnection other = InProcessWorker.connect("w1", worker.server())) {
            Measurement first = new Measurement(TestTimeouts.LIMITS);
            CompletableFuture<LoadStart> started = new CompletableFuture<>();
            CompletableFuture<TrialOutcome> running = runAsync(first, worker.connection(), started);
            started.get(TestTimeouts.SECONDS, TimeUnit.SECONDS);

            assertFails(new Measurement(TestTimeouts.LIMITS), other, Kind.REFUSED, "busy with trial");
            long acked = reported.get().acked();
            TestTimeouts.await("the first goes on", () -> reported.get().acked() > acked);
            assertThat(running).isNotDone();
            first.cancel();
        }
    }

    @Test
    void cancellingEndsTheTrialAndDeletesItsTopics() throws Exception {
        HookedProvider provider = new HookedProvider();
        try (InProcessWorker worker = InProcessWorker.start("w1", provider)) {
            Measurement runner = new Measurement(TestTimeouts.LIMITS);
            CompletableFuture<LoadStart> started = new CompletableFuture<>();
            CompletableFuture<TrialOutcome> running = runAsync(runner, worker.connection(), started);
            started.get(TestTimeouts.SECONDS, TimeUnit.SECONDS);
            assertThat(provider.topics()).isNotEmpty();

            runner.cancel();
            assertThatThrownBy(() -> running.get(TestTimeouts.SECONDS, TimeUnit.SECONDS))
                    .isInstanceOf(ExecutionException.class)
                    .cause()
                    .isInstanceOfSatisfying(
                            TrialFailedException.class,
                            e -> assertThat(e.kind()).isEqualTo(Kind.CANCELLED));
            assertThat(provider.topics()).isEmpty();
        }
    }

    /** A worker that still sends to a deleted topic may create it anew. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void topicsAreDeletedOnceTheLoadHasEndedOnAllWorkers(boolean cancelled) throws Exception {
        List<String> ends = new CopyOnWriteArrayList<>();
        HookedProvider creator = new HookedProvider(clock).onDeletion(() -> ends.add("the topics are deleted"));
        if (!cancelled) {
            creator.deliverThrough(listener -> {
                listener.onError(new DriverException("fenced"));
                return listener;
            });
        }
        HookedProvider other = new HookedProvider(clock)
                .sendThrough(producer -> new ClosedSlowly(producer, () -> {
                    clock.pass(Duration.ofMillis(300));
                    ends.add("a producer of w2 is closed");
                }));
        try (InProcessWorker first = InProcessWorker.start("w1", creator, clock);
                InProcessWorker second = InProcessWorker.start("w2", other, clock)) {
            Measurement runner = MemoryTrials.runner(clock);
            TrialRequest request = MemoryTrials.lasting(LONG, MemoryTrials.workload(1, 2, 1, new Rate(1000)));
            assertThatThrownBy(() -> runner.run(
                            request,
                            List.of(first.connection(), second.connection()),
                            MemoryTrials.intervals(_ -> runner.cancel())))
                    .hasMessageContaining(cancelled ? "cancelled" : "fenced");
            assertThat(ends).containsExactly("a producer of w2 is closed", "the topics are deleted");
        }
    }

    @Test
    void aGuardedSystemThatIsInTroubleEndsTheTrial() throws Exception {
        HookedProvider provider = new HookedProvider(clock);
        try (InProcessWorker worker = InProcessWorker.start("w1", provider, clock)) {
            TrialRequest request = MemoryTrials.lasting(LONG, MemoryTrials.simple());
            assertThatThrownBy(() -> MemoryTrials.runner(clock)
                            .guarding()
                            .run(
                                    request,
                                    List.of(worker.connection()),
                                    MemoryTrials.intervals(_ -> provider.raise("disk alarm"))))
                    .hasMessageContaining(
                            "the system is in trouble, and others may use it, so the trial ends: disk alarm")
                    .isInstanceOfSatisfying(
                            TrialFailedException.class,
                            e -> assertThat(e.kind()).isEqualTo(Kind.SYSTEM));
            assertThat(provider.topics()).isEmpty();
        }
    }

    @Test
    void theTroubleOfAnyOtherSystemIsPartOfTheMeasurement() throws Exception {
        HookedProvider provider = new HookedProvider(clock);
        try (InProcessWorker worker = InProcessWorker.start("w1", provider, clock)) {
            TrialRequest request = MemoryTrials.lasting(Duration.ofSeconds(21), MemoryTrials.simple());
            provider.raise("disk alarm");
            assertThat(MemoryTrials.runner(clock)
                            .run(request, List.of(worker.connection()), interval -> {})
                            .delivery()
                            .acked())
                    .isEqualTo(21_000);
        }
    }

    /** Runs an action before it closes. */
    private record ClosedSlowly(DriverProducer sound, Runnable closing) implements DriverProducer {
        @Override
        public PendingSend newPendingSend(PendingSend.Listener listener) {
            return sound.newPendingSend(listener);
        }

        @Override
        public void send(byte[] payload, byte @Nullable [] key, PendingSend pendingSend) {
            sound.send(payload, key, pendingSend);
        }

        @Override
        public void flush() {
            sound.flush();
        }

        @Override
        public void close() throws DriverException {
            closing.run();
            sound.close();
        }
    }

    @Test
    void cancellingCutsShortWhatHangs() throws Exception {
        HookedProvider provider = new HookedProvider().createForEver();
        try (InProcessWorker worker = InProcessWorker.start("w1", provider)) {
            Measurement runner = new Measurement(TestTimeouts.LIMITS);
            CompletableFuture<TrialOutcome> running = runAsync(runner, worker.connection(), new CompletableFuture<>());
            assertThat(provider.creating().await(TestTimeouts.SECONDS, TimeUnit.SECONDS))
                    .isTrue();

            runner.cancel();
            assertThatThrownBy(() -> running.get(TestTimeouts.SECONDS, TimeUnit.SECONDS))
                    .hasMessageContaining("cancelled");
            assertThat(provider.closed().await(TestTimeouts.SECONDS, TimeUnit.SECONDS))
                    .isTrue();
        }
    }

    @Test
    void aWorkerThatDoesNotEndIsNotWaitedForBeyondTheLimit() throws Exception {
        assertThat(Timeouts.DEFAULT.abort()).isLessThan(Duration.ofSeconds(2));
        Timeouts timeouts =
                new Timeouts(TestTimeouts.LIMIT, TestTimeouts.LIMIT, TestTimeouts.LIMIT, Duration.ofMillis(10));
        HookedProvider provider = new HookedProvider().createStubbornly();
        try (InProcessWorker worker = InProcessWorker.start("w1", provider)) {
            Measurement runner = new Measurement(timeouts);
            CompletableFuture<TrialOutcome> running = runAsync(runner, worker.connection(), new CompletableFuture<>());
            assertThat(provider.creating().await(TestTimeouts.SECONDS, TimeUnit.SECONDS))
                    .isTrue();

            runner.cancel();
            assertThatThrownBy(() -> running.get(TestTimeouts.SECONDS / 2, TimeUnit.SECONDS))
                    .hasMessageContaining("cancelled");
            assertThat(provider.closed().getCount()).isOne();
            provider.letGo();
        }
    }

    @Test
    void deadBrokerEndsTheTrialWithItsReason() throws Exception {
        try (InProcessWorker worker = InProcessWorker.start("w1", new MemoryProvider())) {
            Measurement runner = new Measurement(TestTimeouts.LIMITS);
            runner.fail("broker 2 died");
            assertFails(runner, worker.connection(), Kind.SYSTEM, "broker 2 died");
        }
    }

    @Test
    void missingPartitionsAreNamed() throws Exception {
        try (InProcessWorker worker = InProcessWorker.start("w1", new HookedProvider(clock).hidePartitions(1), clock)) {
            assertFails(
                    new Measurement(
                            new Timeouts(
                                    TestTimeouts.LIMIT, TestTimeouts.LIMIT, Duration.ofSeconds(1), TestTimeouts.LIMIT),
                            SystemActions.NONE,
                            new SteadyWatch(),
                            clock),
                    worker.connection(),
                    Kind.SYSTEM,
                    "subscription s1 of topic 0 holds 1 of 2 partitions");
        }
    }

    @Test
    void workerThatGoesAwayIsNamedAtOnce() throws Exception {
        InProcessWorker worker = InProcessWorker.start("w1", new MemoryProvider());
        CompletableFuture<LoadStart> started = new CompletableFuture<>();
        CompletableFuture<TrialOutcome> running =
                runAsync(new Measurement(TestTimeouts.LIMITS), worker.connection(), started);
        started.get(TestTimeouts.SECONDS, TimeUnit.SECONDS);

        worker.server().close();
        assertThatThrownBy(() -> running.get(TestTimeouts.SECONDS, TimeUnit.SECONDS))
                .hasMessageContaining("worker w1")
                .hasMessageContaining("is being stopped");
        worker.close();
    }

    @Test
    void lostConnectionEndsTheLoadAndDeletesTheTopics() throws Exception {
        HookedProvider provider = new HookedProvider();
        try (InProcessWorker worker = InProcessWorker.start("w1", provider)) {
            CompletableFuture<LoadStart> started = new CompletableFuture<>();
            CompletableFuture<TrialOutcome> running =
                    runAsync(new Measurement(TestTimeouts.LIMITS), worker.connection(), started);
            started.get(TestTimeouts.SECONDS, TimeUnit.SECONDS);

            worker.connection().close();
            assertThatThrownBy(() -> running.get(TestTimeouts.SECONDS, TimeUnit.SECONDS))
                    .hasMessageContaining("worker w1");
            assertThat(provider.closed().await(TestTimeouts.SECONDS, TimeUnit.SECONDS))
                    .isTrue();
            assertThat(provider.topics()).isEmpty();
        }
    }

    @Test
    void exceptionOfTheSinkComesOutAndEndsTheTrial() throws Exception {
        HookedProvider provider = new HookedProvider(clock);
        try (InProcessWorker worker = InProcessWorker.start("w1", provider, clock)) {
            TrialRequest request = MemoryTrials.lasting(LONG, MemoryTrials.simple());
            assertThatThrownBy(() -> MemoryTrials.runner(clock)
                            .run(request, List.of(worker.connection()), MemoryTrials.intervals(_ -> {
                                throw new IllegalStateException("disk full");
                            })))
                    .hasMessage("disk full");
            assertThat(provider.topics()).isEmpty();
        }
    }

    private void assertFails(Measurement runner, WorkerConnection worker, Kind kind, String reason) {
        TrialRequest request = MemoryTrials.lasting(Duration.ofSeconds(2), MemoryTrials.simple());
        assertThatThrownBy(() -> runner.run(request, List.of(worker), MemoryTrials.intervals(intervals::add)))
                .hasMessageContaining(reason)
                .isInstanceOfSatisfying(
                        TrialFailedException.class, e -> assertThat(e.kind()).isEqualTo(kind));
    }

    /** Starts a long trial. */
    private CompletableFuture<TrialOutcome> runAsync(
            Measurement runner, WorkerConnection worker, CompletableFuture<LoadStart> started) {
        TrialRequest request = MemoryTrials.lasting(LONG, MemoryTrials.simple());
        CompletableFuture<TrialOutcome> outcome = new CompletableFuture<>();
        Thread.ofPlatform().daemon().start(() -> {
            try {
                outcome.complete(runner.run(request, List.of(worker), new Watch(started, reported)));
            } catch (Exception e) {
                outcome.completeExceptionally(e);
                started.completeExceptionally(e);
            }
        });
        return outcome;
    }

    private record Watch(CompletableFuture<LoadStart> started, AtomicReference<LoadTotals> reported)
            implements IntervalSink {
        @Override
        public void on(TrialEvent event) {}

        @Override
        public void onProgress(LoadTotals totals) {
            reported.set(totals);
        }

        @Override
        public void onStart(LoadStart start) {
            started.complete(start);
        }
    }
}
