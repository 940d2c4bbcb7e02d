package dev.assay.fleet.coordinator;

import dev.assay.fleet.coordinator.TrialFailedException.Kind;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/** Runs one proof: a load, a fault in the middle of it, and a fresh consumer that reads what is left. Serves one proof. */
public final class ProofRunner {
    private final FleetLimits limits;
    private final ProofLimits waits;
    private final BlockingQueue<TrialEvent> events = new LinkedBlockingQueue<>();
    private final BlockingQueue<TrialEvent> readingSignals = new LinkedBlockingQueue<>();

    public ProofRunner() {
        this(FleetLimits.DEFAULT, ProofLimits.DEFAULT);
    }

    public ProofRunner(FleetLimits limits, ProofLimits waits) {
        this.limits = limits;
        this.waits = waits;
    }

    /**
     * Runs the proof from creating its topics to the account. The topics are left to be thrown away with their cluster.
     *
     * @param load the worker that sends
     * @param reader another worker, which opens its client when all is over
     * @throws TrialFailedException when the proof could not be run to its end; it proves nothing then
     */
    public ProofRun run(
            TrialRequest request,
            WorkerConnection load,
            WorkerConnection reader,
            FaultInjection injection,
            IntervalSink sink)
            throws TrialFailedException, InterruptedException {
        CompatibilityCheck.check(request, List.of(load, reader));
        sink.onStage(TrialStage.CONNECTING);
        VerificationSteps steps =
                new VerificationSteps(request, injection, sink, new VerificationSteps.Limits(limits, waits));
        try (TrialFleet sending = new TrialFleet(List.of(load), events, steps.watching(), limits)) {
            VerificationSteps.Sent sent = steps.send(sending, FleetClocks.measure(List.of(load)));
            return read(steps, reader, sent);
        }
    }

    /**
     * A system that has just come back may refuse a consumer once more. Reading may begin anew as long as nothing has been
     * read: what one attempt reads, it reads from the beginning.
     */
    private ProofRun read(VerificationSteps steps, WorkerConnection reader, VerificationSteps.Sent sent)
            throws TrialFailedException, InterruptedException {
        long deadline = System.nanoTime() + waits.served().toNanos();
        while (true) {
            try (TrialFleet reading = new TrialFleet(List.of(reader), readingSignals, interval -> {}, limits)) {
                return steps.read(reading, FleetClocks.measure(List.of(reader)), sent);
            } catch (TrialFailedException e) {
                if (e.kind() != Kind.SYSTEM || steps.hasRead() || System.nanoTime() > deadline) {
                    throw e;
                }
            }
        }
    }

    /** Ends the proof at once, from another thread: {@link #run} fails with {@link Kind#CANCELLED}. */
    public void cancel() {
        stop(Kind.CANCELLED, "the proof was cancelled");
    }

    /** Ends the proof at once, from another thread, because the system has failed in a way that is not part of it. */
    public void fail(String reason) {
        stop(Kind.SYSTEM, reason);
    }

    private void stop(Kind kind, String reason) {
        events.add(new TrialEvent.Stop(kind, reason));
        readingSignals.add(new TrialEvent.Stop(kind, reason));
    }
}
