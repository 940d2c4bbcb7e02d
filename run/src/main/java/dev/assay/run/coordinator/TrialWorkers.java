package dev.assay.run.coordinator;

import dev.assay.driver.Capabilities;
import dev.assay.driver.LocalClock;
import dev.assay.host.HostSample;
import dev.assay.model.delivery.DeliveryReports;
import dev.assay.model.display.LongText;
import dev.assay.model.metric.Labels;
import dev.assay.model.metric.Sample;
import dev.assay.model.result.LoadTotals;
import dev.assay.model.result.LostWorker;
import dev.assay.model.result.WorkerInterval;
import dev.assay.model.spec.EffectiveConfig;
import dev.assay.model.trial.TrialEvent;
import dev.assay.model.trial.TrialStage;
import dev.assay.run.coordinator.TrialFailedException.Kind;
import dev.assay.worker.engine.Assignment;
import dev.assay.worker.engine.ClockLine;
import dev.assay.worker.engine.ConsumerAssignment;
import dev.assay.worker.engine.RecheckEnd;
import dev.assay.worker.wire.Command;
import dev.assay.worker.wire.Event;
import dev.assay.worker.wire.LedgerPart;
import dev.assay.worker.wire.PackedInterval;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** Holds the workers of one trial: sends commands, takes their reports, notices when one is gone. Used by one thread. */
public final class TrialWorkers implements AutoCloseable {
    private static final double NANOS_PER_SECOND = 1e9;
    private static final long TICK_NANOS = 100_000_000;

    /** A pause of this process after which the silence of others means nothing. */
    private static final long OWN_PAUSE_NANOS = 1_000_000_000;

    /** Workers send several events in this time. */
    private static final long OF_LATE_NANOS = 1_000_000_000;

    /** The limit of waiting events of all workers together, so that they take no more memory the more workers there are. */
    private static final int EVENTS_AHEAD = 1024;

    private static final int MAX_EVENTS_AHEAD_OF_ONE = 64;
    private static final int MIN_EVENTS_AHEAD_OF_ONE = 4;

    private final List<WorkerStream> streams;
    private final Heartbeat heartbeat;
    private final TrialSignals events;
    private final IntervalSink sink;
    private final Timeouts timeouts;
    private long lastTickNanos;
    private long watchedSinceNanos;
    private boolean ending;
    private int tolerated;
    private boolean underLoad;
    private boolean guards;
    private final List<LostWorker> lost = new ArrayList<>();
    private SharedDeliveryReports deliveryReports = new SharedDeliveryReports();

    public TrialWorkers(
            List<WorkerConnection> workers,
            TrialSignals events,
            IntervalSink sink,
            Timeouts timeouts,
            ReportBounds reports) {
        this.events = events;
        this.lastTickNanos = now();
        this.watchedSinceNanos = lastTickNanos;
        this.sink = sink;
        this.timeouts = timeouts;
        int eventsAhead = Math.clamp(
                EVENTS_AHEAD / Math.max(1, workers.size()), MIN_EVENTS_AHEAD_OF_ONE, MAX_EVENTS_AHEAD_OF_ONE);
        this.streams = workers.stream()
                .map(worker -> new WorkerStream(worker, events, reports, eventsAhead))
                .toList();
        this.heartbeat = new Heartbeat(streams, clock());
    }

    public TrialWorkers tolerating(int workers) {
        tolerated = workers;
        return this;
    }

    boolean tolerates() {
        return tolerated > 0;
    }

    /** Sets whether the load has been started, whatever workers have answered, and not all have reported its results. */
    void underLoad(boolean now) {
        underLoad = now;
    }

    /** Returns the lost workers, in the order of their loss. */
    public List<LostWorker> lost() {
        return List.copyOf(lost);
    }

    /** Makes the first worker end the trial from now on when the system is in trouble. */
    void guard() {
        guards = true;
        streams().getFirst().pass(new Command.Guard());
    }

    public long now() {
        return clock().nanoTime();
    }

    LocalClock clock() {
        return events.clock();
    }

    /** Returns the workers that are not lost. */
    List<WorkerStream> streams() {
        return streams.stream().filter(stream -> !stream.lost).toList();
    }

