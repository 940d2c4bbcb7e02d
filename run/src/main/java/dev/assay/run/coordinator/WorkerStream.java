package dev.assay.run.coordinator;

import dev.assay.driver.Capabilities;
import dev.assay.model.delivery.SubscriptionLedger;
import dev.assay.model.delivery.WorkerLedger;
import dev.assay.model.display.LongText;
import dev.assay.model.result.LoadTotals;
import dev.assay.model.result.SendCompression;
import dev.assay.model.spec.EffectiveConfig;
import dev.assay.worker.engine.Assignment;
import dev.assay.worker.engine.ConsumerAssignment;
import dev.assay.worker.engine.RecheckEnd;
import dev.assay.worker.wire.Command;
import dev.assay.worker.wire.Event;
import dev.assay.worker.wire.LedgerAssembly;
import dev.assay.worker.wire.WireFormat;
import io.grpc.stub.ClientCallStreamObserver;
import io.grpc.stub.ClientResponseObserver;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Holds the stream to one worker for one trial, and the worker's latest reports. Used by the thread that runs the trial. */
final class WorkerStream {
    private final WorkerConnection connection;
    private final ClientCallStreamObserver<byte[]> commands;
    private final ReportBounds limits;
    private final ReportCheck check;
    private volatile long lastHeardNanos;

    /** True when no more commands follow; guarded by the stream of commands, which takes one at a time. */
    private boolean complete;

    @Nullable
    Capabilities capabilities;

    @Nullable
    EffectiveConfig config;

    /** Existing ones of the topics that the worker was asked for; null until it has answered. */
    @Nullable
    List<String> existingTopics;

    @Nullable
    WorkerLedger ledger;

    Optional<SendCompression> compression = Optional.empty();

    /** The worker's part of the load, for people; empty where it has all, or none yet. */
    String share = "";

    @Nullable
    Assignment assignment;

    /** True where the worker has a load to report every second. */
    boolean loaded;

    /** The end of the worker's last report, from the start of the load. */
    long reportedNanos;

    /** When the worker last reported, by the clock of this process; at first, when its load starts. */
    long toldNanoTime;

    /** When the worker had last read nearly all that it was sent, by the clock of this process. */
    long readyNanoTime;

    boolean done;
    boolean ended;
    boolean lost;
    boolean sendingFinished;
    boolean resolved;
    String warning = "";

    String host = "";

    /** The worker's machine with the clock; null until the load is opened. */
    @Nullable
    WorkerHost machine;

    @Nullable
    List<ConsumerAssignment> readiness;

    LoadTotals totals = LoadTotals.ZERO;

    /** True if the end of a phase became known in time; null until the worker has answered. */
    @Nullable
    Boolean phaseEndAhead;

    /** Changes of consumer groups, by the number of the command. */
    final Map<Integer, Event.GroupChanged> groupChanges = new HashMap<>();

    /** How a recheck ended; null until the worker has answered. */
    @Nullable
    RecheckEnd recheckGroup;

    List<SubscriptionLedger> readAgain = List.of();

    LedgerAssembly readAgainParts;

    LedgerAssembly ledgerParts;

    /** @param eventsAhead how many events may wait for the thread that runs the trial; a worker that sends more has to wait */
    WorkerStream(WorkerConnection connection, TrialSignals events, ReportBounds limits, int eventsAhead) {
        this.lastHeardNanos = events.clock().nanoTime();
        this.connection = connection;
        this.limits = limits;
        this.check = new ReportCheck(limits);
        this.readAgainParts = new LedgerAssembly(limits.ledger());
        this.ledgerParts = new LedgerAssembly(limits.ledger());
        this.commands = connection.openTrial(new Listener(events, eventsAhead));
    }

    /** Passes events on, on gRPC's threads. */
    private final class Listener implements ClientResponseObserver<byte[], byte[]> {
        private final TrialSignals events;
        private final int eventsAhead;

        Listener(TrialSignals events, int eventsAhead) {
            this.events = events;
            this.eventsAhead = eventsAhead;
        }

        @Override
        public void beforeStart(ClientCallStreamObserver<byte[]> stream) {
            stream.disableAutoRequestWithInitial(eventsAhead);
        }

        @Override
        public void onNext(byte[] event) {
            lastHeardNanos = events.clock().nanoTime();
            events.add(new TrialSignal.Message(WorkerStream.this, () -> WireFormat.decode(event, Event.class)));
        }

        @Override
        public void onError(Throwable problem) {
            events.add(new TrialSignal.Ended(WorkerStream.this, problem));
        }

        @Override
        public void onCompleted() {
            events.add(new TrialSignal.Ended(WorkerStream.this, null));
        }
    }

    WorkerConnection connection() {
        return connection;
    }

    ReportCheck check() {
        return check;
    }

    /** Returns whether the worker has read nearly all that it was sent, so that more may follow of what can wait. */
    boolean isReady() {
        return commands.isReady();
    }

    /** Lets the worker send one more event, as one was taken. */
    void taken() {
        commands.request(1);
    }

    String name() {
        return connection.identity().name();
    }

    long lastHeardNanos() {
        return lastHeardNanos;
    }

    /** Takes the last part of the worker's ledger; once its load is over, with its client's reports. */
    void finished(Event.Finished finished) {
        compression = finished.compression();
        ledger = ledgerParts.finish(finished.violations());
        ledgerParts = new LedgerAssembly(limits.ledger());
    }

    void readAgain(RecheckEnd end) {
        readAgain = readAgainParts.finish(0).subscriptions();
        readAgainParts = new LedgerAssembly(limits.ledger());
        recheckGroup = new RecheckEnd(end.outcome(), Math.max(0, end.nanos()), LongText.truncate(end.detail()));
    }

    /** Sends a command; one that the worker can't receive any more is dropped, as the end of the stream says why. */
    void send(Command command) {
        done = false;
        if (command instanceof Command.ChangeGroup change) {
            check.groupCommanded(change.number());
        } else if (command instanceof Command.Start(long startNanos)) {
            loaded = true;
            toldNanoTime = startNanos;
        } else if (command instanceof Command.Finish) {
            loaded = false;
        }
        pass(command);
    }

    /** Sends a command without an answer, which may come between another one and its answer. */
    void pass(Command command) {
        pass(WireFormat.encode(command));
    }

    /**
     * Sends an encoded command without an answer; the encoding is shared, as the command goes to several workers. Where no more follow, it
     * is dropped: a clock may be read while the worker ends.
     */
    void pass(byte[] command) {
        synchronized (commands) {
            if (complete) {
                return;
            }
            try {
                commands.onNext(command);
            } catch (IllegalStateException e) {
                commands.cancel("the stream is over", e);
            }
        }
    }

    /** Tells the worker that this process is there, as long as more commands may follow. Any thread may call. */
    void beat() {
        synchronized (commands) {
            if (complete) {
                return;
            }
            try {
                commands.onNext(WireFormat.encode(new Command.Alive()));
            } catch (IllegalStateException over) {
                complete = true; // The end of the stream says why.
            }
        }
    }

    void complete() {
        synchronized (commands) {
            complete = true;
            try {
                commands.onCompleted();
            } catch (IllegalStateException e) {
                commands.cancel("the stream is over", e);
            }
        }
    }

    /** Gives the worker up: it gets no more commands, and its reports no longer count. */
    void lose() {
        lost = true;
        ended = true;
        loaded = false;
        ledger = null;
        cancel("the trial goes on without this worker");
    }

    void cancel(String reason) {
        synchronized (commands) {
            complete = true;
            commands.cancel(reason, null);
        }
    }
}
