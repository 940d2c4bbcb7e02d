package dev.assay.engine;

import dev.assay.driver.DriverProducer;
import dev.assay.model.arrival.ArrivalSchedule;
import dev.assay.model.arrival.LoadCurve;
import dev.assay.model.result.Phase;
import java.util.Arrays;
import java.util.List;

/**
 * Sends the messages of one producer's schedule, each message at its time or, when late, as soon as possible. No message is
 * skipped and none gets a later intended time. A thread of its own, so that a producer that blocks delays no other.
 */
final class ProducerLoop implements Runnable {
    /**
     * Waiting is a park of at least this long: shorter ones cost a core for a precision that a virtual machine does not
     * give anyway. See docs/adr on pacing.
     */
    static final long SHORTEST_PARK_NANOS = 100_000;

    private final DriverProducer client;
    private final SendTracker tracker;
    private final Payloads payloads;
    private final MessageKeys keys;
    private final ArrivalSchedule schedule;
    private final LoadTimeline timeline;
    private final ThreadRecorders recorders;
    private final TrialClock clock;
    private final Window window;

    private volatile boolean stopped;
    private volatile boolean finished;
    private volatile long sent;
    private volatile long scheduled;

    /** The time of {@link #awaitDue} when there is nothing more to send. */
    private static final long OVER = Long.MIN_VALUE;

    /** The first message of each phase that has begun at this producer. */
    private final long[] phaseStarts;

    private int phase;

    /**
     * When the loop sends.
     *
     * @param startNanos in trial time
     * @param catchUpNanos messages not yet sent that long after the end of the load are counted as unsent
     */
    record Window(long startNanos, long catchUpNanos) {}

    /** What a loop works with. */
    record Parts(
            DriverProducer client,
            SendTracker tracker,
            Payloads payloads,
            MessageKeys keys,
            ArrivalSchedule schedule,
            LoadTimeline timeline) {}

    ProducerLoop(Parts parts, ThreadRecorders recorders, TrialClock clock, Window window) {
        this.client = parts.client();
        this.tracker = parts.tracker();
        this.payloads = parts.payloads();
        this.keys = parts.keys();
        this.schedule = parts.schedule();
        this.timeline = parts.timeline();
        this.phaseStarts = new long[timeline.phases().size()];
        this.recorders = recorders;
        this.clock = clock;
        this.window = window;
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
                // Counted before the call: the client may have taken a message although its call throws.
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

    /** Counts the messages of the load from that one on, which are not sent; returns how many the load has. */
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

    /** Waits until the next message is due; gives the time then, or {@link #OVER}. */
    private long awaitDue() {
        while (!stopped) {
            LoadCurve curve = timeline.curve();
            schedule.follow(curve);
            long now = clock.now();
            long since = now - window.startNanos();
            long dueNanos = schedule.dueNanos();
            if (dueNanos == LoadCurve.NEVER || since >= curve.endNanos() + window.catchUpNanos()) {
                return OVER;
            }
            if (since >= dueNanos) {
                return now;
            }
            clock.local().park(Math.max(dueNanos - since, SHORTEST_PARK_NANOS));
        }
        return OVER;
    }

    private void send(ThreadRecorder recorder, long sequence, long dueNanos, long callStart) {
        long intended = window.startNanos() + dueNanos;
        byte[] payload = payloads.stamp(sequence, intended, callStart);
        recorder.recordCall(phase, callStart - intended);
        recorder.sent.increment();
        client.send(payload, keys.of(sequence), tracker.pendingSend(client, sequence, intended, callStart));
    }

    /** Ends the loop before its next message. */
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

    /** The number of the first message of each phase; final once the loop has finished. */
    List<Long> phaseStarts() {
        return Arrays.stream(phaseStarts).boxed().toList();
    }
}
