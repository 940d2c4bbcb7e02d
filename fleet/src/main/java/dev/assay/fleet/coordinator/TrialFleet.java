package dev.assay.fleet.coordinator;

import dev.assay.core.result.LoadTotals;
import dev.assay.fleet.coordinator.TrialFailedException.Kind;
import dev.assay.fleet.wire.DriverCodec;
import dev.assay.fleet.wire.IntervalCodec;
import dev.assay.fleet.wire.proto.Abort;
import dev.assay.fleet.wire.proto.Command;
import dev.assay.fleet.wire.proto.Event;
import dev.assay.fleet.wire.proto.Progress;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** The workers of one trial: sends commands, takes in what they say, notices when one is gone. Used by one thread. */
final class TrialFleet implements AutoCloseable {
    private static final long TICK_NANOS = 100_000_000;

    /** A pause of this process after which silence of others proves nothing. */
    private static final long OWN_PAUSE_NANOS = 1_000_000_000;

    private final List<WorkerLink> links;
    private final BlockingQueue<Signal> signals;
    private final IntervalSink sink;
    private final FleetLimits limits;
    private long lastTickNanos = System.nanoTime();
    private long watchedSinceNanos = lastTickNanos;
    private boolean ending;

    TrialFleet(List<WorkerConnection> workers, BlockingQueue<Signal> signals, IntervalSink sink, FleetLimits limits) {
        this.signals = signals;
        this.sink = sink;
        this.limits = limits;
        this.links =
                workers.stream().map(worker -> new WorkerLink(worker, signals)).toList();
    }

    List<WorkerLink> links() {
        return links;
    }

    void sendAll(Command command) {
        links.forEach(link -> link.send(command));
    }

    /** The counts of all workers together. */
    LoadTotals totals() {
        return links.stream().map(link -> link.totals).reduce(LoadTotals.ZERO, LoadTotals::plus);
    }

    /**
     * Waits until it is so for these workers.
     *
     * @param what the workers are to do, as in "did not … within 90 s"
     */
    void awaitStep(String what, List<WorkerLink> those, Predicate<WorkerLink> so)
            throws TrialFailedException, InterruptedException {
        if (!await(
                System.nanoTime() + limits.step().toNanos(),
                () -> those.stream().allMatch(so))) {
            String late =
                    those.stream().filter(so.negate()).map(WorkerLink::name).collect(Collectors.joining(", "));
            throw new TrialFailedException(
                    Kind.SYSTEM,
                    "worker %s did not %s within %d s; is the system under test healthy?"
                            .formatted(late, what, limits.step().toSeconds()));
        }
    }

    /**
     * Waits until it is so, but not beyond the deadline.
     *
     * @return whether it is so
     * @throws TrialFailedException when meanwhile a worker fails, or somebody ends the trial
     */
    boolean await(long deadlineNanos, BooleanSupplier so) throws TrialFailedException, InterruptedException {
        while (!so.getAsBoolean()) {
            long left = deadlineNanos - System.nanoTime();
            if (left <= 0) {
                return false;
            }
            Signal signal = signals.poll(Math.min(left, TICK_NANOS), TimeUnit.NANOSECONDS);
            if (signal != null) {
                take(signal);
            }
            checkStalls();
        }
        return true;
    }

    private void checkStalls() throws TrialFailedException {
        long now = System.nanoTime();
        if (now - lastTickNanos > OWN_PAUSE_NANOS) {
            watchedSinceNanos = now;
        }
        lastTickNanos = now;
        for (WorkerLink link : links) {
            long silence = now - Math.max(link.lastHeardNanos(), watchedSinceNanos);
            if (!link.ended && silence > limits.stall().toNanos()) {
                throw WorkerLoss.stalled(link, Duration.ofNanos(silence));
            }
        }
    }

    private void take(Signal signal) throws TrialFailedException {
        switch (signal) {
            case Signal.Said said -> take(said.link(), said.event());
            case Signal.Ended over -> {
                over.link().ended = true;
                if (!ending) {
                    throw WorkerLoss.gone(over.link(), over.problem());
                }
            }
            case Signal.Stop stop -> throw new TrialFailedException(stop.kind(), stop.reason());
        }
    }

    private void take(WorkerLink link, Event event) throws TrialFailedException {
        switch (event.getEventCase()) {
            case PREPARED -> link.capabilities = DriverCodec.fromWire(event.getPrepared());
            case DONE -> {
                link.done = true;
                link.warning = event.getDone().getWarning();
            }
            case OPENED -> link.config = DriverCodec.fromWire(event.getOpened().getConfig());
            case READINESS -> link.readiness = event.getReadiness().getConsumersList();
            case PROGRESS -> take(link, event.getProgress());
            case INTERVAL -> {
                link.totals = IntervalCodec.fromWire(event.getInterval().getTotals());
                sink.onInterval(IntervalCodec.fromWire(link.name(), event.getInterval()));
            }
            case LEDGER_PART -> link.ledgerParts.add(event.getLedgerPart());
            case FINISHED ->
                link.ledger = link.ledgerParts.finish(event.getFinished().getViolations());
            case FAILED -> throw WorkerLoss.failed(link, event.getFailed());
            case ALIVE, EVENT_NOT_SET -> {}
        }
    }

    private void take(WorkerLink link, Progress progress) {
        link.sendingFinished = progress.getSendingFinished();
        link.settled = progress.getSettled();
        link.totals = IntervalCodec.fromWire(progress.getTotals());
        sink.onProgress(totals());
    }

    /** Ends the streams in order. */
    void end() throws TrialFailedException, InterruptedException {
        ending = true;
        links.forEach(WorkerLink::complete);
        awaitStep("end the trial", links, link -> link.ended);
    }

    /** Makes sure that no worker goes on: those whose stream is still open end at once and clean up. */
    @Override
    public void close() {
        boolean interrupted = Thread.interrupted();
        ending = true;
        Command abort = Command.newBuilder()
                .setAbort(Abort.newBuilder().setReason("the trial was cut short"))
                .build();
        List<WorkerLink> open = links.stream().filter(link -> !link.ended).toList();
        open.forEach(link -> link.send(abort));
        try {
            awaitEnds(System.nanoTime() + limits.abort().toNanos());
        } catch (InterruptedException e) {
            interrupted = true;
        }
        open.forEach(link -> link.cancel("the trial was cut short"));
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void awaitEnds(long deadlineNanos) throws InterruptedException {
        while (links.stream().anyMatch(link -> !link.ended)) {
            long left = deadlineNanos - System.nanoTime();
            Signal signal = left <= 0 ? null : signals.poll(left, TimeUnit.NANOSECONDS);
            if (signal == null) {
                return;
            }
            if (signal instanceof Signal.Ended over) {
                over.link().ended = true;
            }
        }
    }
}
