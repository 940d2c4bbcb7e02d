package dev.assay.cli.hostile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.model.result.TrialRecord;
import dev.assay.model.result.Verdict;
import dev.assay.model.trial.TrialEvent;
import dev.assay.run.coordinator.CoordinationException;
import dev.assay.run.coordinator.IntervalSink;
import dev.assay.run.coordinator.TrialFailedException;
import dev.assay.run.coordinator.TrialOutcome;
import dev.assay.systems.memory.driver.MemoryProvider;
import dev.assay.testing.time.Eventually;
import dev.assay.worker.wire.Event;
import dev.assay.worker.wire.WireFormat;
import dev.assay.worker.wire.WireProtocol;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.dataformat.cbor.CBORMapper;

/** Checks that impossible messages of workers fail the trial, for a reason that names the worker and the flaw. */
@Timeout(300)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class HostileWorkersTest {
    private static final IntervalSink DEAF = interval -> {};

    private final ExecutorService trials = Executors.newThreadPerTaskExecutor(
            Thread.ofPlatform().daemon().name("trial-", 0).factory());
    private final Map<WorkerLie, Future<TrialRecord>> outcomes = new LinkedHashMap<>();
    private final Map<WorkerLie, Future<TrialRecord>> believed = new LinkedHashMap<>();

    /** Starts all trials at once, since they wait most of the time, and records them as a run does. */
    @BeforeAll
    void begin(@TempDir Path folder) {
        WorkerLie.all().forEach(lie -> outcomes.put(lie, begin(lie, folder)));
        WorkerLie.believable().forEach(lie -> believed.put(lie, begin(lie, folder)));
    }

    private Future<TrialRecord> begin(WorkerLie lie, Path folder) {
        return trials.submit(() -> HostileTrial.recorded(LyingWorker.Lies.of(lie.lie()), new MemoryProvider(), folder));
    }

    @AfterAll
    void end() {
        trials.close();
    }

    Stream<WorkerLie> lies() {
        return outcomes.keySet().stream();
    }

    @ParameterizedTest
    @MethodSource("lies")
    void aLieEndsTheTrialWithAReason(WorkerLie lie) {
        Future<TrialRecord> outcome = Objects.requireNonNull(outcomes.get(lie));
        assertThatThrownBy(outcome::get)
                .isInstanceOf(ExecutionException.class)
                .cause()
                .isInstanceOfSatisfying(TrialFailedException.class, failure -> {
                    assertThat(failure.kind()).as(failure.getMessage()).isEqualTo(lie.kind());
                    assertThat(failure).hasMessageContaining("worker w1").hasMessageContaining(lie.said());
                    assertThat(failure.getMessage()).hasSizeLessThan(10_000);
                });
    }

    Stream<WorkerLie> believable() {
        return believed.keySet().stream();
    }

    /** Unusual but possible messages are recorded and judged. */
    @ParameterizedTest
    @MethodSource("believable")
    void whatCanBeIsRecorded(WorkerLie lie) throws Exception {
        TrialRecord record = Objects.requireNonNull(believed.get(lie)).get();

        assertThat(record.verdict()).isNotEqualTo(Verdict.PENDING);
    }

    @Test
    void theTruthIsNoLie() throws Exception {
        TrialOutcome outcome = HostileTrial.run(LyingWorker.Lies.of(Stream::of), new MemoryProvider(), DEAF);

        assertThat(outcome.delivery().acked()).isEqualTo(100);
        assertThat(outcome.warnings()).isEmpty();
    }

    @Test
    void aWarningIsShortened() throws Exception {
        LyingWorker.Lie chatter = WorkerLie.changed(Event.Done.class, done -> done.put("warning", "x".repeat(500_000)));

        TrialOutcome outcome = HostileTrial.run(LyingWorker.Lies.of(chatter), new MemoryProvider(), DEAF);

        assertThat(outcome.warnings())
                .singleElement()
                .asString()
                .hasSizeLessThan(5000)
                .contains("(500000 characters in all)");
    }

    /** While the coordinator takes nothing in, waiting data is bounded and the worker has to wait. */
    @Test
    void aWorkerThatSaysMoreThanIsTakenInWaits() throws Exception {
        int far = 600;
        AtomicInteger said = new AtomicInteger();
        byte[] large = WireFormat.encode(new Event.Done("x".repeat(100_000)));
        LyingWorker.Lie flood = event -> WorkerLie.is(Event.Interval.class, event)
                ? Stream.concat(
                        Stream.of(event),
                        Stream.generate(() -> large).limit(far).peek(one -> said.incrementAndGet()))
                : Stream.of(event);
        IntervalSink busy = new IntervalSink() {
            private boolean waited;

            @Override
            public void on(TrialEvent event) {
                if (!waited && event instanceof TrialEvent.Interval) {
                    waited = true;
                    awaitRest(said, far);
                    assertThat(said).as("events that wait in this process").hasValueLessThan(far / 2);
                }
            }
        };

        assertThat(HostileTrial.run(LyingWorker.Lies.of(flood), new MemoryProvider(), busy)
                        .delivery()
                        .acked())
                .isEqualTo(100);
    }

    private static void awaitRest(AtomicInteger count, int max) {
        long quietNanos = 1_000_000_000;
        long[] seen = {-1, System.nanoTime()};
        boolean over = Eventually.holds(() -> {
            if (count.get() != seen[0]) {
                seen[0] = count.get();
                seen[1] = System.nanoTime();
            }
            return count.get() == max || System.nanoTime() - seen[1] > quietNanos;
        });
        assertThat(over).as("no more is said").isTrue();
    }

    static Stream<UnaryOperator<byte[]>> greetings() {
        return Stream.of(
                greeting(reply -> ((ObjectNode) reply.get("build")).put("host", "a\u001b[2Jb")),
                greeting(reply -> reply.put("client", "x".repeat(100_000))),
                greeting(reply -> reply.put("cores", -1)),
                greeting(reply -> reply.remove("build")),
                reply -> new byte[] {1});
    }

    private static UnaryOperator<byte[]> greeting(Consumer<ObjectNode> change) {
        return reply -> {
            CBORMapper cbor = new CBORMapper();
            ObjectNode greeting = (ObjectNode) cbor.readTree(reply);
            change.accept(greeting);
            return cbor.writeValueAsBytes(greeting);
        };
    }

    @ParameterizedTest
    @MethodSource("greetings")
    void aWorkerThatCannotBeIsNotConnectedTo(UnaryOperator<byte[]> greeting) {
        LyingWorker.Lies lies = new LyingWorker.Lies(greeting, UnaryOperator.identity(), Stream::of);

        assertThatThrownBy(() -> HostileTrial.run(lies, new MemoryProvider(), DEAF))
                .isInstanceOfSatisfying(CoordinationException.class, refusal -> {
                    assertThat(refusal)
                            .hasMessageStartingWith("worker w1 at 127.0.0.1:")
                            .hasMessageContaining("sent an invalid identity: ");
                    HostileText.assertHarmlessOnTerminal(String.valueOf(refusal.getMessage()));
                    assertThat(refusal.getMessage()).hasSizeLessThan(5000);
                });
    }

    @ParameterizedTest
    @ValueSource(longs = {Long.MIN_VALUE, Long.MAX_VALUE})
    void aClockThatCannotBeEndsTheTrial(long shown) {
        LyingWorker.Lies lies = new LyingWorker.Lies(
                UnaryOperator.identity(), reply -> WireFormat.encode(new WireProtocol.ClockReading(shown)), Stream::of);

        assertThatThrownBy(() -> HostileTrial.run(lies, new MemoryProvider(), DEAF))
                .isInstanceOf(TrialFailedException.class)
                .hasMessageContaining("sent invalid data: a clock can't show " + shown);
    }
}
