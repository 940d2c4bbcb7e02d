package dev.assay.run.coordinator;

import dev.assay.driver.LocalClock;
import dev.assay.model.trial.TrialStage;
import dev.assay.run.coordinator.TrialFailedException.Kind;
import java.util.List;

/** Runs one verification: a load, a fault in the middle of it, and a fresh consumer that reads what is left. Serves one verification. */
public final class VerificationRunner {
    private final Timeouts timeouts;
    private final VerificationTimeouts waits;
    private final TrialEvents events;
    private final TrialEvents readingSignals;
    private final LocalClock clock;

    public VerificationRunner() {
        this(Timeouts.DEFAULT, VerificationTimeouts.DEFAULT);
    }

    public VerificationRunner(Timeouts timeouts, VerificationTimeouts waits) {
        this(timeouts, waits, LocalClock.SYSTEM);
    }

    /** The same by another clock than this process's. */
    public VerificationRunner(Timeouts timeouts, VerificationTimeouts waits, LocalClock clock) {
        this.events = new TrialEvents(clock);
        this.readingSignals = new TrialEvents(clock);
        this.clock = clock;
        this.timeouts = timeouts;
        this.waits = waits;
    }

    /**
     * Runs the verification from creating its topics to the account. The topics are left to be thrown away with their cluster.
     *
     * @param load the worker that sends
     * @param reader another worker, which opens its client when all is over
     * @throws TrialFailedException when the verification could not be run to its end; it says nothing then
     */
    public VerificationRun run(
            TrialRequest request,
            WorkerConnection load,
            WorkerConnection reader,
            FaultInjection injection,
            IntervalSink sink)
            throws TrialFailedException, InterruptedException {
        CompatibilityCheck.check(request, List.of(load, reader));
        sink.onStage(TrialStage.CONNECTING);
        VerificationSteps steps =
                new VerificationSteps(request, injection, sink, new VerificationSteps.Limits(timeouts, waits), clock);
        ReportBounds reports = ReportBounds.of(request);
        try (TrialWorkers sending = new TrialWorkers(List.of(load), events, steps.watching(), timeouts, reports)) {
            VerificationSteps.Sent sent = steps.send(sending, WorkerHosts.of(List.of(load), clock));
            return read(request, steps, reader, sent);
        }
    }

    /**
     * A system that has just come back may refuse a consumer once more. Reading may begin anew as long as nothing has been
     * read: what one attempt reads, it reads from the beginning.
     */
    private VerificationRun read(
            TrialRequest request, VerificationSteps steps, WorkerConnection reader, VerificationSteps.Sent sent)
            throws TrialFailedException, InterruptedException {
        long deadline = clock.nanoTime() + waits.served().toNanos();
        while (true) {
            try (TrialWorkers reading = new TrialWorkers(
                    List.of(reader), readingSignals, interval -> {}, timeouts, ReportBounds.of(request))) {
                return steps.read(reading, WorkerHosts.of(List.of(reader), clock), sent);
            } catch (TrialFailedException e) {
                if (e.kind() != Kind.SYSTEM || steps.hasRead() || clock.nanoTime() > deadline) {
                    throw e;
                }
            }
        }
    }

    /** Ends the verification at once, from another thread: {@link #run} fails with {@link Kind#CANCELLED}. */
    public void cancel() {
        stop(Kind.CANCELLED, "the verification was cancelled");
    }

    /** Ends the verification at once, from another thread, because the system has failed in a way that is not part of it. */
    public void fail(String reason) {
        stop(Kind.SYSTEM, reason);
    }

    private void stop(Kind kind, String reason) {
        events.stop(kind, reason);
        readingSignals.stop(kind, reason);
    }
}
