package dev.assay.run.coordinator;

import dev.assay.driver.LocalClock;
import dev.assay.driver.TopicSpec;
import dev.assay.model.arrival.LoadCurve;
import dev.assay.model.delivery.ProducerLedger;
import dev.assay.model.delivery.Reconciliation;
import dev.assay.model.delivery.SequenceSet;
import dev.assay.model.delivery.WorkerLedger;
import dev.assay.model.result.ExecutedEvent;
import dev.assay.model.result.LoadTotals;
import dev.assay.model.result.RecheckRecord.Outcome;
import dev.assay.model.spec.EffectiveConfig;
import dev.assay.model.timeline.Phase;
import dev.assay.model.timeline.Timeline;
import dev.assay.model.trial.TrialEvent;
import dev.assay.model.trial.TrialStage;
import dev.assay.run.coordinator.TrialFailedException.Kind;
import dev.assay.run.coordinator.VerificationRun.Moments;
import dev.assay.worker.engine.Assignment;
import dev.assay.worker.engine.ConsumerSlot;
import dev.assay.worker.engine.RecheckPlan;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Runs one verification: a load, a fault in the middle of it, and a new consumer that reads everything that is left. */
public final class VerificationRunner {
    private final Timeouts timeouts;
    private final VerificationTimeouts waits;
    private final TrialSignals events;
    private final TrialSignals readingSignals;
    private final LocalClock clock;

    public VerificationRunner() {
        this(Timeouts.DEFAULT, VerificationTimeouts.DEFAULT);
    }

    public VerificationRunner(Timeouts timeouts, VerificationTimeouts waits) {
        this(timeouts, waits, LocalClock.SYSTEM);
    }

    public VerificationRunner(Timeouts timeouts, VerificationTimeouts waits, LocalClock clock) {
        this.events = new TrialSignals(clock);
        this.readingSignals = new TrialSignals(clock);
        this.clock = clock;
        this.timeouts = timeouts;
        this.waits = waits;
    }

    /**
     * Runs the verification from creating its topics to comparing the ledgers. The topics are left to be thrown away with their cluster.
     *
     * @param load the worker that sends
     * @param reader another worker, which opens its client only after the load
     * @throws TrialFailedException when the verification could not be run to its end; it proves nothing then
     */
    public VerificationRun run(
            TrialRequest request,
            WorkerConnection load,
            WorkerConnection reader,
            FaultInjection injection,
            IntervalSink sink)
            throws TrialFailedException, InterruptedException {
        CompatibilityCheck.check(request, List.of(load, reader));
        sink.on(TrialStage.CONNECTING);
        VerificationSteps steps =
                new VerificationSteps(request, injection, sink, new VerificationSteps.Limits(timeouts, waits), clock);
        ReportBounds reports = ReportBounds.of(request);
        try (TrialWorkers sending = new TrialWorkers(List.of(load), events, steps.watching(), timeouts, reports)) {
            VerificationSteps.Sent sent = steps.send(sending, WorkerHosts.of(List.of(load), clock));
            return read(request, steps, reader, sent);
        }
    }

    /**
     * Reads, and retries a reading that failed before it read anything: a system that has just recovered may refuse a consumer once
     * more. Each attempt reads from the beginning.
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

    /** Runs the steps of a verification: first the load with the fault in its middle, then the reading. */
    private static final class VerificationSteps {
        private final TrialRequest request;
        private final FaultInjection injection;
        private final IntervalSink sink;
        private final Timeouts timeouts;
        private final VerificationTimeouts waits;
        private boolean hasRead;
        private final LocalClock clock;
        private OutageDetector watch;

        record Limits(Timeouts trialWorkers, VerificationTimeouts verification) {}

        record Sent(List<WorkerLedger> ledgers, Moments moments, EffectiveConfig config) {}

        VerificationSteps(
                TrialRequest request, FaultInjection injection, IntervalSink sink, Limits limits, LocalClock clock) {
            this.clock = clock;
            this.watch = new OutageDetector(clock.nanoTime());
            this.request = request;
            this.injection = injection;
            this.sink = sink;
            this.timeouts = limits.trialWorkers();
            this.waits = limits.verification();
        }

        IntervalSink watching() {
            return new IntervalSink() {
                @Override
                public void on(TrialEvent event) {
                    sink.on(event);
                }

                @Override
                public void onProgress(LoadTotals totals) {
                    watch.onProgress(totals, clock.nanoTime());
                    sink.onProgress(totals);
                }
            };
        }

