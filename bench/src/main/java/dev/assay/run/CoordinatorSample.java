package dev.assay.run;

import dev.assay.analysis.steady.SteadyWatch;
import dev.assay.model.timeline.Phase;
import dev.assay.model.trial.TrialListener;
import dev.assay.run.Trial.Measurement;
import dev.assay.run.coordinator.CoordinationException;
import dev.assay.run.coordinator.PeerTrust;
import dev.assay.run.coordinator.SideBySide;
import dev.assay.run.coordinator.Timeouts;
import dev.assay.run.coordinator.TrialOutcome;
import dev.assay.run.coordinator.TrialRequest;
import dev.assay.run.coordinator.WorkerConnection;
import dev.assay.run.coordinator.WorkerHandle;
import dev.assay.run.directory.RunDirectory;
import dev.assay.run.directory.TrialWriter;
import dev.assay.scenario.ScenarioFile;
import dev.assay.scenario.plan.PlannedTrial;
import dev.assay.worker.wire.HostPort;
import dev.assay.worker.wire.WorkerToken;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.ClientInterceptor;
import io.grpc.ClientStreamTracer;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import java.util.function.ObjDoubleConsumer;
import java.util.stream.Stream;

/** One reading of what a coordinator takes. The workers run already. */
public final class CoordinatorSample {
    public static final int PRODUCERS = 256;
    public static final int RATE = 64_000;
    public static final String CONNECTED = "connected-seconds";
    public static final String CORES = "cores";
    public static final String HEAP = "heap-mib";
    public static final String RESIDENT = "resident-mib";
    public static final String IN = "in-mb-per-second";
    public static final String OUT = "out-mb-per-second";
    public static final String DRAINED = "drained";
    public static final String WRITTEN = "written-mb-per-second";

    private static final double NANOS_PER_SECOND = 1e9;
    private static final double MIB = 1 << 20;
    private static final double MEGA = 1e6;
    private static final int LOOKS = 3;

    /** Between the agreement on the start and the start. */
    private static final long LEAD_NANOS = 500_000_000;

    private final LongAdder in = new LongAdder();
    private final LongAdder out = new LongAdder();
    private final int warmupSeconds;
    private final int seconds;

    private final ObjDoubleConsumer<String> told;

    /**
     * @param warmupSeconds of load before the reading
     * @param seconds of the reading
     * @param told gets each value with its name
     */
    public CoordinatorSample(int warmupSeconds, int seconds, ObjDoubleConsumer<String> told) {
        this.warmupSeconds = warmupSeconds;
        this.seconds = seconds;
        this.told = told;
    }

    /**
     * Takes the reading.
     *
     * @param addresses of the workers
     */
    public void run(List<HostPort> addresses) throws Exception {
        long begun = System.nanoTime();
        List<WorkerConnection.Target> targets = new ArrayList<>();
        for (HostPort address : addresses) {
            targets.add(new WorkerConnection.Target(
                    "w" + (targets.size() + 1),
                    address,
                    Optional.of(WorkerToken.random()),
                    PeerTrust.LOOPBACK,
                    WorkerHandle.ELSEWHERE));
        }
        List<WorkerConnection> workers = SideBySide.map(targets, this::connect);
        told.accept(CONNECTED, (System.nanoTime() - begun) / NANOS_PER_SECOND);
        Path base = Files.createTempDirectory("assay-bench-");
        try (TrialWriter files =
                RunDirectory.create(base, "workers", Instant.EPOCH).begin("001-one", addresses.size())) {
            TrialRequest request = new TrialRequest(trial(addresses.size()), "bench", 1, Map.of());
            SteadyWatch watch = new SteadyWatch();
            Thread reading = Thread.ofPlatform().daemon().name("reading").unstarted(() -> read(files.folder()));
            TrialFeed feed = new TrialFeed(
                    TrialListener.all(List.of(watch, files, new TrialListener() {
                        @Override
                        public void onStart(Instant start, List<Phase> phases) {
                            reading.start();
                        }
                    })),
                    request,
                    List::of,
                    workers.stream().map(worker -> worker.identity().name()).toList(),
                    Set.of());
            TrialOutcome outcome = new Measurement(Timeouts.DEFAULT).run(request, workers, feed);
            feed.finish();
            reading.join();
            if (!outcome.delivery().subscriptions().stream().allMatch(one -> one.clean())) {
                throw new IOException("not all arrived as it was told: " + outcome.delivery());
            }
            told.accept(DRAINED, outcome.drained() ? 1 : 0);
        } finally {
            workers.forEach(WorkerConnection::close);
            delete(base);
        }
    }

