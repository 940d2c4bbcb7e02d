package dev.assay.worker.engine;

import dev.assay.driver.BoundedProducer;
import dev.assay.driver.Driver;
import dev.assay.driver.DriverConsumer;
import dev.assay.driver.DriverException;
import dev.assay.driver.DriverProducer;
import dev.assay.driver.LocalClock;
import dev.assay.driver.MessageListener;
import dev.assay.model.arrival.ArrivalSchedule;
import dev.assay.model.arrival.LoadCurve;
import dev.assay.model.arrival.SplitMix;
import dev.assay.model.delivery.DeliveryReports;
import dev.assay.model.delivery.ProducerLedger;
import dev.assay.model.delivery.ReceivedMessages;
import dev.assay.model.delivery.ReceivedMessages.Arrival;
import dev.assay.model.delivery.WorkerLedger;
import dev.assay.model.failure.FailedOperation;
import dev.assay.model.failure.Failure;
import dev.assay.model.failure.FailureClass;
import dev.assay.model.message.MessageHeader;
import dev.assay.model.result.HarnessSample;
import dev.assay.model.result.IntervalHistogram;
import dev.assay.model.result.LoadTotals;
import dev.assay.model.result.SendCompression;
import dev.assay.model.result.WorkerInterval;
import dev.assay.model.spec.GroupSpec;
import dev.assay.model.spec.Workload;
import dev.assay.model.timeline.Phase;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * Runs one worker's part of one trial, from the first consumer to the ledger. Opened, started once, asked for an interval about
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
    private final ClientMetricsPoller metrics;
    private final FirstFailure failure;
    private volatile long startNanos = Long.MAX_VALUE;
    private long intervalStartNanos;
    private Optional<SendCompression> compression = Optional.empty();

    private LoadSession(Driver driver, Assignment assignment, TrialClock clock) {
        this.assignment = assignment;
        this.clock = clock;
        this.driver = driver;
        this.failure = new FirstFailure();
        this.timeline = new LoadTimeline(assignment.timeline());
        this.recorders = new ThreadRecorders(
                timeline,
                assignment.workload().allSubscriptions().stream()
                        .map(Workload.Subscription::name)
                        .toList());
        this.subscribers = new Subscribers(assignment, recorders, clock, failure);
        this.publishers = new Publishers(driver, assignment, timeline, recorders, clock, failure);
        this.offered = publishers.counter();
        this.harness = new ProcessSampler(clock.local());
        this.metrics = new ClientMetricsPoller(driver);
    }

    /**
     * Opens the consumers, then the producers; nothing is sent yet. The topics must exist. The driver stays the caller's.
     *
     * @throws DriverException when the client refuses one; what was opened is closed again
     */
    public static LoadSession open(Driver driver, Assignment assignment, TrialClock clock) throws DriverException {
        LoadSession session = new LoadSession(driver, assignment, clock);
        try {
            session.subscribers.open(driver);
            session.publishers.open();
        } catch (DriverException | RuntimeException e) {
            session.close();
            throw e;
        }
        return session;
    }

    /** Returns what each consumer holds by now; the load may start when every partition of every subscription is held. */
    public List<ConsumerAssignment> readiness() {
        return subscribers.readiness();
    }

    /** @param loadStartNanos trial time at which the schedule's zero lies; best a little ahead */
    public void start(long loadStartNanos) {
        startNanos = loadStartNanos;
        intervalStartNanos = clock.now() - loadStartNanos;
        harness.sample(); // What happened before belongs to no interval.
        metrics.begin();
        subscribers.start(loadStartNanos);
        publishers.start(loadStartNanos);
    }

    /**
     * Ends a phase before its latest end.
     *
     * @param endNanos from the start of the load
     * @return whether that was still ahead; otherwise messages may have been sent as those of the phase that are not
     */
    public boolean endPhase(int phase, long endNanos) {
        timeline.end(phase, endNanos);
        publishers.follow();
        return clock.now() - startNanos < endNanos;
    }

    /** @throws DriverException when the client refuses a consumer, or the load is over */
    public void startGroup(String group) throws DriverException {
        subscribers.begin(driver, group);
    }

    public void pauseGroup(String group) {
        subscribers.pause(group);
    }

    public void resumeGroup(String group) {
        subscribers.resume(group);
    }

    /** Returns what happened since the last call, or since the start. */
    public WorkerInterval interval() {
        publishers.compact();
        subscribers.compact();
        metrics.ask();
        long start = intervalStartNanos;
        long end = clock.now() - startNanos;
        LoadTotals totals = totalsAt(end);
        HarnessSample sample = harness.sample();
        List<IntervalHistogram> histograms = recorders.drain();
        intervalStartNanos = end;
        // The client is asked last, so that a late answer delays nothing that is counted.
        return new WorkerInterval(assignment.worker(), start, end, totals, sample, histograms, metrics.take());
    }

    /** Returns what the client did not report about itself and why, since the last call. */
    public List<String> limitations() {
        return metrics.limitations().stream()
                .map(limitation -> "the client of worker " + assignment.worker() + " " + limitation)
                .toList();
    }

    /**
     * Returns what has arrived here first since the last call, of the subscriptions that are shared with other workers. May be
     * called by any thread.
     */
    public List<DeliveryReports> deliveryReports() {
        return subscribers.messages().stream()
                .flatMap(messages -> messages.news().stream())
                .toList();
    }

    /**
     * Takes in what arrived at other workers. May be called by any thread.
     *
     * @throws IllegalArgumentException when it is not of this load
     */
    public void learn(DeliveryReports deliveryReports) {
        List<ReceivedMessages> messages = subscribers.messages();
        if (deliveryReports.subscription() < 0 || deliveryReports.subscription() >= messages.size()) {
            throw new IllegalArgumentException("delivery reports of subscription " + deliveryReports.subscription());
        }
        messages.get(deliveryReports.subscription()).learn(deliveryReports);
    }

    public LoadTotals totals() {
        return totalsAt(clock.now() - startNanos);
    }

    private synchronized LoadTotals totalsAt(long sinceStartNanos) {
        return recorders.totals(offered.dueBefore(Math.clamp(sinceStartNanos, 0, timeline.endNanos())));
    }

    /** Tells whether every scheduled message has been sent, or the time for it is over. */
    public boolean sendingFinished() {
        return publishers.finished();
    }

    /** Tells whether sending has finished and every message sent has its outcome. */
    public boolean resolved() {
        if (!publishers.finished()) {
            return false;
        }
        LoadTotals totals = recorders.totals(0);
        return totals.acked() + totals.failed() >= totals.sent();
    }

    /** Returns in words the error that makes the trial pointless; empty while there is none. */
    public Optional<String> failure() {
        return Optional.ofNullable(failure.message());
    }

    /** Stops sending; messages not sent yet count as unsent. */
    public void stopSending() {
        publishers.stop();
    }

    /**
     * Closes producers and consumers and returns the ledger, which is final then. The last samples come with one more
     * {@link #interval()} afterwards.
     *
     * @throws DriverException when the client can't be closed; the ledger would not be final
     */
    public WorkerLedger finish() throws DriverException {
        publishers.stop();
        metrics.close();
        compression = driver.compression();
        publishers.close();
        publishers.awaitEnd();
        subscribers.close();
        harness.finish();
        return ledger();
    }

    /**
     * Returns the ledger as it stands, once sending has finished.
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

    /** Returns how far the client compressed what was sent; known once the load is finished. */
    public Optional<SendCompression> compression() {
        return compression;
    }

    /**
     * Ends everything at once, whatever the state; errors of closing are dropped. When it returns, nothing is sent
     * or received any more, and nothing is opened again; only a thread that hangs in its client is not waited for without end.
     */
    @Override
    public void close() {
        publishers.abort();
        subscribers.abort();
        metrics.close();
        harness.close();
    }

    /** Runs the producers of one worker, each with a thread of its own once the load has started. */
    private static final class Publishers {
        private static final Duration STOP_PATIENCE = Duration.ofSeconds(10);

        /** A thread gets this long to end once its client has been closed, and again once it has been interrupted. */
        private static final Duration ABORT_PATIENCE = Duration.ofSeconds(2);

        private final Driver driver;
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
                Driver driver,
                Assignment assignment,
                LoadTimeline timeline,
                ThreadRecorders recorders,
                TrialClock clock,
                FirstFailure failure) {
            this.driver = driver;
            this.assignment = assignment;
            this.timeline = timeline;
            this.recorders = recorders;
            this.clock = clock;
            this.failure = failure;
            this.keyTable =
                    new MessageKeys.Table(assignment.workload().message().keys());
        }

        void open() throws DriverException {
            for (ProducerSlot slot : assignment.producers()) {
                DriverProducer client = BoundedProducer.of(
                        driver.openProducer(slot.topic()), assignment.workload().inFlight(), clock.local());
                clients.add(client);
                open.add(client);
            }
            payloads.addAll(Payloads.of(
                    assignment.workload().message(),
                    assignment.run(),
                    assignment.seed(),
                    assignment.producers().stream().map(ProducerSlot::number).toList()));
        }

        /** Starts the loops, unless they were stopped before. */
        synchronized void start(long startNanos) {
            if (stopped) {
                return;
            }
            List<ProducerLoop> opened = new ArrayList<>();
            for (int i = 0; i < clients.size(); i++) {
                int number = assignment.producers().get(i).number();
                SendTracker tracker = new SendTracker(number, recorders, driver::failureOf, clock, startNanos);
                trackers.add(tracker);
                opened.add(new ProducerLoop(
                        clients.get(i),
                        tracker,
                        payloads.get(i),
                        new MessageKeys(keyTable, SplitMix.mix(assignment.seed() + number)),
                        schedule(number),
                        timeline,
                        recorders,
                        clock,
                        startNanos,
                        assignment.catchUp().toNanos()));
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

        /** Wakes waiting loops after the timeline has changed, so that they look again how long to wait. */
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

        void awaitEnd() throws DriverException {
            try {
                join(STOP_PATIENCE);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new DriverException("interrupted while the producers were ending", e);
            }
        }

        private boolean join(Duration limit) throws InterruptedException {
            LocalClock local = clock.local();
            long deadline = local.nanoTime() + limit.toNanos();
            boolean ended = true;
            for (Thread thread : threads) {
                ended &= local.join(thread, Duration.ofNanos(Math.max(1, deadline - local.nanoTime())));
            }
            return ended;
        }

        void compact() {
            trackers.forEach(SendTracker::compact);
        }

        long violations() {
            return trackers.stream().mapToLong(SendTracker::violations).sum();
        }

        /** Returns ledgers that are final once the loops have ended and the clients are closed. */
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
            try {
                if (!join(ABORT_PATIENCE)) {
                    threads.forEach(Thread::interrupt);
                    threads.forEach(clock.local()::unpark);
                    join(ABORT_PATIENCE);
                }
            } catch (InterruptedException e) {
                threads.forEach(Thread::interrupt);
                Thread.currentThread().interrupt();
            }
        }
    }

    /**
     * Sends the messages of one producer's schedule, each message at its time or, when late, as soon as possible. No message is
     * skipped and none gets a later intended time. Runs on a thread of its own, so that a producer that blocks delays no other.
     */
    static final class ProducerLoop implements Runnable {
        /**
         * Loops wait by parks of at least this long: shorter ones cost a core for a precision that a virtual machine does not
         * give anyway. See docs/adr on pacing.
         */
        static final long MIN_PARK_NANOS = 100_000;

        private final DriverProducer client;
        private final SendTracker tracker;
        private final Payloads payloads;
        private final MessageKeys keys;
        private final ArrivalSchedule schedule;
        private final LoadTimeline timeline;
        private final ThreadRecorders recorders;
        private final TrialClock clock;
        private final long startNanos;
        private final long catchUpNanos;

        private volatile boolean stopped;
        private volatile boolean finished;
        private volatile long sent;
        private volatile long scheduled;

        /** Is returned by {@link #awaitDue} when there is nothing more to send. */
        private static final long OVER = Long.MIN_VALUE;

        /** Holds the first message of each phase that has begun at this producer. */
        private final long[] phaseStarts;

        private int phase;

        /**
         * Creates a loop whose load starts at that trial time.
         *
         * @param catchUpNanos messages not yet sent that long after the end of the load are counted as unsent
         */
        ProducerLoop(
                DriverProducer client,
                SendTracker tracker,
                Payloads payloads,
                MessageKeys keys,
                ArrivalSchedule schedule,
                LoadTimeline timeline,
                ThreadRecorders recorders,
                TrialClock clock,
                long startNanos,
                long catchUpNanos) {
            this.client = client;
            this.tracker = tracker;
            this.payloads = payloads;
            this.keys = keys;
            this.schedule = schedule;
            this.timeline = timeline;
            this.phaseStarts = new long[timeline.phases().size()];
            this.recorders = recorders;
            this.clock = clock;
            this.startNanos = startNanos;
            this.catchUpNanos = catchUpNanos;
        }

        @Override
        public void run() {
            try {
                sendAll();
                client.flush();
            } finally {
                finished = true;
            }
        }

        private void sendAll() {
            ThreadRecorder recorder = recorders.mine();
            long sequence = 0;
            try {
                for (long now = awaitDue(); now != OVER; now = awaitDue()) {
                    long dueNanos = schedule.dueNanos();
                    schedule.advance();
                    enter(timeline.phaseOf(dueNanos), sequence);
                    // It is counted before the call: the client may have taken a message although its call throws.
                    send(recorder, sequence++, dueNanos, now);
                }
            } finally {
                sent = sequence;
                scheduled = countRest(sequence);
            }
        }

        private void enter(int phaseNow, long sequence) {
            while (phase < phaseNow) {
                phaseStarts[++phase] = sequence;
            }
        }

        /** Counts the messages of the load from {@code first} on, which are not sent; returns how many the load has. */
        private long countRest(long first) {
            schedule.follow(timeline.curve());
            List<Phase> phases = timeline.phases();
            long counted = first;
            while (phase < phases.size() - 1) {
                counted += schedule.skipBefore(phases.get(phase).endNanos());
                phaseStarts[++phase] = counted;
            }
            return counted + schedule.skipBefore(timeline.endNanos());
        }

        /** Waits until the next message is due; returns the time then, or {@link #OVER}. */
        private long awaitDue() {
            while (!stopped) {
                LoadCurve curve = timeline.curve();
                schedule.follow(curve);
                long now = clock.now();
                long since = now - startNanos;
                long dueNanos = schedule.dueNanos();
                if (dueNanos == LoadCurve.NEVER || since >= curve.endNanos() + catchUpNanos) {
                    return OVER;
                }
                if (since >= dueNanos) {
                    return now;
                }
                clock.local().park(Math.max(dueNanos - since, MIN_PARK_NANOS));
            }
            return OVER;
        }

        private void send(ThreadRecorder recorder, long sequence, long dueNanos, long callStart) {
            long intended = startNanos + dueNanos;
            byte[] payload = payloads.stamp(sequence, intended, callStart);
            recorder.recordCall(phase, callStart - intended);
            recorder.sent.increment();
            try {
                client.send(payload, keys.of(sequence), tracker.pendingSend(client, sequence, intended, callStart));
            } finally {
                payloads.giveBack();
            }
        }

        void stop() {
            stopped = true;
        }

        boolean finished() {
            return finished;
        }

        long sent() {
            return sent;
        }

        long scheduled() {
            return scheduled;
        }

        /** Returns the number of the first message of each phase; final once the loop has finished. */
        List<Long> phaseStarts() {
            return Arrays.stream(phaseStarts).boxed().toList();
        }
    }

    private static final class Subscribers {
        private final Assignment assignment;
        private final ThreadRecorders recorders;
        private final TrialClock clock;
        private final FirstFailure failure;
        private final List<ReceivedMessages> messages = new ArrayList<>();
        private final List<OpenConsumer> consumers = new CopyOnWriteArrayList<>();
        private final Queue<DriverConsumer> open = new ConcurrentLinkedQueue<>();
        private volatile long startNanos;
        private boolean closed;

        private record OpenConsumer(ConsumerSlot slot, DriverConsumer client, ReceiveRecorder recorder) {}

        Subscribers(Assignment assignment, ThreadRecorders recorders, TrialClock clock, FirstFailure failure) {
            this.assignment = assignment;
            this.recorders = recorders;
            this.clock = clock;
            this.failure = failure;
            Workload workload = assignment.workload();
            long maxMessages = ArrivalSchedule.maxMessages(assignment.timeline().curve(), workload.totalProducers());
            for (int subscription = 0;
                    subscription < workload.allSubscriptions().size();
                    subscription++) {
                messages.add(new ReceivedMessages(
                        subscription,
                        assignment.run(),
                        workload.totalProducers(),
                        workload.topics() * workload.partitions(),
                        assignment.timeline().parts().size(),
                        maxMessages,
                        assignment.sharedSubscriptions().contains(subscription)));
            }
        }

        /** Opens all consumers that are open from the start; consumer groups that open later are left out. */
        void open(Driver driver) throws DriverException {
            for (ConsumerSlot slot : assignment.consumers()) {
                if (!group(slot).opensLater()) {
                    open(driver, slot);
                }
            }
        }

        /** Opens a consumer; it is closed at once where the load ends meanwhile. */
        private void open(Driver driver, ConsumerSlot slot) throws DriverException {
            if (isClosed()) {
                throw over();
            }
            ReceiveRecorder recorder = new ReceiveRecorder(
                    slot,
                    new ConsumerWork(group(slot).processing().toNanos(), clock),
                    messages.get(slot.subscription()),
                    recorders,
                    clock,
                    failure);
            // The recorder starts first, since a consumer that comes late may be given messages at once.
            recorder.start(startNanos);
            DriverConsumer client = driver.openConsumer(slot.topic(), slot.subscriptionName(), recorder);
            if (!add(new OpenConsumer(slot, client, recorder))) {
                client.close();
                throw over();
            }
        }

        private synchronized boolean add(OpenConsumer opened) {
            if (!closed) {
                open.add(opened.client());
                consumers.add(opened);
            }
            return !closed;
        }

        private synchronized boolean isClosed() {
            return closed;
        }

        private synchronized void end() {
            closed = true;
        }

        private static DriverException over() {
            return new DriverException("the load is over, so no consumer is opened any more");
        }

        private GroupSpec group(ConsumerSlot slot) {
            return subscription(slot).group();
        }

        private Workload.Subscription subscription(ConsumerSlot slot) {
            return assignment.workload().allSubscriptions().get(slot.subscription());
        }

        /** Must be called before the first message exists. */
        void start(long loadStartNanos) {
            startNanos = loadStartNanos;
            for (OpenConsumer consumer : consumers) {
                consumer.recorder().start(loadStartNanos);
                if (group(consumer.slot()).startPaused()) {
                    consumer.client().pause();
                }
            }
        }

        /** Has a consumer group begin to read: it is resumed where it was paused, else opened. */
        void begin(Driver driver, String group) throws DriverException {
            for (ConsumerSlot slot : assignment.consumers()) {
                if (subscription(slot).groupName().equals(group) && group(slot).opensLater()) {
                    open(driver, slot);
                }
            }
            resume(group);
        }

        /** Pauses a consumer group, which stays in its subscriptions. */
        void pause(String group) {
            of(group).forEach(consumer -> consumer.client().pause());
        }

        void resume(String group) {
            of(group).forEach(consumer -> consumer.client().resume());
        }

        private List<OpenConsumer> of(String group) {
            return consumers.stream()
                    .filter(consumer ->
                            subscription(consumer.slot()).groupName().equals(group))
                    .toList();
        }

        List<ConsumerAssignment> readiness() {
            return consumers.stream()
                    .map(consumer -> new ConsumerAssignment(
                            consumer.slot().subscription(),
                            consumer.slot().topicIndex(),
                            consumer.client().assignedPartitions(),
                            consumer.client().sharesPartitions()))
                    .toList();
        }

        List<ReceivedMessages> messages() {
            return messages;
        }

        void compact() {
            messages.forEach(ReceivedMessages::compact);
        }

        void close() throws DriverException {
            end();
            ClientCloser.closeAll(open);
        }

        void abort() {
            end();
            ClientCloser.abandonAll(open);
        }
    }

    /** Takes the messages of one consumer: enters them in the ledger, and records the end-to-end latency of first arrivals. */
    private static final class ReceiveRecorder implements MessageListener {
        private final ConsumerSlot slot;
        private final ConsumerWork work;
        private final ReceivedMessages messages;
        private final ThreadRecorders recorders;
        private final TrialClock clock;
        private final FirstFailure failure;
        private final CRC32C crc = new CRC32C();

        /** Is the trial time of the start of the load; no message of the trial exists before it is set. */
        private volatile long startNanos;

        ReceiveRecorder(
                ConsumerSlot slot,
                ConsumerWork work,
                ReceivedMessages messages,
                ThreadRecorders recorders,
                TrialClock clock,
                FirstFailure failure) {
            this.slot = slot;
            this.work = work;
            this.messages = messages;
            this.recorders = recorders;
            this.clock = clock;
            this.failure = failure;
        }

        void start(long loadStartNanos) {
            startNanos = loadStartNanos;
        }

        @Override
        public void onMessage(int partition, byte[] buffer, int offset, int length, long receivedNanos) {
            take(partition, buffer, offset, length, receivedNanos, false);
        }

        @Override
        public void onRedelivery(int partition, byte[] buffer, int offset, int length, long receivedNanos) {
            take(partition, buffer, offset, length, receivedNanos, true);
        }

        private void take(
                int partition, byte[] buffer, int offset, int length, long receivedNanos, boolean redelivered) {
            int partitionOverall = slot.topicIndex() * slot.topic().partitions() + partition;
            // The phase of a message too short to have a header is of no interest.
            long intended = length < MessageHeader.BYTES ? 0 : MessageHeader.intendedNanos(buffer, offset);
            int phase = recorders.phaseOf(intended - startNanos);
            Arrival arrival = messages.book(phase, partitionOverall, buffer, offset, length, crc);
            if (redelivered && arrival != Arrival.FOREIGN) {
                messages.redelivered(phase);
            }
            long received = clock.ofLocal(receivedNanos);
            if (arrival == Arrival.FIRST) {
                ThreadRecorder recorder = recorders.mine();
                recorder.recordArrival(
                        phase,
                        slot.subscription(),
                        received - intended,
                        received - MessageHeader.callStartNanos(buffer, offset));
                recorder.received(slot.subscription()).increment();
            }
            if (work.takesTime() && arrival != Arrival.FOREIGN) {
                work.on(MessageHeader.callStartNanos(buffer, offset), received);
            }
        }

        @Override
        public boolean takesTime() {
            return work.takesTime();
        }

        /** Counts failures; moves of partitions only under load, as they also come before it and when a group's consumers are closed. */
        @Override
        public void onFailure(FailedOperation operation, Failure reported) {
            long since = startNanos == 0 ? -1 : clock.now() - startNanos;
            boolean underLoad = since >= 0 && since <= recorders.endNanos();
            if (underLoad || reported.kind() != FailureClass.REBALANCED) {
                long known = Math.max(0, since);
                recorders.failures().add(operation, reported, recorders.phaseOf(known), known);
            }
        }

        @Override
        public void onError(Throwable cause) {
            failure.report(cause);
        }
    }

    /** Keeps the first error that makes a trial pointless; later ones are mostly its consequences, and go to the log. */
    private static final class FirstFailure {
        private final AtomicReference<@Nullable Throwable> first = new AtomicReference<>();

        void report(Throwable cause) {
            first.compareAndExchange(null, cause);
            System.getLogger(FirstFailure.class.getName())
                    .log(System.Logger.Level.ERROR, "the trial can't go on: " + cause, cause);
        }

        @Nullable
        String message() {
            Throwable cause = first.get();
            if (cause == null) {
                return null;
            }
            return cause.getMessage() == null ? cause.toString() : cause.getMessage();
        }
    }

    /** Counts the messages that were due by now, whether they were sent or not, by following the schedules a second time. */
    private static final class ScheduleCounter {
        private final LoadTimeline timeline;
        private final List<ArrivalSchedule> schedules;
        private long count;

        ScheduleCounter(LoadTimeline timeline, List<ArrivalSchedule> schedules) {
            this.timeline = timeline;
            this.schedules = List.copyOf(schedules);
        }

        /** Returns the messages due before that time, which is counted from the start of the load and never goes back. */
        long dueBefore(long nanos) {
            for (ArrivalSchedule schedule : schedules) {
                schedule.follow(timeline.curve());
                count += schedule.skipBefore(nanos);
            }
            return count;
        }
    }
}