        /** Sends along a timeline with the fault in it, and waits until every message has its outcome. */
        Sent send(TrialWorkers trialWorkers, WorkerHosts hosts) throws TrialFailedException, InterruptedException {
            WorkerCommands steps = new WorkerCommands(request, trialWorkers, hosts);
            steps.connect();
            sink.on(TrialStage.CREATING_TOPICS);
            steps.createTopics();
            sink.on(TrialStage.OPENING);
            steps.open(producers(steps));
            LoadStart start = steps.start(sink);
            watch = new OutageDetector(start.nanoTime());
            sink.on(TrialStage.LOADING);
            Moments moments = load(steps, trialWorkers, start);
            steps.halt();
            sink.on(TrialStage.DRAINING);
            trialWorkers.await(clock.nanoTime() + waits.outcome().toNanos(), steps::resolved);
            sink.on(TrialStage.RECONCILING);
            return new Sent(steps.finish(), moments, steps.config());
        }

        private Moments load(WorkerCommands steps, TrialWorkers trialWorkers, LoadStart start)
                throws TrialFailedException, InterruptedException {
            Timeline timeline = request.timeline();
            Outage outage = new Outage(trialWorkers);
            TimelineRun.Program program = new TimelineRun.Program(
                    timeline,
                    ScheduledEvents.of(injection),
                    Map.of(timeline.phases().getLast().name(), outage));
            try (TimelineRun run = new TimelineRun(
                    program,
                    trialWorkers,
                    new TimelineRun.Setting(steps, injection.actions(), outage),
                    start.nanoTime())) {
                run.run();
                watch.end(clock.nanoTime());
                return outage.moments(start, run.executed());
            }
        }

        /** Watches the fault and the outage; ends the load once the system serves again. Used by the trial's thread. */
        private final class Outage implements IntervalSink, PhaseCondition {
            private final TrialWorkers trialWorkers;
            private LoadTotals atInjection = LoadTotals.ZERO;
            private long sinceAckNanos;
            private boolean recovering;
            private long recoveredNanoTime;
            private long servedNanoTime;
            private long ackedAtRecovery;

            Outage(TrialWorkers trialWorkers) {
                this.trialWorkers = trialWorkers;
            }

            @Override
            public void on(TrialEvent event) {
                if (event instanceof TrialStage stage) {
                    note(stage);
                }
                sink.on(event);
            }

            private void note(TrialStage stage) {
                long now = clock.nanoTime();
                if (stage == TrialStage.INJECTING) {
                    atInjection = trialWorkers.totals();
                    sinceAckNanos = watch.sinceAck(now);
                    watch.watchFrom(now);
                } else if (stage == TrialStage.RECOVERING) {
                    recovering = true;
                } else if (recovering) {
                    recoveredNanoTime = now;
                    ackedAtRecovery = watch.acked();
                }
            }

            @Override
            public String title() {
                return "the system serves again, or the time for it is over";
            }

            @Override
            public boolean holds(LoadTotals totals, long nanos, Phase phase, LoadCurve curve) {
                long now = clock.nanoTime();
                if (recoveredNanoTime == 0) {
                    return false;
                }
                boolean late = now - recoveredNanoTime > waits.served().toNanos();
                if (servedNanoTime == 0 && (late || watch.acked() > ackedAtRecovery)) {
                    servedNanoTime = now;
                }
                // The end of the phase is announced ahead, so the load continues for that lead after this returns true.
                return servedNanoTime != 0
                        && now - servedNanoTime >= waits.after().toNanos() - TimelineRun.END_LEAD_NANOS;
            }

            Moments moments(LoadStart start, List<ExecutedEvent> events) {
                return new Moments(
                        start,
                        effectNanos(events, ScheduledEvents.FAULT),
                        effectNanos(events, ScheduledEvents.RECOVERY),
                        atInjection,
                        sinceAckNanos,
                        watch.longestNanos(),
                        OutageDetector.RESOLUTION_NANOS,
                        watch.acked() > ackedAtRecovery);
            }

            private static long effectNanos(List<ExecutedEvent> events, String name) {
                return events.stream()
                        .filter(event -> event.name().equals(name))
                        .mapToLong(ExecutedEvent::endNanos)
                        .findFirst()
                        .orElseThrow();
            }
        }