    private PlannedTrial trial(int workers) throws Exception {
        String text = """
                name: bench-workers
                systems: { memory: { law: constant, mean: 1 ms } }
                workload:
                  message: { size: 100 B }
                  partitions: 256
                  producers: %d
                  subscriptions: 2
                  consumers: %d
                  rate: %d/s
                timing: { warmup: %d s, measure: %d s, drain: 60 s }
                """.formatted(PRODUCERS, workers, RATE, warmupSeconds, seconds);
        return ScenarioFile.read("bench-workers.yaml", text, List.of(), Set.of())
                .plan()
                .trials()
                .getFirst();
    }

    private WorkerConnection connect(WorkerConnection.Target target) throws CoordinationException {
        return WorkerConnection.over(
                target,
                WorkerConnection.channelTo(target).intercept(new Counting()).build());
    }

    /** Counts the bytes of all messages, as they are on the wire. */
    private final class Counting implements ClientInterceptor {
        @Override
        public <Q, A> ClientCall<Q, A> interceptCall(MethodDescriptor<Q, A> method, CallOptions options, Channel next) {
            return next.newCall(method, options.withStreamTracerFactory(new ClientStreamTracer.Factory() {
                @Override
                public ClientStreamTracer newClientStreamTracer(ClientStreamTracer.StreamInfo info, Metadata headers) {
                    return new ClientStreamTracer() {
                        @Override
                        public void inboundWireSize(long bytes) {
                            in.add(bytes);
                        }

                        @Override
                        public void outboundWireSize(long bytes) {
                            out.add(bytes);
                        }
                    };
                }
            }));
        }
    }

    /** From the end of the warm-up to the end of the load. The collections take a small part of the processor time. */
    private void read(Path files) {
        try {
            long begun = awaitAfter(System.nanoTime(), LEAD_NANOS + warmupSeconds * (long) NANOS_PER_SECOND);
            long cpu = cpuNanos();
            long before = in.sum();
            long beforeOut = out.sum();
            long written = bytes(files);
            double heap = 0;
            for (int look = 0; look < LOOKS; look++) {
                awaitAfter(begun, (look + 1L) * seconds * (long) NANOS_PER_SECOND / LOOKS);
                heap = Math.max(heap, heapAfterCollection());
            }
            double length = (System.nanoTime() - begun) / NANOS_PER_SECOND;
            told.accept(CORES, (cpuNanos() - cpu) / NANOS_PER_SECOND / length);
            told.accept(IN, (in.sum() - before) / MEGA / length);
            told.accept(OUT, (out.sum() - beforeOut) / MEGA / length);
            told.accept(WRITTEN, (bytes(files) - written) / MEGA / length);
            told.accept(HEAP, heap / MIB);
            told.accept(RESIDENT, resident() / MIB);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Waits for that time, which it returns, or a little later. */
    private static long awaitAfter(long begunNanos, long nanos) {
        long left = begunNanos + nanos - System.nanoTime();
        while (left > 0) {
            LockSupport.parkNanos(left);
            left = begunNanos + nanos - System.nanoTime();
        }
        return System.nanoTime();
    }

    private static double heapAfterCollection() {
        MemoryMXBean memory = ManagementFactory.getMemoryMXBean();
        memory.gc();
        return (double) memory.getHeapMemoryUsage().getUsed();
    }

    private static long cpuNanos() {
        return ProcessHandle.current().info().totalCpuDuration().orElseThrow().toNanos();
    }

    /** The most that this process had in memory, in bytes. */
    private static double resident() throws IOException {
        try (Stream<String> lines = Files.lines(Path.of("/proc/self/status"))) {
            return lines.filter(line -> line.startsWith("VmHWM:"))
                    .mapToDouble(line -> 1024 * Double.parseDouble(line.replaceAll("[^0-9]", "")))
                    .findFirst()
                    .orElse(0);
        }
    }

    private static long bytes(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(Files::isRegularFile)
                    .mapToLong(file -> file.toFile().length())
                    .sum();
        }
    }

    private static void delete(Path base) throws IOException {
        try (Stream<Path> files = Files.walk(base)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
