package dev.assay.fleet.coordinator;

import dev.assay.core.delivery.WorkerLedger;
import dev.assay.core.result.EffectiveConfig;
import dev.assay.core.result.LoadTotals;
import dev.assay.driver.Capabilities;
import dev.assay.fleet.wire.LedgerAssembly;
import dev.assay.fleet.wire.proto.Command;
import dev.assay.fleet.wire.proto.ConsumerReadiness;
import dev.assay.fleet.wire.proto.Event;
import io.grpc.stub.ClientCallStreamObserver;
import io.grpc.stub.ClientResponseObserver;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import org.jspecify.annotations.Nullable;

/** The stream to one worker for one trial, and what it has said so far. Used by the thread that runs the trial. */
final class WorkerLink {
    private final WorkerConnection connection;
    private final ClientCallStreamObserver<Command> commands;
    private volatile long lastHeardNanos = System.nanoTime();

    @Nullable
    Capabilities capabilities;

    @Nullable
    EffectiveConfig config;

    @Nullable
    WorkerLedger ledger;

    boolean done;
    boolean ended;
    boolean sendingFinished;
    boolean settled;
    String warning = "";

    @Nullable
    List<ConsumerReadiness> readiness;

    LoadTotals totals = LoadTotals.ZERO;
    final LedgerAssembly ledgerParts = new LedgerAssembly();

    WorkerLink(WorkerConnection connection, BlockingQueue<Signal> signals) {
        this.connection = connection;
        this.commands = connection.openTrial(new Listener(signals));
    }

    /** Runs on gRPC's threads; only passes on what it hears. */
    private final class Listener implements ClientResponseObserver<Command, Event> {
        private final BlockingQueue<Signal> signals;

        Listener(BlockingQueue<Signal> signals) {
            this.signals = signals;
        }

        @Override
        public void beforeStart(ClientCallStreamObserver<Command> stream) {}

        @Override
        public void onNext(Event event) {
            lastHeardNanos = System.nanoTime();
            signals.add(new Signal.Said(WorkerLink.this, event));
        }

        @Override
        public void onError(Throwable problem) {
            signals.add(new Signal.Ended(WorkerLink.this, Optional.of(problem)));
        }

        @Override
        public void onCompleted() {
            signals.add(new Signal.Ended(WorkerLink.this, Optional.empty()));
        }
    }

    WorkerConnection connection() {
        return connection;
    }

    String name() {
        return connection.identity().name();
    }

    long lastHeardNanos() {
        return lastHeardNanos;
    }

    /** Sends a command; one that the worker can't receive any more is dropped, as the end of the stream says why. */
    void send(Command command) {
        done = false;
        try {
            commands.onNext(command);
        } catch (IllegalStateException e) {
            commands.cancel("the stream is over", e);
        }
    }

    /** Says that no more commands follow. */
    void complete() {
        try {
            commands.onCompleted();
        } catch (IllegalStateException e) {
            commands.cancel("the stream is over", e);
        }
    }

    /** Drops the stream, whatever its state. */
    void cancel(String reason) {
        commands.cancel(reason, null);
    }
}