    /** Returns all workers, lost ones included. */
    List<WorkerStream> everyone() {
        return streams;
    }

    void sendAll(Command command) {
        deliveryReports.tellNow(now());
        streams().forEach(stream -> stream.send(command));
    }

    void share(SharedDeliveryReports shared) {
        deliveryReports = shared;
    }

    SharedDeliveryReports deliveryReports() {
        return deliveryReports;
    }

    Duration step() {
        return timeouts.step();
    }

    public LoadTotals totals() {
        return LoadTotals.sum(streams.stream().map(stream -> stream.totals).toList());
    }

    /**
     * Waits until the condition holds for these workers, or they are lost.
     *
     * @param action of the workers, as in "did not … within 90 s"
     */
    void awaitStep(String action, List<WorkerStream> workers, Predicate<WorkerStream> condition)
            throws TrialFailedException, InterruptedException {
        awaitStep(action, timeouts.step(), workers, condition);
    }

    void awaitStep(String action, Duration limit, List<WorkerStream> workers, Predicate<WorkerStream> condition)
            throws TrialFailedException, InterruptedException {
        Predicate<WorkerStream> settled = condition.or(stream -> stream.lost);
        if (!await(now() + limit.toNanos(), () -> workers.stream().allMatch(settled))) {
            String late = workers.stream()
                    .filter(settled.negate())
                    .map(WorkerStream::name)
                    .collect(Collectors.joining(", "));
            throw new TrialFailedException(
                    Kind.SYSTEM,
                    "worker %s did not %s within %d s; is the system under test healthy?"
                            .formatted(late, action, limit.toSeconds()));
        }
    }

    /**
     * Waits until the condition holds, but not beyond the deadline.
     *
     * @return whether it holds
     * @throws TrialFailedException when meanwhile a worker fails, or somebody ends the trial
     */
    public boolean await(long deadlineNanos, BooleanSupplier condition)
            throws TrialFailedException, InterruptedException {
        while (!condition.getAsBoolean()) {
            long left = deadlineNanos - now();
            if (left <= 0) {
                return false;
            }
            TrialSignal signal = events.awaitNext(now() + Math.min(left, TICK_NANOS));
            if (signal != null) {
                take(signal);
            }
            deliveryReports.tell(now());
            checkStalls();
        }
        return true;
    }

    private void checkStalls() throws TrialFailedException {
        long now = now();
        if (now - lastTickNanos > OWN_PAUSE_NANOS) {
            watchedSinceNanos = now;
        }
        lastTickNanos = now;
        for (WorkerStream stream : streams) {
            long silence = now - Math.max(stream.lastHeardNanos(), watchedSinceNanos);
            if (!stream.ended && silence > timeouts.stall().toNanos()) {
                lose(stream, WorkerLoss.stalled(stream, Duration.ofNanos(silence)));
            }
            stream.readyNanoTime = stream.isReady() ? now : stream.readyNanoTime;
            long deaf = now - Math.max(stream.readyNanoTime, watchedSinceNanos);
            if (!stream.ended && !ending && deaf > timeouts.stall().toNanos()) {
                lose(stream, WorkerLoss.deaf(stream, Duration.ofNanos(deaf)));
            }
            // Compares its last report with its last event: a worker that sends nothing at all is silent, not late.
            long late = stream.lastHeardNanos() - Math.max(stream.toldNanoTime, watchedSinceNanos);
            if (stream.loaded && !stream.ended && late > timeouts.stall().toNanos()) {
                lose(stream, WorkerLoss.late(stream, Duration.ofNanos(late)));
            }
        }
    }

    /**
     * Gives a worker up. Where that is tolerated the trial continues without it, and what it has reported stays.
     *
     * @throws TrialFailedException {@code failure}, where it is not
     */
    private void lose(WorkerStream stream, TrialFailedException failure) throws TrialFailedException {
        if (!mayLose() || failure.kind() != Kind.WORKER) {
            throw failure;
        }
        boolean first = streams().getFirst() == stream;
        stream.lose();
        lost.add(new LostWorker(
                stream.name(),
                Math.max(0, stream.reportedNanos) / NANOS_PER_SECOND,
                share(stream, Assignment::producers),
                share(stream, Assignment::consumers)));
        WorkerHost host = stream.machine;
        if (host != null) {
            host.lose(stream.connection());
        }
        sink.on(new TrialEvent.WorkerLost(stream.name(), String.valueOf(failure.getMessage())));
        if (first && guards) {
            guard();
        }
    }

