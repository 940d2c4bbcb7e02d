package dev.assay.run.coordinator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.driver.LocalClock;
import dev.assay.model.result.HarnessSample;
import dev.assay.model.result.LoadTotals;
import dev.assay.model.result.LostWorker;
import dev.assay.model.result.WorkerInterval;
import dev.assay.run.trial.InProcessWorker;
import dev.assay.run.trial.MemoryTrials;
import dev.assay.run.trial.TestTimeouts;
import dev.assay.systems.memory.driver.MemoryProvider;
import dev.assay.testing.time.VirtualClock;
import dev.assay.worker.engine.Assignment;
import dev.assay.worker.wire.Event;
import dev.assay.worker.wire.PackedInterval;
import io.grpc.Status;
import java.lang.reflect.InvocationTargetException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A worker that keeps the others waiting is named; a failure of this process names nobody else. */
class SilentWorkerTest {
    private static final long SECOND = 1_000_000_000;
    private static final Timeouts LIMITS =
            new Timeouts(TestTimeouts.LIMIT, TestTimeouts.LIMIT, TestTimeouts.LIMIT, Timeouts.DEFAULT.abort());

    private final TrialSignals events = new TrialSignals(LocalClock.SYSTEM);
    private final AtomicInteger taken = new AtomicInteger();
    private InProcessWorker first;
    private InProcessWorker second;
    private TrialWorkers workers;

    @BeforeEach
    void start() throws Exception {
        first = InProcessWorker.start("w1", new MemoryProvider());
        second = InProcessWorker.start("w2", new MemoryProvider());
        workers = new TrialWorkers(
                List.of(first.connection(), second.connection()),
                events,
                MemoryTrials.intervals(_ -> taken.incrementAndGet()),
                LIMITS,
                ReportBounds.of(MemoryTrials.lasting(Duration.ofMinutes(9), MemoryTrials.simple())));
        workers.streams().forEach(stream -> stream.loaded = true);
    }

    @AfterEach
    void end() {
        workers.close();
        first.close();
        second.close();
    }

    private WorkerStream stream(String worker) {
        return workers.streams().get(worker.equals("w1") ? 0 : 1);
    }

    private void reports(String worker, long startSeconds, long endSeconds) {
        WorkerInterval interval = new WorkerInterval(
                worker,
                startSeconds * SECOND,
                endSeconds * SECOND,
                LoadTotals.ZERO,
                new HarnessSample(0, 0, 0, 0, new Histogram(3)),
                List.of());
        events.add(new TrialSignal.Message(stream(worker), () -> new Event.Interval(PackedInterval.of(interval))));
    }

    private void takeAll() throws Exception {
        take(Integer.MAX_VALUE);
    }

    private void take(int intervals) throws Exception {
        workers.await(System.nanoTime() + TestTimeouts.LIMIT.toNanos(), () -> taken.get() >= intervals);
    }

    @Test
    void aWorkerWhoseValuesStayBackIsNamed() throws Exception {
        long max = TestTimeouts.SECONDS;
        reports("w2", 0, 1);
        reports("w1", 0, 1);
        reports("w1", 1, 1 + max);
        take(3);
        assertThat(taken).hasValue(3);

        reports("w1", 1 + max, 2 + max);
        assertThatThrownBy(this::takeAll)
                .isInstanceOfSatisfying(
                        TrialFailedException.class,
                        failure -> assertThat(failure.kind()).isEqualTo(TrialFailedException.Kind.WORKER))
                .hasMessageStartingWith("worker w2 ")
                .hasMessageContaining(
                        "reports that it is alive, but its values are 121.0 s of load behind those of worker w1");
    }

