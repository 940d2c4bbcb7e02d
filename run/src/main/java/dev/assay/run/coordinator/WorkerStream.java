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

/** The stream to one worker for one trial, and what the worker has reported so far. Used by the thread that runs the trial. */
final class WorkerStream {
    private final WorkerConnection connection;
    private final ClientCallStreamObserver<byte[]> commands;
    private final ReportBounds limits;
    private final ReportCheck check;
    private volatile long lastHeardNanos;

    /** Whether no more commands follow; guarded by the stream of them, which takes one at a time. */
    private boolean complete;

    @Nullable
    Capabilities capabilities;

    @Nullable
    EffectiveConfig config;

    /** Those of the topics that it was asked for which exist; null until it has said so. */
    @Nullable
    List<String> found;

    @Nullable
    WorkerLedger ledger;

    Optional<SendCompression> compression = Optional.empty();

    /** What of the load it has, for people; empty where it has all, or none yet. */
    String share = "";

    /** What it does; null until the load is opened. */
    @Nullable
    Assignment assignment;

    /** Whether it has a load to tell of every second. */
    boolean loaded;

    /** How far it has told of it, from its start on. */
    long reportedNanos;

    /** When it last did, by the clock of this process; at first, when its load starts. */
    long toldNanoTime;

    /** When it had last taken in nearly all that it was sent, by the clock of this process. */
    long readyNanoTime;

    boolean done;
    boolean ended;
    boolean lost;
    boolean sendingFinished;
    boolean resolved;
    String warning = "";

    /** The machine it runs on, as results name it. */
    String host = "";

    /** The same with its clock; null until the load is opened. */
    @Nullable
    WorkerHost machine;

    @Nullable
    List<ConsumerAssignment> readiness;

    LoadTotals totals = LoadTotals.ZERO;

    /** Whether the end of a phase came to be known in time; null until the worker has said so. */
    @Nullable
    Boolean phaseEndAhead;

    /** What was done to consumer groups, by the number of the command. */
    final Map<Integer, Event.GroupChanged> groupChanges = new HashMap<>();

    /** How a recheck ended; null until the worker has said so. */
    @Nullable
    RecheckEnd recheckGroup;

    /** What it found. */
    List<SubscriptionLedger> readAgain = List.of();

    LedgerAssembly readAgainParts;

    LedgerAssembly ledgerParts;

    /**
     * Opens it.
     *
     * @param eventsAhead how many may wait for the thread that runs the trial; a worker that says more waits itself
     */
    WorkerStream(WorkerConnection connection, TrialSignals events, ReportBounds limits, int eventsAhead) {
        this.lastHeardNanos = events.clock().nanoTime();
        this.connection = connection;
        this.limits = limits;
        this.check = new ReportCheck(limits);
        this.readAgainParts = new LedgerAssembly(limits.ledger());
        this.ledgerParts = new LedgerAssembly(limits.ledger());
        this.commands = connection.openTrial(new Listener(events, eventsAhead));
    }

    /** Runs on gRPC's threads; only passes events on. */
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
            events.add(new TrialSignal.Said(WorkerStream.this, () -> WireFormat.decode(event, Event.class)));
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

    /** What it reports is held against what can be. */
    ReportCheck check() {
        return check;
    }

    /** Whether the worker has taken in nearly all that it was sent, so that more of what can wait may follow. */
    boolean isReady() {
        return commands.isReady();
    }

    /** One of its events has been taken in, so that one more may come. */
    void taken() {
        commands.request(1);
    }

    String name() {
        return connection.identity().name();
    }

    long lastHeardNanos() {
        return lastHeardNanos;
    }

    /** The ledger of that worker as it stands, all parts of which came before; once its load is over with what its client told. */
    void finished(Event.Finished finished) {
        compression = finished.compression();
        ledger = ledgerParts.finish(finished.violations());
        ledgerParts = new LedgerAssembly(limits.ledger());
    }

    /** A recheck is over; all parts of what it found came before. */
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

    /** The same with a command that has no answer, so that it may come between another one and its answer. */
    void pass(Command command) {
        pass(WireFormat.encode(command));
    }

    /** The same with a command that is encoded already, as it goes to several workers. */
    void pass(byte[] command) {
        synchronized (commands) {
            try {
                commands.onNext(command);
            } catch (IllegalStateException e) {
                commands.cancel("the stream is over", e);
            }
        }
    }

    /** Tells the worker that this process is there, as long as more commands may follow. Any thread may do so. */
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

    /** Signals that no more commands follow. */
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

    /** The trial goes on without it: it is told nothing any more, and nothing that it says counts. */
    void lose() {
        lost = true;
        ended = true;
        loaded = false;
        ledger = null;
        cancel("the trial goes on without this worker");
    }

    /** Drops the stream, whatever its state. */
    void cancel(String reason) {
        synchronized (commands) {
            complete = true;
            commands.cancel(reason, null);
        }
    }
}
