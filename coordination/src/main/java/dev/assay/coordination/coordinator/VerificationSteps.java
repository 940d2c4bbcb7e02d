package dev.assay.coordination.coordinator;

import dev.assay.coordination.coordinator.TrialFailedException.Kind;
import dev.assay.coordination.coordinator.VerificationRun.Moments;
import dev.assay.core.delivery.Reconciliation;
import dev.assay.core.delivery.WorkerLedger;
import dev.assay.core.result.EffectiveConfig;
import dev.assay.core.result.LoadTotals;
import dev.assay.core.result.WorkerInterval;
import dev.assay.core.trial.TrialStage;
import dev.assay.engine.Assignment;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/** The steps of a verification: first the load with the fault in its middle, then the reading. */
final class VerificationSteps {
    private final TrialRequest request;
    private final FaultInjection injection;
    private final IntervalSink sink;
    private final CoordinationLimits limits;
    private final VerificationLimits waits;
    private boolean opened;
    private OutageDetector watch = new OutageDetector(System.nanoTime());

    /** What is waited for how long. */
    record Limits(CoordinationLimits trialWorkers, VerificationLimits verification) {}

    /** What the first part leaves behind. */
    record Sent(List<WorkerLedger> ledgers, Moments moments, EffectiveConfig config) {}

    VerificationSteps(TrialRequest request, FaultInjection injection, IntervalSink sink, Limits limits) {
        this.request = request;
        this.injection = injection;
        this.sink = sink;
        this.limits = limits.trialWorkers();
        this.waits = limits.verification();
    }

    /** Receives the reports of the workers of the load. */
    IntervalSink watching() {
        return new IntervalSink() {
            @Override
            public void onInterval(WorkerInterval interval) {
                sink.onInterval(interval);
            }

            @Override
            public void onProgress(LoadTotals totals) {
                watch.onProgress(totals, System.nanoTime());
                sink.onProgress(totals);
            }
        };
    }

    /** Sends, lets the fault happen, and goes on until every message has its outcome. */
    Sent send(TrialWorkers trialWorkers, WorkerHosts hosts) throws TrialFailedException, InterruptedException {
        WorkerCommands steps = new WorkerCommands(request, trialWorkers, hosts);
        steps.connect();
        sink.onStage(TrialStage.CREATING_TOPICS);
        steps.createTopics();
        sink.onStage(TrialStage.OPENING);
        steps.open(assignments(steps, true));
        LoadStart start = steps.start();
        watch = new OutageDetector(start.nanoTime());
        sink.onStart(start);
        sink.onStage(TrialStage.LOADING);
        trialWorkers.await(start.nanoTime() + injection.after().toNanos(), () -> false);
        Moments moments = suffer(trialWorkers, start);
        steps.halt();
        sink.onStage(TrialStage.DRAINING);
        trialWorkers.await(System.nanoTime() + waits.outcome().toNanos(), steps::resolved);
        sink.onStage(TrialStage.RECONCILING);
        return new Sent(steps.finish(), moments, steps.config());
    }

    private Moments suffer(TrialWorkers trialWorkers, LoadStart start)
            throws TrialFailedException, InterruptedException {
        sink.onStage(TrialStage.STRIKING);
        LoadTotals atInjection = trialWorkers.totals();
        long sinceAck = watch.sinceAck(System.nanoTime());
        watch.watchFrom(System.nanoTime());
        long injected = meanwhile(trialWorkers, "the fault", injection::inject);
        trialWorkers.await(injected + injection.held().toNanos(), () -> false);
        sink.onStage(TrialStage.HEALING);
        long healed = meanwhile(trialWorkers, "the recovery", () -> {
            injection.heal();
            return System.nanoTime();
        });
        long ackedAtHealing = watch.acked();
        sink.onStage(TrialStage.LOADING);
        boolean served =
                trialWorkers.await(System.nanoTime() + waits.served().toNanos(), () -> watch.acked() > ackedAtHealing);
        trialWorkers.await(System.nanoTime() + waits.after().toNanos(), () -> false);
        watch.end(System.nanoTime());
        return new Moments(
                start,
                injected - start.nanoTime(),
                healed - start.nanoTime(),
                atInjection,
                sinceAck,
                watch.longestNanos(),
                OutageDetector.RESOLUTION_NANOS,
                served);
    }

    /** Does what takes long on another thread, so that events of the workers are handled meanwhile. */
    private long meanwhile(TrialWorkers trialWorkers, String what, Callable<Long> deed)
            throws TrialFailedException, InterruptedException {
        FutureTask<Long> task = new FutureTask<>(deed);
        Thread thread = Thread.ofPlatform().daemon().name("fault-injection").start(task);
        try {
            if (!trialWorkers.await(System.nanoTime() + injection.limit().toNanos(), task::isDone)) {
                throw new TrialFailedException(
                        Kind.SYSTEM,
                        what + " took more than " + injection.limit().toSeconds() + " s");
            }
            return task.get();
        } catch (ExecutionException e) {
            Throwable cause = e.getCause() == null ? e : e.getCause();
            throw new TrialFailedException(Kind.SYSTEM, what + " failed: " + cause.getMessage(), cause);
        } finally {
            thread.interrupt();
        }
    }

    /** Reads everything from the oldest message on, with a client of its own, and reconciles the ledgers. */
    VerificationRun read(TrialWorkers trialWorkers, WorkerHosts hosts, Sent sent)
            throws TrialFailedException, InterruptedException {
        WorkerCommands steps = new WorkerCommands(request, trialWorkers, hosts);
        sink.onStage(TrialStage.READING);
        steps.connect();
        steps.open(assignments(steps, false));
        opened = true;
        steps.awaitAssignment(limits);
        steps.startAt(sent.moments().start().nanoTime());
        awaitArrivals(trialWorkers, sent);
        List<WorkerLedger> all = new ArrayList<>(sent.ledgers());
        all.addAll(steps.finish());
        return new VerificationRun(
                Reconciliation.reconcile(all, request.subscriptionLabels()),
                sent.moments(),
                ConfigMerge.merge(sent.config(), steps.config()));
    }

    /** Whether a consumer was open, so that it may have read something. */
    boolean hasRead() {
        return opened;
    }

    private void awaitArrivals(TrialWorkers trialWorkers, Sent sent) throws TrialFailedException, InterruptedException {
        long all = sent.ledgers().stream()
                .flatMap(ledger -> ledger.producers().stream())
                .mapToLong(producer -> producer.sent())
                .sum();
        long deadline = System.nanoTime() + waits.reading().toNanos();
        long seen = -1;
        while (received(trialWorkers) > seen && System.nanoTime() < deadline) {
            seen = received(trialWorkers);
            long known = seen;
            Duration patience = known >= all ? waits.quiet() : waits.patience();
            trialWorkers.await(System.nanoTime() + patience.toNanos(), () -> received(trialWorkers) > known);
        }
    }

    private static long received(TrialWorkers trialWorkers) {
        return trialWorkers.totals().received().stream()
                .mapToLong(Long::longValue)
                .sum();
    }

    /** The producers alone, or the consumers alone. */
    private List<Assignment> assignments(WorkerCommands steps, boolean sending) {
        return LoadAssigner.assign(request, steps.workerNames()).stream()
                .map(all -> new Assignment(
                        all.worker(),
                        all.run(),
                        all.seed(),
                        all.workload(),
                        all.phases(),
                        sending ? all.producers() : List.of(),
                        sending ? List.of() : all.consumers(),
                        all.catchUp()))
                .toList();
    }
}