    private boolean mayLose() {
        return underLoad && lost.size() < tolerated;
    }

    private double share(WorkerStream of, Function<Assignment, List<?>> part) {
        long ownParts = 0;
        long all = 0;
        for (WorkerStream stream : streams) {
            int size = part.apply(Objects.requireNonNull(stream.assignment)).size();
            ownParts += stream == of ? size : 0;
            all += size;
        }
        return all == 0 ? 0 : ownParts / (double) all;
    }

    private void take(TrialSignal signal) throws TrialFailedException {
        switch (signal) {
            case TrialSignal.Message message -> {
                if (!message.stream().lost) {
                    message.stream().taken();
                    take(message.stream(), message.event());
                }
            }
            case TrialSignal.Ended over -> {
                boolean known = over.stream().lost || ending;
                over.stream().ended = true;
                if (!known) {
                    lose(over.stream(), WorkerLoss.gone(over.stream(), over.problem(), mayLose()));
                }
            }
            case TrialSignal.ClockRead read -> take(read);
            case TrialSignal.Broken broken -> throw broken.error();
            case TrialSignal.Stop stop -> throw new TrialFailedException(stop.kind(), stop.reason());
        }
    }

    private void take(TrialSignal.ClockRead read) {
        WorkerHost host = read.host();
        sink.onHost(host.take(read.estimate(), read.nanoTime()));
        streams.stream()
                .filter(stream -> stream.config != null && stream.machine == host && !stream.ended)
                .forEach(stream -> stream.pass(host.correction()));
    }

    private static void steered(WorkerStream stream, ClockLine line) {
        WorkerHost host = stream.machine;
        if (host != null) {
            host.steered(stream.connection(), line);
        }
    }

    private void take(WorkerStream stream, Supplier<Event> decoder) throws TrialFailedException {
        Event event;
        Runnable news;
        TrialFailedException failure;
        try {
            event = decoder.get();
            news = understand(stream, event);
            failure = event instanceof Event.Failed failed ? WorkerLoss.failed(stream, failed) : null;
        } catch (RuntimeException e) { // Data from the worker is the only possible cause.
            throw WorkerLoss.senseless(stream, e);
        }
        news.run();
        if (failure != null) {
            lose(stream, failure);
        }
        if (event instanceof Event.Interval) {
            checkBehind(stream);
        }
    }

    private Runnable understand(WorkerStream stream, Event event) {
        switch (event) {
            case Event.Prepared(Capabilities capabilities) -> stream.capabilities = capabilities;
            case Event.Done(String warning) -> {
                stream.done = true;
                stream.warning = LongText.truncate(warning);
            }
            case Event.TopicsFound(List<String> names) -> stream.existingTopics = names;
            case Event.PartitionsCreated(long created, long all) -> {
                return () -> sink.on(new TrialEvent.Partitions(TrialStage.CREATING_TOPICS, created, all));
            }
            case Event.Opened(EffectiveConfig config) -> stream.config = config;
            case Event.Readiness(List<ConsumerAssignment> consumers) ->
                stream.readiness = stream.check().readiness(consumers);
            case Event.Progress(LoadTotals totals, boolean sendingFinished, boolean resolved) -> {
                stream.sendingFinished = sendingFinished;
                stream.resolved = resolved;
                stream.totals =
                        deliveryReports.withoutRepeated(stream, stream.check().totals(totals));
                return () -> sink.onProgress(totals());
            }
            case Event.Interval(PackedInterval interval) -> {
                return take(stream, interval);
            }
            case Event.HostReport report -> {
                return take(stream, report);
            }
            case Event.Received(List<DeliveryReports> reports) ->
                reports.forEach(
                        one -> deliveryReports.take(stream, stream.check().deliveryReports(one)));
            case Event.ClockSteered(ClockLine line) -> steered(stream, line);
            case Event.PhaseEnded(boolean ahead) -> stream.phaseEndAhead = ahead;
            case Event.GroupChanged change ->
                stream.groupChanges.put(change.number(), stream.check().groupChanged(change, now()));
            case Event.Ledger(LedgerPart part) -> stream.ledgerParts.add(part);
            case Event.Finished finished -> stream.finished(finished);
            case Event.FoundAgain(LedgerPart part) -> stream.readAgainParts.add(part);
            case Event.ReadAgainDone(RecheckEnd end) -> stream.readAgain(end);
            case Event.Failed _, Event.Alive() -> {}
        }
        return () -> {};
    }