        /** Reads everything from the oldest message to the system's ends, with a client of its own, and reconciles the ledgers. */
        VerificationRun read(TrialWorkers trialWorkers, WorkerHosts hosts, Sent sent)
                throws TrialFailedException, InterruptedException {
            WorkerCommands steps = new WorkerCommands(request, trialWorkers, hosts);
            sink.on(TrialStage.READING);
            steps.connect();
            long all = sent.ledgers().stream()
                    .flatMap(ledger -> ledger.producers().stream())
                    .mapToLong(ProducerLedger::sent)
                    .sum();
            WorkerCommands.Reread reread =
                    steps.readAgain(plan(all), waits.reading().plus(timeouts.step()));
            hasRead = reread.ledgers().stream()
                    .flatMap(ledger -> ledger.received().values().stream())
                    .anyMatch(set -> set.count(0, SequenceSet.LIMIT) > 0);
            if (reread.end().outcome() == Outcome.FAILED && !hasRead) {
                throw new TrialFailedException(Kind.SYSTEM, reread.end().detail());
            }
            List<WorkerLedger> ledgers = new ArrayList<>(sent.ledgers());
            ledgers.add(new WorkerLedger(List.of(), reread.ledgers(), 0));
            return new VerificationRun(
                    Reconciliation.reconcile(ledgers, request.subscriptionLabels(), phaseNames()),
                    reread.end(),
                    sent.moments(),
                    sent.config());
        }

        private List<String> phaseNames() {
            return request.timeline().phases().stream().map(Phase::name).toList();
        }

        boolean hasRead() {
            return hasRead;
        }

        private RecheckPlan plan(long all) {
            List<TopicSpec> topics = request.topics();
            List<ConsumerSlot> slots = new ArrayList<>();
            String name = request.subscriptionName(request.subscriptionLabels().getFirst());
            for (int topic = 0; topic < topics.size(); topic++) {
                slots.add(new ConsumerSlot(0, name, topic, topics.get(topic)));
            }
            int producers = request.trial().spec().workload().totalProducers();
            return new RecheckPlan(request.run(), producers, slots, all, waits.patience(), waits.reading());
        }

        private List<Assignment> producers(WorkerCommands steps) {
            return LoadAssigner.assign(request, steps.workerNames()).stream()
                    .map(all -> new Assignment(
                            all.worker(),
                            all.run(),
                            all.seed(),
                            all.workload(),
                            all.timeline(),
                            all.producers(),
                            List.of(),
                            all.catchUp()))
                    .toList();
        }
    }

    /**
     * Detects times in which nothing is acknowledged although messages are offered. It is fed the workers' reports, several a second;
     * outages shorter than two reports go unnoticed.
     */
    static final class OutageDetector {
        /** Progress is reported every 200 ms; either end of an outage may be off by that much. */
        static final long RESOLUTION_NANOS = 200_000_000;

        private long acked;
        private long lastAckNanos;
        private long watchedSinceNanos = Long.MAX_VALUE;
        private long longestNanos;

        OutageDetector(long startNanos) {
            lastAckNanos = startNanos;
        }

        void onProgress(LoadTotals totals, long nowNanos) {
            if (totals.acked() > acked) {
                silence(nowNanos);
                acked = totals.acked();
                lastAckNanos = nowNanos;
            }
        }

        /** Begins to count silences; one under way begins with the last acknowledgement. */
        void watchFrom(long nowNanos) {
            watchedSinceNanos = nowNanos;
        }

        void end(long nowNanos) {
            silence(nowNanos);
        }

        private void silence(long nowNanos) {
            if (nowNanos > watchedSinceNanos) {
                longestNanos = Math.max(longestNanos, nowNanos - lastAckNanos);
            }
        }

        long acked() {
            return acked;
        }

        long sinceAck(long nowNanos) {
            return Math.max(0, nowNanos - lastAckNanos);
        }

        /** Returns the longest outage so far; 0 when there was none longer than the interval of the reports. */
        long longestNanos() {
            return longestNanos > 2 * RESOLUTION_NANOS ? longestNanos : 0;
        }
    }

    /**
     * Bounds the waits of a verification, beside those of any trial.
     *
     * @param served time for producers to notice that the system is back, whatever their backoff
     * @param after time for which the load continues then
     * @param outcome longest wait for the outcome of messages under way; longer than clients try by default
     * @param patience silence after which reading is over where the system does not report its partitions' ends, as without a leader
     * @param reading limit of reading, whatever arrives
     */
    public record VerificationTimeouts(
            Duration served, Duration after, Duration outcome, Duration patience, Duration reading) {
        public static final VerificationTimeouts DEFAULT = new VerificationTimeouts(
                Duration.ofSeconds(60),
                Duration.ofSeconds(3),
                Duration.ofSeconds(150),
                Duration.ofSeconds(30),
                Duration.ofMinutes(5));
    }
}
