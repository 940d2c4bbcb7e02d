package dev.assay.engine;

import dev.assay.driver.Driver;
import dev.assay.driver.DriverException;
import dev.assay.model.delivery.ProducerLedger;
import dev.assay.model.delivery.Receipts;
import dev.assay.model.delivery.ReceivedMessages;
import dev.assay.model.delivery.WorkerLedger;
import dev.assay.model.result.HarnessSample;
import dev.assay.model.result.IntervalHistogram;
import dev.assay.model.result.LoadTotals;
import dev.assay.model.result.SendCompression;
import dev.assay.model.result.WorkerInterval;
import dev.assay.model.spec.Workload;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * One worker's part of one trial, from the first consumer to the ledger. Opened, started once, asked for an interval about
 * every second, finished once. All methods but {@link #close()} and the getters belong to one controlling thread.
 */
public final class LoadSession implements AutoCloseable {
    private final Assignment assignment;
    private final TrialClock clock;
    private final Driver driver;
    private final LoadTimeline timeline;
    private final ThreadRecorders recorders;
    private final Subscribers subscribers;
    private final Publishers publishers;
    private final ScheduleCounter offered;
    private final ProcessSampler harness;
    private final ClientFigures figures;
    private final FirstFailure failure;
    private volatile long startNanos = Long.MAX_VALUE;
    private long intervalStartNanos;
    private Optional<SendCompression> compression = Optional.empty();

    private LoadSession(Assignment assignment, TrialClock clock, Opened opened) {
        this.assignment = assignment;
        this.clock = clock;
        this.driver = opened.driver();
        this.timeline = opened.timeline();
        this.recorders = opened.recorders();
        this.subscribers = opened.subscribers();
        this.publishers = opened.publishers();
        this.failure = opened.failure();
        this.offered = opened.offered();
        this.harness = new ProcessSampler(clock.local());
        this.figures = new ClientFigures(driver);
    }

    private record Opened(
            Driver driver,
            LoadTimeline timeline,
            ThreadRecorders recorders,
            Subscribers subscribers,
            Publishers publishers,
            ScheduleCounter offered,
            FirstFailure failure) {}

    /**
     * Opens the consumers, then the producers; nothing is sent yet. The topics must exist. The driver stays the caller's.
     *
     * @throws DriverException when the client refuses one; what was opened is closed again
     */
    public static LoadSession open(Driver driver, Assignment assignment, TrialClock clock) throws DriverException {
        FirstFailure failure = new FirstFailure();
        LoadTimeline timeline = new LoadTimeline(assignment.timeline());
        ThreadRecorders recorders = new ThreadRecorders(
                timeline,
                assignment.workload().allSubscriptions().stream()
                        .map(Workload.Subscription::name)
                        .toList());
        Subscribers subscribers = new Subscribers(assignment, recorders, clock, failure);
        Publishers publishers = new Publishers(assignment, timeline, recorders, clock, failure);
        try {
            subscribers.open(driver);
            publishers.open(driver);
        } catch (DriverException | RuntimeException e) {
            publishers.abort();
            subscribers.abort();
            throw e;
        }
        return new LoadSession(
                assignment,
                clock,
                new Opened(driver, timeline, recorders, subscribers, publishers, publishers.counter(), failure));
    }

    /** What each consumer holds by now; the load may start when every partition of every subscription is held. */
    public List<ConsumerAssignment> readiness() {
        return subscribers.readiness();
    }

    /**
     * Starts the load.
     *
     * @param loadStartNanos trial time at which the schedule's zero lies; best a little ahead
     */
    public void start(long loadStartNanos) {
        startNanos = loadStartNanos;
        intervalStartNanos = clock.now() - loadStartNanos;
        harness.sample(); // what happened before belongs to no interval
        figures.begin();
        subscribers.start(loadStartNanos);
        publishers.start(loadStartNanos);
    }

    /**
     * A phase ends before its latest end.
     *
     * @param endNanos from the start of the load
     * @return whether that was still ahead; otherwise messages may have been sent as those of the phase that are not
     */
    public boolean endPhase(int phase, long endNanos) {
        timeline.end(phase, endNanos);
        publishers.follow();
        return clock.now() - startNanos < endNanos;
    }

    /**
     * A reader begins to read.
     *
     * @throws DriverException when the client refuses a consumer
     */
    public void beginReader(String reader) throws DriverException {
        subscribers.begin(driver, reader);
    }

    /** A reader takes no messages any more. */
    public void pauseReader(String reader) {
        subscribers.pause(reader);
    }

    /** A reader takes messages again. */
    public void resumeReader(String reader) {
        subscribers.resume(reader);
    }

    /** What happened since the last call, or since the start. */
    public WorkerInterval interval() {
        publishers.compact();
        subscribers.compact();
        figures.ask();
        long start = intervalStartNanos;
        long end = clock.now() - startNanos;
        LoadTotals totals = totalsAt(end);
        HarnessSample sample = harness.sample();
        List<IntervalHistogram> histograms = recorders.drain();
        intervalStartNanos = end;
        // Last: a client that answers late delays nothing that is counted.
        return new WorkerInterval(assignment.worker(), start, end, totals, sample, histograms, figures.take());
    }

    /** What the client did not tell of itself and why, since the last call. */
    public List<String> limitations() {
        return figures.limitations().stream()
                .map(limitation -> "the client of worker " + assignment.worker() + " " + limitation)
                .toList();
    }

    /**
     * What has arrived here first since the last call, of the subscriptions that are shared with other workers. May be called
     * by any thread.
     */
    public List<Receipts> receipts() {
        return subscribers.messages().stream()
                .flatMap(messages -> messages.news().stream())
                .toList();
    }

    /**
     * Takes in what arrived at other workers. May be called by any thread.
     *
     * @throws IllegalArgumentException when it is not of this load
     */
    public void learn(Receipts receipts) {
        List<ReceivedMessages> messages = subscribers.messages();
        if (receipts.subscription() < 0 || receipts.subscription() >= messages.size()) {
            throw new IllegalArgumentException("receipts of subscription " + receipts.subscription());
        }
        messages.get(receipts.subscription()).learn(receipts);
    }

    /** Cumulative counts by now. */
    public LoadTotals totals() {
        return totalsAt(clock.now() - startNanos);
    }

    private synchronized LoadTotals totalsAt(long sinceStartNanos) {
        return recorders.totals(offered.dueBefore(Math.clamp(sinceStartNanos, 0, timeline.endNanos())));
    }

    /** Whether every scheduled message has been sent, or the time for it is over. */
    public boolean sendingFinished() {
        return publishers.finished();
    }

    /** Whether sending has finished and every message sent has its outcome. */
    public boolean resolved() {
        if (!publishers.finished()) {
            return false;
        }
        LoadTotals totals = recorders.totals(0);
        return totals.acked() + totals.failed() >= totals.sent();
    }

    /** The error that makes going on pointless, in words. */
    public Optional<String> failure() {
        return failure.message();
    }

    /** Stops sending; messages not sent yet count as unsent. */
    public void stopSending() {
        publishers.stop();
    }

    /**
     * Closes producers and consumers and gives the ledger, which is final then. The last samples come with one more
     * {@link #interval()} afterwards.
     *
     * @throws DriverException when the client can't be closed; the ledger would not be final
     */
    public WorkerLedger finish() throws DriverException {
        publishers.stop();
        figures.close();
        compression = driver.compression();
        publishers.close();
        publishers.awaitEnd();
        subscribers.close();
        harness.finish();
        return ledger();
    }

    /**
     * The ledger as it stands, once sending has finished.
     *
     * @throws DriverException when a producer has not finished
     */
    public WorkerLedger ledger() throws DriverException {
        List<ProducerLedger> producers = new ArrayList<>(publishers.ledgers());
        return new WorkerLedger(
                producers,
                subscribers.messages().stream().map(ReceivedMessages::ledger).toList(),
                publishers.violations());
    }

    /** How far the client compressed what was sent; known once the load is finished. */
    public Optional<SendCompression> compression() {
        return compression;
    }

    /** Ends everything at once, whatever the state; errors of closing are of no interest any more. */
    @Override
    public void close() {
        publishers.abort();
        subscribers.abort();
        figures.close();
        harness.close();
    }
}