    private Runnable take(WorkerStream stream, PackedInterval packed) {
        if (!packed.worker().equals(stream.name())) {
            throw new IllegalArgumentException("an interval is of worker '" + packed.worker() + "'");
        }
        WorkerInterval interval = stream.check().interval(packed, now());
        stream.totals = deliveryReports.withoutRepeated(stream, interval.totals());
        stream.reportedNanos = interval.endNanos();
        stream.toldNanoTime = now();
        return () -> sink.on(new TrialEvent.Interval(interval.with(stream.totals)));
    }

    /**
     * Gives up workers that are behind: a second is reported only when all workers have, so none may stay behind for ever. One that has
     * sent nothing of late is silent, not behind.
     */
    private void checkBehind(WorkerStream ahead) throws TrialFailedException {
        for (WorkerStream stream : streams) {
            Duration lag = Duration.ofNanos(ahead.reportedNanos - stream.reportedNanos);
            boolean alive = now() - stream.lastHeardNanos() < OF_LATE_NANOS;
            if (stream.loaded && alive && lag.compareTo(timeouts.stall()) > 0) {
                lose(stream, WorkerLoss.behind(stream, ahead, lag));
            }
        }
    }

    private Runnable take(WorkerStream stream, Event.HostReport report) {
        stream.check().host(report, now());
        String host = stream.host;
        List<Sample> samples = new ArrayList<>();
        for (Sample one : report.samples()) {
            boolean ofWorker = one.metric().labels().contains(Labels.WORKER);
            Labels labels = ofWorker
                    ? Labels.of(Labels.WORKER, stream.name())
                    : one.labels().with(Labels.HOST, host);
            samples.add(one.metric().of(labels, one.value()));
        }
        HostSample sample = new HostSample(host, report.endNanos(), samples);
        return () -> {
            report.limitations().forEach(limitation -> sink.onHostLimitation(host, limitation));
            if (!sample.samples().isEmpty()) {
                sink.onHost(sample);
            }
        };
    }

    void end() throws TrialFailedException, InterruptedException {
        ending = true;
        List<WorkerStream> open = streams();
        open.forEach(WorkerStream::complete);
        awaitStep("end the trial", open, stream -> stream.ended);
    }

    /**
     * Makes sure that no worker continues: those whose stream is still open end at once and clean up. The first deletes the topics once
     * the others have ended, since a worker that still sends might create them anew.
     */
    @Override
    public void close() {
        boolean interrupted = Thread.interrupted();
        ending = true;
        heartbeat.close();
        Command abort = new Command.Abort("the trial was cut short");
        List<WorkerStream> open =
                streams.stream().filter(stream -> !stream.ended).toList();
        open.forEach(stream -> stream.send(abort));
        long begun = now();
        try {
            awaitEnds(
                    streams.subList(1, streams.size()), begun + timeouts.abort().toNanos() / 2);
            open.stream().filter(stream -> !stream.ended).forEach(WorkerStream::complete);
            awaitEnds(streams, begun + timeouts.abort().toNanos());
        } catch (InterruptedException e) {
            interrupted = true;
        }
        open.forEach(stream -> stream.cancel("the trial was cut short"));
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void awaitEnds(List<WorkerStream> workers, long deadlineNanos) throws InterruptedException {
        while (workers.stream().anyMatch(stream -> !stream.ended)) {
            TrialSignal signal = deadlineNanos - now() <= 0 ? null : events.awaitNext(deadlineNanos);
            if (signal == null) {
                return;
            }
            if (signal instanceof TrialSignal.Ended over) {
                over.stream().ended = true;
            } else if (signal instanceof TrialSignal.Message message) {
                message.stream().taken();
            }
        }
    }
}
