package dev.assay.engine;

import dev.assay.driver.BoundedProducer;
import dev.assay.driver.Driver;
import dev.assay.driver.DriverException;
import dev.assay.driver.DriverProducer;
import dev.assay.driver.LocalClock;
import dev.assay.model.arrival.ArrivalSchedule;
import dev.assay.model.arrival.SplitMix;
import dev.assay.model.delivery.ProducerLedger;
import dev.assay.model.spec.Workload;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** The producers of one worker, each with a thread of its own once the load has started. */
final class Publishers {
    private static final Duration STOP_PATIENCE = Duration.ofSeconds(10);

    private final Assignment assignment;
    private final LoadTimeline timeline;
    private final ThreadRecorders recorders;
    private final TrialClock clock;
    private final FirstFailure failure;
    private final MessageKeys.Table keyTable;
    private final List<DriverProducer> clients = new ArrayList<>();
    private final Queue<DriverProducer> open = new ConcurrentLinkedQueue<>();
    private final List<Payloads> payloads = new ArrayList<>();
    private final List<SendTracker> trackers = new ArrayList<>();
    private volatile List<ProducerLoop> loops = List.of();
    private volatile List<Thread> threads = List.of();
    private boolean stopped;

    Publishers(
            Assignment assignment,
            LoadTimeline timeline,
            ThreadRecorders recorders,
            TrialClock clock,
            FirstFailure failure) {
        this.assignment = assignment;
        this.timeline = timeline;
        this.recorders = recorders;
        this.clock = clock;
        this.failure = failure;
        this.keyTable = new MessageKeys.Table(assignment.workload().message().keys());
    }

    void open(Driver driver) throws DriverException {
        for (ProducerSlot slot : assignment.producers()) {
            DriverProducer client = BoundedProducer.of(
                    driver.openProducer(slot.topic()), assignment.workload().inFlight(), clock.local());
            clients.add(client);
            open.add(client);
            payloads.add(new Payloads(
                    assignment.workload().message(),
                    new Payloads.Owner(
                            assignment.run(),
                            slot.number(),
                            assignment.seed(),
                            assignment.producers().size())));
        }
    }

    /** Starts the loops, unless they were stopped before. */
    synchronized void start(long startNanos) {
        if (stopped) {
            return;
        }
        ProducerLoop.Window window =
                new ProducerLoop.Window(startNanos, assignment.catchUp().toNanos());
        List<ProducerLoop> opened = new ArrayList<>();
        for (int i = 0; i < clients.size(); i++) {
            ProducerLoop loop = new ProducerLoop(parts(i, startNanos), recorders, clock, window);
            opened.add(loop);
        }
        loops = List.copyOf(opened);
        List<Thread> started = new ArrayList<>();
        for (int i = 0; i < clients.size(); i++) {
            Thread.Builder thread = Thread.ofPlatform()
                    .daemon()
                    .name("producer-" + assignment.producers().get(i).number())
                    .uncaughtExceptionHandler((failed, cause) -> failure.report(cause));
            started.add(clock.local().start(thread, loops.get(i)));
        }
        threads = List.copyOf(started);
    }

    private ProducerLoop.Parts parts(int index, long startNanos) {
        int number = assignment.producers().get(index).number();
        SendTracker tracker = new SendTracker(number, recorders, clock, startNanos);
        trackers.add(tracker);
        return new ProducerLoop.Parts(
                clients.get(index),
                tracker,
                payloads.get(index),
                new MessageKeys(keyTable, SplitMix.mix(assignment.seed() + number)),
                schedule(number),
                timeline);
    }

    private ArrivalSchedule schedule(int number) {
        Workload workload = assignment.workload();
        return new ArrivalSchedule(
                timeline.curve(), workload.arrivals(), assignment.seed(), number, workload.totalProducers());
    }

    /** Follows the schedules of all producers a second time. */
    ScheduleCounter counter() {
        return new ScheduleCounter(
                timeline,
                assignment.producers().stream()
                        .map(slot -> schedule(slot.number()))
                        .toList());
    }

    /** The timeline has changed: whoever waits looks again for how long. */
    synchronized void follow() {
        threads.forEach(clock.local()::unpark);
    }

    boolean finished() {
        return loops.stream().allMatch(ProducerLoop::finished);
    }

    /** Tells the loops to end before their next message; one that is blocked in its client ends when that is closed. */
    synchronized void stop() {
        stopped = true;
        loops.forEach(ProducerLoop::stop);
        threads.forEach(clock.local()::unpark);
    }

    /** Waits for the loops to end, bounded. */
    void awaitEnd() throws DriverException {
        LocalClock local = clock.local();
        long deadline = local.nanoTime() + STOP_PATIENCE.toNanos();
        try {
            for (Thread thread : threads) {
                local.join(thread, Duration.ofNanos(Math.max(1, deadline - local.nanoTime())));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new DriverException("interrupted while the producers were ending", e);
        }
    }

    void compact() {
        trackers.forEach(SendTracker::compact);
    }

    long violations() {
        return trackers.stream().mapToLong(SendTracker::violations).sum();
    }

    /** Final once the loops have ended and the clients are closed. */
    List<ProducerLedger> ledgers() throws DriverException {
        List<ProducerLedger> ledgers = new ArrayList<>();
        for (int i = 0; i < loops.size(); i++) {
            ProducerLoop loop = loops.get(i);
            if (!loop.finished()) {
                throw new DriverException(
                        "producer " + assignment.producers().get(i).number()
                                + " is still blocked in the client's send call, so its ledger is not final");
            }
            ledgers.add(trackers.get(i).ledger(loop.scheduled(), loop.sent(), loop.phaseStarts()));
        }
        return ledgers;
    }

    void close() throws DriverException {
        ClientCloser.closeAll(open);
    }

    void abort() {
        stop();
        ClientCloser.abandonAll(open);
    }
}
