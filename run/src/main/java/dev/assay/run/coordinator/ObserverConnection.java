package dev.assay.run.coordinator;

import dev.assay.driver.LocalClock;
import dev.assay.host.HostSample;
import dev.assay.model.display.LongText;
import dev.assay.model.metric.Labels;
import dev.assay.model.metric.Sample;
import dev.assay.model.result.ObservedMachine;
import dev.assay.worker.wire.Event;
import dev.assay.worker.wire.Observation;
import dev.assay.worker.wire.WireFormat;
import dev.assay.worker.wire.WireProtocol;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.StreamObserver;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Listens to an observer during one trial. Its reports are not trusted: an observer that sends anything implausible, or ends, is
 * dropped, and the trial continues without it.
 */
public final class ObserverConnection implements AutoCloseable {
    private static final Duration FIRST_WORD = Duration.ofSeconds(30);

    /** The limit of dropping the page cache: everything dirty in memory is written first. */
    private static final Duration DROP_LIMIT = Duration.ofMinutes(3);

    private static final int MAX_FACTS = 200;
    private static final int MAX_SERVERS = 100;
    private static final Pattern SERVER = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,62}");

    private final WorkerConnection connection;
    private final LocalClock clock;
    private final ReportCheck check = new ReportCheck(ReportBounds.NOTHING);
    private final long offsetNanos;
    private final CompletableFuture<Observation.Sight> first = new CompletableFuture<>();
    private List<HostSample> seconds = new ArrayList<>();
    private final List<String> limitations = new ArrayList<>();
    private String host = "";
    private boolean machineToo;
    private boolean lost;

    private ObserverConnection(WorkerConnection connection, LocalClock clock)
            throws CoordinationException, InterruptedException {
        this.connection = connection;
        this.clock = clock;
        if (!connection.identity().system().equals(WireProtocol.OBSERVER)) {
            throw new CoordinationException(connection.identity().address() + " is a worker for "
                    + connection.identity().system()
                    + " and no observer; start 'assay worker --observe' there, or use --worker");
        }
        try {
            this.offsetNanos = connection.measureClock(clock).offsetNanos();
        } catch (StatusRuntimeException e) {
            throw new CoordinationException(title() + " did not report its clock: " + ConnectionProblem.text(e), e);
        }
        connection.observe(new Listener());
        awaitFirstWord();
    }

    /**
     * Begins to listen to an observer, which is released when this fails.
     *
     * @param clock this process's
     * @throws CoordinationException when there is a worker instead, or no plausible report comes within 30 s
     */
    public static ObserverConnection listen(WorkerConnection connection, LocalClock clock)
            throws CoordinationException, InterruptedException {
        try {
            return new ObserverConnection(connection, clock);
        } catch (CoordinationException | InterruptedException | RuntimeException e) {
            connection.close();
            throw e;
        }
    }

    private void awaitFirstWord() throws CoordinationException, InterruptedException {
        try {
            Observation.Sight _ = first.get(FIRST_WORD.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            throw new CoordinationException(title() + ": " + reason(Objects.requireNonNullElse(e.getCause(), e)), e);
        } catch (TimeoutException e) {
            throw new CoordinationException(
                    title() + " said nothing within " + FIRST_WORD.toSeconds() + " s; is it frozen?", e);
        }
    }

    private static String reason(Throwable problem) {
        Status status = Status.fromThrowable(problem);
        return status.getDescription() == null ? String.valueOf(problem.getMessage()) : status.getDescription();
    }

    private String title() {
        return "the observer at " + connection.identity().address();
    }

    private Observation.Sight sight() {
        return first.join();
    }

    public Map<String, String> facts() {
        return sight().facts();
    }

    public ObservedMachine machine() {
        return new ObservedMachine(sight().servers(), sight().disks(), sight().calibration());
    }

    public WorkerIdentity identity() {
        return connection.identity();
    }

    public boolean sharesMachine() {
        return connection.sharesMachine();
    }

    /** Returns the offset that is added to the observer's clock to get this process's. */
    public long offsetNanos() {
        return offsetNanos;
    }

    /** Returns why the page cache of its machine can't be dropped; empty where it can. */
    public String refusalToDropPageCache() {
        return sight().pageCache();
    }

    public void dropPageCache() throws CoordinationException {
        try {
            connection.dropPageCache(DROP_LIMIT);
        } catch (StatusRuntimeException e) {
            throw new CoordinationException(title() + " did not drop the page cache: " + reason(e), e);
        }
    }

    /**
     * Begins to keep the observer's reports.
     *
     * @param name of its machine in results
     * @param alone whether nobody else reports what that machine does
     */
    public synchronized void place(String name, boolean alone) {
        host = name;
        machineToo = alone;
    }

    /** Returns the name of the observer's machine in results; empty before {@link #place}. */
    public synchronized String host() {
        return host;
    }

    /** Returns the seconds seen since the previous call. */
    public synchronized List<HostSample> next() {
        List<HostSample> next = seconds;
        seconds = new ArrayList<>();
        return next;
    }

    public synchronized List<String> limitations() {
        return List.copyOf(limitations);
    }

    @Override
    public void close() {
        synchronized (this) {
            lost = true;
        }
        connection.close();
    }

    private synchronized void take(Observation.Second second) {
        if (lost) {
            return;
        }
        long end = second.endNanos() + offsetNanos;
        check.host(new Event.HostReport(end, second.samples(), second.limitations()), clock.nanoTime());
        limitations.addAll(second.limitations());
        List<Sample> samples = new ArrayList<>();
        for (Sample sample : second.samples()) {
            Sample known = known(sample);
            if (known != null) {
                samples.add(known);
            }
        }
        if (!host.isEmpty()) {
            seconds.add(new HostSample(host, end, samples));
        }
    }

    /** Returns the sample in this process's time; null where somebody else reports it. */
    private @Nullable Sample known(Sample sample) {
        if (sample.metric().labels().contains(Labels.HOST)) {
            return machineToo ? sample.metric().of(sample.labels().with(Labels.HOST, host), sample.value()) : null;
        }
        String node = sample.labels().get(Labels.NODE);
        if (!sample.labels().equals(Labels.of(Labels.NODE, node))
                || !sight().servers().contains(node)) {
            throw new IllegalArgumentException("a value of "
                    + LongText.truncate(sample.labels().toString()) + " is of none of the servers that it named");
        }
        return sample;
    }

    private static Observation.Sight checked(Observation.Sight sight) {
        if (sight.facts().size() > MAX_FACTS || sight.servers().size() > MAX_SERVERS) {
            throw new IllegalArgumentException(
                    "a machine has at most " + MAX_FACTS + " facts and " + MAX_SERVERS + " servers");
        }
        sight.facts().forEach((name, value) -> {
            WorkerIdentity.visible("fact's name", name);
            WorkerIdentity.visible("fact", value);
        });
        sight.servers().stream()
                .filter(name -> !SERVER.matcher(name).matches())
                .findFirst()
                .ifPresent(name -> {
                    throw new IllegalArgumentException("a server can't be called " + LongText.truncate(name));
                });
        if (sight.disks() < 0) {
            throw new IllegalArgumentException("servers can't write to " + sight.disks() + " disks");
        }
        WorkerIdentity.visible("reason", sight.pageCache());
        WorkerIdentity.visible("note", sight.calibration().note());
        return sight;
    }

    private synchronized void lost(String why) {
        if (!lost) {
            lost = true;
            limitations.add("its observer is not heard any more: " + LongText.truncate(why));
        }
    }

    private final class Listener implements StreamObserver<byte[]> {
        @Override
        public void onNext(byte[] message) {
            try {
                Observation observation = WireFormat.decode(message, Observation.class);
                switch (observation) {
                    case Observation.Sight sight -> {
                        if (!first.complete(checked(sight))) {
                            throw new IllegalArgumentException("it says for a second time what there is to see");
                        }
                    }
                    case Observation.Second second -> {
                        if (!first.isDone()) {
                            throw new IllegalArgumentException("it does not say first what there is to see");
                        }
                        take(second);
                    }
                }
            } catch (IllegalArgumentException | ArithmeticException e) {
                onError(e);
                connection.close();
            }
        }

        @Override
        public void onError(Throwable problem) {
            first.completeExceptionally(problem);
            lost(reason(problem));
        }

        @Override
        public void onCompleted() {
            onError(new IllegalStateException("it has ended"));
        }
    }
}
