package dev.assay.bench.workers;

import dev.assay.driver.Capabilities;
import dev.assay.driver.LocalClock;
import dev.assay.engine.Assignment;
import dev.assay.engine.ConsumerAssignment;
import dev.assay.engine.SteeredClock;
import dev.assay.model.delivery.DeliveryReports;
import dev.assay.model.metric.LatencyMetric;
import dev.assay.model.metric.Metrics;
import dev.assay.model.metric.Sample;
import dev.assay.model.result.HarnessSample;
import dev.assay.model.spec.EffectiveConfig;
import dev.assay.model.spec.Workload.Subscription;
import dev.assay.worker.wire.AssayBuild;
import dev.assay.worker.wire.Command;
import dev.assay.worker.wire.Event;
import dev.assay.worker.wire.LedgerPart;
import dev.assay.worker.wire.PackedInterval;
import dev.assay.worker.wire.PackedInterval.Recorded;
import dev.assay.worker.wire.WireFormat;
import dev.assay.worker.wire.WireProtocol;
import io.grpc.ServerServiceDefinition;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.ServerCalls;
import io.grpc.stub.StreamObserver;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * Speaks to a coordinator as a worker does that is alone on its machine, as often and of as much, of a {@link SimulatedLoad}: so hundreds
 * of them fit into one process. Its latencies are log-normal around a millisecond.
 */
final class SimulatedWorker {
    private static final long BEAT_NANOS = 200_000_000;
    private static final long SECOND = 1_000_000_000;
    private static final double MEDIAN_NANOS = 1.2e6;
    private static final double SPREAD = 0.8;
    private static final int SAMPLES = 1_000;
    private static final int VARIANTS = 10;
    private static final long HEAP_BYTES = 64L << 30;

    /** Packed once for all: what costs a worker's processor is not of interest here. */
    private static final List<ByteBuffer> LATENCIES = variants();

    private final String machine;
    private final ScheduledExecutorService beats;

    SimulatedWorker(String machine, ScheduledExecutorService beats) {
        this.machine = machine;
        this.beats = beats;
    }

    private static List<ByteBuffer> variants() {
        SplittableRandom random = new SplittableRandom(42);
        List<ByteBuffer> variants = new ArrayList<>();
        for (int variant = 0; variant < VARIANTS; variant++) {
            Histogram histogram = latencies(random);
            ByteBuffer buffer = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
            int length = histogram.encodeIntoCompressedByteBuffer(buffer);
            variants.add(ByteBuffer.wrap(Arrays.copyOf(buffer.array(), length)));
        }
        return variants;
    }

    private static Histogram latencies(SplittableRandom random) {
        Histogram histogram = new Histogram(3);
        for (int sample = 0; sample < SAMPLES; sample++) {
            histogram.recordValue((long) (MEDIAN_NANOS * Math.exp(SPREAD * random.nextGaussian())));
        }
        return histogram;
    }

    ServerServiceDefinition calls() {
        return ServerServiceDefinition.builder(WireProtocol.SERVICE)
                .addMethod(WireProtocol.HELLO, ServerCalls.asyncUnaryCall((asked, reply) -> answer(greeting(), reply)))
                .addMethod(
                        WireProtocol.READ_CLOCK,
                        ServerCalls.asyncUnaryCall(
                                (nothing, reply) -> answer(new WireProtocol.ClockReading(System.nanoTime()), reply)))
                .addMethod(
                        WireProtocol.TRIAL,
                        ServerCalls.asyncBidiStreamingCall(
                                events -> new Trial((ServerCallStreamObserver<byte[]>) events)))
                .build();
    }

    private WireProtocol.Greeting greeting() {
        AssayBuild own = AssayBuild.ofThisProcess();
        return new WireProtocol.Greeting(
                new AssayBuild(own.protocol(), own.version(), own.fingerprint(), machine),
                "memory",
                "simulated",
                ProcessHandle.current().pid(),
                machine,
                4,
                4,
                HEAP_BYTES);
    }

    private static void answer(Object record, StreamObserver<byte[]> reply) {
        reply.onNext(WireFormat.encode(record));
        reply.onCompleted();
    }

    /** One trial. */
    private final class Trial implements StreamObserver<byte[]> {
        private final ServerCallStreamObserver<byte[]> events;
        private final ScheduledFuture<?> beat;
        private SteeredClock clock = new SteeredClock(LocalClock.SYSTEM, 0);
        private @Nullable Assignment assignment;
        private @Nullable SimulatedLoad load;
        private long startNanos;
        private long reportedNanos;
        private long beaten;
        private long packed;
        private boolean started;
        private boolean ended;

        Trial(ServerCallStreamObserver<byte[]> events) {
            this.events = events;
            events.setOnCancelHandler(this::end);
            this.beat = beats.scheduleAtFixedRate(this::beat, BEAT_NANOS, BEAT_NANOS, TimeUnit.NANOSECONDS);
        }

        private void say(Event event) {
            if (!ended) {
                events.onNext(WireFormat.encode(event));
            }
        }

