package dev.assay.worker;

import dev.assay.driver.LocalClock;
import dev.assay.engine.ConsumerAssignment;
import dev.assay.engine.LoadSession;
import dev.assay.engine.TrialClock;
import dev.assay.model.display.Excerpt;
import dev.assay.model.result.WorkerInterval;
import dev.assay.worker.wire.HostCodec;
import dev.assay.worker.wire.IntervalCodec;
import dev.assay.worker.wire.ReceiptCodec;
import dev.assay.worker.wire.proto.Alive;
import dev.assay.worker.wire.proto.ConsumerReadiness;
import dev.assay.worker.wire.proto.Event;
import dev.assay.worker.wire.proto.Progress;
import dev.assay.worker.wire.proto.ReadinessReport;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Reports to the coordinator several times a second how the load is doing, and once a second, counted from the start of the
 * load, what was measured and, where it is asked for, what the machine did. It reports even when there is nothing new: silence means trouble.
 */
final class ProgressReporter {
    private static final long BEAT_NANOS = 200_000_000;
    private static final long INTERVAL_NANOS = 1_000_000_000;

    private final EventStream events;
    private final HostReporter host;
    private final Consumer<Throwable> onCrash;
    private final Consumer<String> onFailure;
    private final IntervalCodec codec = new IntervalCodec();
    private final LocalClock clock;
    private final ReentrantLock lock = new ReentrantLock();
    private volatile @Nullable Thread thread;
    private @Nullable Load load;
    private volatile boolean ended;

    /** The load that is reported on. */
    private static final class Load {
        final LoadSession session;
        final TrialClock clock;
        final boolean reportsHost;
        long startNanos;
        long nextIntervalNanos = Long.MAX_VALUE;

        Load(LoadSession session, TrialClock clock, boolean reportsHost) {
            this.session = session;
            this.clock = clock;
            this.reportsHost = reportsHost;
        }

        boolean started() {
            return nextIntervalNanos != Long.MAX_VALUE;
        }

        void scheduleAfter(long nowNanos) {
            nextIntervalNanos = nextInterval(startNanos, nowNanos);
        }
    }

    /** The end of the interval that lasts at this moment: the next whole second of the load. */
    static long nextInterval(long startNanos, long nowNanos) {
        long passed = Math.max(0, nowNanos - startNanos) / INTERVAL_NANOS;
        return startNanos + (passed + 1) * INTERVAL_NANOS;
    }

    /**
     * A reporter that has not started.
     *
     * @param host reports on the machine
     * @param onFailure called with what went wrong with the system under test
     * @param onCrash called with what went wrong with the worker
     * @param clock the one that it waits by
     */
    ProgressReporter(
            EventStream events,
            HostReporter host,
            Consumer<String> onFailure,
            Consumer<Throwable> onCrash,
            LocalClock clock) {
        this.clock = clock;
        this.events = events;
        this.host = host;
        this.onFailure = onFailure;
        this.onCrash = onCrash;
    }

    void begin() {
        thread = clock.start(Thread.ofPlatform().name("progress").daemon(), this::run);
    }

    /**
     * From now on reports readiness.
     *
     * @param reportsHost whether to report on the machine as well once the load starts
     */
    void opened(LoadSession session, TrialClock clock, boolean reportsHost) {
        change(() -> load = new Load(session, clock, reportsHost));
    }

    /** From now on reports progress and intervals. */
    void started(long startNanos) {
        change(() -> {
            if (load != null) {
                load.startNanos = startNanos;
                load.scheduleAfter(startNanos);
                if (load.reportsHost) {
                    host.begin();
                }
            }
        });
    }

    /** From now on only reports that the worker is alive; returns once nobody else uses the session. */
    void loadOver() {
        change(() -> load = null);
    }

    /**
     * Sends what was measured since the last interval. What the machine did meanwhile goes before it: whoever has the interval
     * has that as well.
     *
     * @return when this one ended, from the start of the load on
     */
    long sendInterval(LoadSession session, TrialClock clock) {
        lock.lock();
        try {
            host.report(clock.now());
            sendReceipts(session);
            WorkerInterval interval = session.interval();
            events.send(Event.newBuilder().setInterval(codec.toWire(interval)).build());
            List<String> limitations = session.limitations();
            if (!limitations.isEmpty()) {
                events.send(Event.newBuilder()
                        .setHost(HostCodec.toWire(
                                limitations.stream().map(Excerpt::of).toList()))
                        .build());
            }
            return interval.endNanos();
        } finally {
            lock.unlock();
        }
    }

    /** Sends what arrived here of the subscriptions that are shared with other workers, so that it is before any count of it. */
    void sendReceipts(LoadSession session) {
        lock.lock();
        try {
            session.receipts()
                    .forEach(receipts -> events.send(Event.newBuilder()
                            .setReceipts(ReceiptCodec.toWire(receipts))
                            .build()));
        } finally {
            lock.unlock();
        }
    }

    void end() {
        change(() -> ended = true);
    }

    private void change(Runnable change) {
        lock.lock();
        try {
            change.run();
        } finally {
            lock.unlock();
        }
        Thread reporting = thread;
        if (reporting != null) {
            clock.unpark(reporting);
        }
    }

    private void run() {
        try {
            while (!ended) {
                // A wake-up too early only makes the next report come early.
                clock.park(report());
            }
        } catch (Throwable e) { // Whatever it is, the coordinator must hear of it.
            onCrash.accept(e);
        }
    }

    /** Reports, unless it has ended; returns how long to wait then. */
    private long report() {
        lock.lock();
        try {
            long nextBeat = clock.nanoTime() + BEAT_NANOS;
            if (!ended) {
                beat(load);
            }
            return nanosUntil(nextBeat);
        } finally {
            lock.unlock();
        }
    }

    /** Until the next report, or the end of the interval where that comes first. */
    private long nanosUntil(long nextBeat) {
        long left = nextBeat - clock.nanoTime();
        Load current = load;
        return current != null && current.started()
                ? Math.min(left, current.nextIntervalNanos - current.clock.now())
                : left;
    }

    private void beat(@Nullable Load current) {
        if (current == null) {
            events.send(Event.newBuilder().setAlive(Alive.getDefaultInstance()).build());
            return;
        }
        if (current.started()) {
            if (current.clock.now() >= current.nextIntervalNanos) {
                current.scheduleAfter(current.startNanos + sendInterval(current.session, current.clock));
            }
            sendReceipts(current.session);
            events.send(
                    Event.newBuilder().setProgress(progress(current.session)).build());
        } else {
            events.send(
                    Event.newBuilder().setReadiness(readiness(current.session)).build());
        }
        current.session.failure().ifPresent(onFailure);
    }

    private static Progress progress(LoadSession session) {
        // The flags first: counts read after "resolved" was seen are final.
        boolean sendingFinished = session.sendingFinished();
        boolean resolved = session.resolved();
        return Progress.newBuilder()
                .setSendingFinished(sendingFinished)
                .setResolved(resolved)
                .setTotals(IntervalCodec.toWire(session.totals()))
                .build();
    }

    private static ReadinessReport readiness(LoadSession session) {
        ReadinessReport.Builder report = ReadinessReport.newBuilder();
        for (ConsumerAssignment consumer : session.readiness()) {
            report.addConsumers(ConsumerReadiness.newBuilder()
                    .setSubscription(consumer.subscription())
                    .setTopicIndex(consumer.topicIndex())
                    .setAssignedPartitions(consumer.assignedPartitions())
                    .setSharesPartitions(consumer.sharesPartitions()));
        }
        return report.build();
    }
}