    /** The worker may be alone: nobody is ahead of it. */
    @Test
    void aWorkerThatSendsOnlySignsOfLifeIsNamed() throws Exception {
        VirtualClock clock = new VirtualClock();
        try (InProcessWorker worker = InProcessWorker.start("w1", new MemoryProvider(), clock);
                TrialWorkers alone = new TrialWorkers(
                        List.of(worker.connection()),
                        new TrialSignals(clock),
                        interval -> {},
                        Timeouts.DEFAULT,
                        ReportBounds.of(MemoryTrials.lasting(Duration.ofMinutes(9), MemoryTrials.simple())))) {
            alone.await(clock.nanoTime() + 60 * SECOND, () -> false);
            alone.streams().getFirst().loaded = true;
            alone.streams().getFirst().toldNanoTime = clock.nanoTime();
            alone.await(clock.nanoTime() + 15 * SECOND, () -> false);

            assertThatThrownBy(() -> alone.await(clock.nanoTime() + SECOND, () -> false))
                    .isInstanceOf(TrialFailedException.class)
                    .hasMessageStartingWith("worker w1 ")
                    .hasMessageContaining("reports that it is alive, but for 15.2 s nothing that it measured");
        }
    }

    @Test
    void aWorkerThatIsLostUnderLoadIsNamedWithItsShare() {
        stream("w2").share = "50 % of the load: 1 of 2 producers, and 0 of 1 consumers";
        events.add(new TrialSignal.Ended(stream("w2"), null));

        assertThatThrownBy(this::takeAll)
                .hasMessageStartingWith("worker w2 ")
                .hasMessageEndingWith(
                        " (50 % of the load: 1 of 2 producers, and 0 of 1 consumers) ended the trial by itself");
    }

    @Test
    void aWorkerThatStaysBackMayBeLostUnderLoadAndIsNotHeardAnyMore() throws Exception {
        TrialRequest request = MemoryTrials.lasting(Duration.ofMinutes(9), MemoryTrials.simple());
        List<Assignment> assignments = LoadAssigner.assign(request, List.of("w1", "w2"));
        WorkerStream lost = stream("w2");
        stream("w1").assignment = assignments.getFirst();
        lost.assignment = assignments.getLast();
        workers.tolerating(1);
        reports("w2", 0, 1);
        reports("w1", 0, 2 + TestTimeouts.SECONDS);
        assertThatThrownBy(this::takeAll).as("before the load").hasMessageStartingWith("worker w2 ");

        workers.underLoad(true);
        reports("w1", 2 + TestTimeouts.SECONDS, 3 + TestTimeouts.SECONDS);
        reports("w2", 1, 2);
        events.add(new TrialSignal.Ended(lost, null));
        reports("w1", 3 + TestTimeouts.SECONDS, 4 + TestTimeouts.SECONDS);
        take(4);

        assertThat(taken).as("without what the lost one says").hasValue(4);
        assertThat(workers.lost()).containsExactly(new LostWorker("w2", 1, 0, 0));
        assertThat(workers.streams()).containsExactly(workers.everyone().getFirst());
        assertThat(workers.totals()).isEqualTo(LoadTotals.ZERO);
    }

    @Test
    void aWorkerThatIsEndingItsLoadHasNothingMoreToTell() throws Exception {
        stream("w2").loaded = false;
        reports("w2", 0, 1);
        reports("w1", 0, 10 * TestTimeouts.SECONDS);
        take(2);

        assertThat(taken).hasValue(2);
    }

    @Test
    void anErrorOfThisProcessThatEndsAStreamBlamesNoWorker() {
        Error error = new OutOfMemoryError("Java heap space");
        events.add(new TrialSignal.Ended(
                stream("w1"),
                Status.CANCELLED
                        .withDescription("Failed to read message.")
                        .withCause(error)
                        .asRuntimeException()));

        assertThatThrownBy(this::takeAll).isSameAs(error);
    }

    /** The error is as in HdrHistogram, which makes its counts by reflection. */
    @Test
    void anErrorOfThisProcessWhileItReadsAReportBlamesNoWorker() {
        Error error = new OutOfMemoryError("Java heap space");
        RuntimeException wrapped = new IllegalArgumentException(new InvocationTargetException(error));

        assertThatThrownBy(() -> WorkerLoss.senseless(stream("w1"), wrapped)).isSameAs(error);
        assertThat(WorkerLoss.senseless(stream("w1"), new IllegalArgumentException("no such phase")))
                .hasMessageContaining("worker w1")
                .hasMessageContaining("sent invalid data: no such phase");
    }

    @Test
    void anErrorOfAnotherThreadEndsTheTrialAsItself() {
        Error error = new NoClassDefFoundError("Missing");
        events.add(new TrialSignal.Broken(error));

        assertThatThrownBy(this::takeAll).isSameAs(error);
    }
}