        @Override
        public synchronized void onNext(byte[] said) {
            switch (WireFormat.decode(said, Command.class)) {
                case Command.Prepare _ ->
                    say(new Event.Prepared(new Capabilities(1 << 20, 100_000, true, true, true, true)));
                case Command.LookUpTopics _ -> say(new Event.TopicsFound(List.of()));
                case Command.OpenLoad opened -> {
                    clock = new SteeredClock(LocalClock.SYSTEM, opened.clockOffsetNanos());
                    assignment = opened.assignment();
                    load = new SimulatedLoad(opened.assignment());
                    say(new Event.Opened(EffectiveConfig.NONE));
                }
                case Command.SteerClock line ->
                    say(new Event.ClockSteered(clock.steer(line.atNanos(), line.offsetNanos(), line.drift())));
                case Command.Start(long nanos) -> {
                    startNanos = nanos;
                    started = true;
                    say(new Event.Done(""));
                }
                case Command.EndPhase _ -> say(new Event.PhaseEnded(true));
                case Command.Learn _ -> {}
                case Command.TakeStock _ -> ledger();
                case Command.Finish _ -> {
                    interval(clock.now() - startNanos);
                    started = false;
                    assignment = null;
                    ledger();
                }
                case Command.Abort _ -> end();
                default -> say(new Event.Done(""));
            }
        }

        @Override
        public void onError(Throwable problem) {
            end();
        }

        @Override
        public synchronized void onCompleted() {
            events.onCompleted();
            end();
        }

        private synchronized void end() {
            ended = true;
            beat.cancel(false);
        }

        private synchronized void beat() {
            Assignment assigned = assignment;
            SimulatedLoad running = load;
            long nanos = clock.now() - startNanos;
            beaten++;
            if (assigned == null || running == null) {
                say(new Event.Alive());
            } else if (!started || nanos < 0) {
                say(new Event.Readiness(readiness(assigned)));
            } else {
                if (nanos / SECOND > reportedNanos / SECOND) {
                    interval(nanos);
                } else if (beaten % 2 == 0) {
                    tell(running, nanos);
                }
                boolean over = nanos >= running.endNanos();
                say(new Event.Progress(running.totals(nanos), over, over));
            }
        }

        /** Each subscription has one consumer here. */
        private List<ConsumerAssignment> readiness(Assignment assigned) {
            int each = assigned.workload().partitions() / assigned.workload().maxConsumers();
            List<ConsumerAssignment> ready = new ArrayList<>();
            List<Subscription> all = assigned.workload().allSubscriptions();
            for (int subscription = 0; subscription < all.size(); subscription++) {
                ready.add(new ConsumerAssignment(subscription, 0, each, false));
            }
            return ready;
        }

        private void tell(SimulatedLoad running, long nanos) {
            for (List<DeliveryReports> some : DeliveryReports.messages(running.news(nanos))) {
                say(new Event.Received(some));
            }
        }

        private void interval(long nanos) {
            SimulatedLoad running = load;
            Assignment assigned = assignment;
            if (running == null || assigned == null) {
                return;
            }
            say(new Event.HostReport(clock.now(), machineValues(), List.of()));
            tell(running, nanos);
            List<Recorded> histograms = new ArrayList<>();
            String phase = running.phaseAt(nanos);
            for (LatencyMetric metric : LatencyMetric.values()) {
                if (metric == LatencyMetric.END_TO_END || metric == LatencyMetric.SEND_TO_RECEIVE) {
                    assigned.workload()
                            .allSubscriptions()
                            .forEach(one -> histograms.add(recorded(phase, metric, one.name())));
                } else {
                    histograms.add(recorded(phase, metric, ""));
                }
            }
            say(new Event.Interval(new PackedInterval(
                    assigned.worker(),
                    reportedNanos,
                    nanos,
                    running.totals(nanos),
                    new HarnessSample(SECOND / 2, 0, 0, 300 << 20, latencies(new SplittableRandom(nanos))),
                    histograms,
                    List.of())));
            reportedNanos = nanos;
        }

        private Recorded recorded(String phase, LatencyMetric metric, String subscription) {
            ByteBuffer some = LATENCIES.get((int) (++packed % VARIANTS));
            return new Recorded(phase, metric, subscription, some.duplicate(), 0, 0);
        }

        private List<Sample> machineValues() {
            return List.of(
                    Metrics.HOST_CPU.of(2),
                    Metrics.HOST_CPU_BUSY.of(0.5),
                    Metrics.HOST_CPU_STEAL.of(0),
                    Metrics.HOST_DISK_BUSY.of(0.1),
                    Metrics.HOST_DISK_READ.of(1e5),
                    Metrics.HOST_DISK_WRITTEN.of(1e6),
                    Metrics.HOST_LOOPBACK.of(0),
                    Metrics.HOST_SUSPENDED.of(0),
                    Metrics.PROCESS_COMPILERS.of(0.01),
                    Metrics.PROCESS_COMPILERS_WAIT.of(0.01));
        }

        private void ledger() {
            SimulatedLoad running = load;
            if (running == null) {
                return;
            }
            tell(running, running.endNanos());
            try {
                LedgerPart.takeApart(running.ledger(), part -> say(new Event.Ledger(part)));
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
            say(new Event.Finished(0, Optional.empty()));
        }
    }
}
