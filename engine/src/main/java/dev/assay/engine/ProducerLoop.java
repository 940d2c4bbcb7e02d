package dev.assay.engine;

import dev.assay.core.arrival.ArrivalSchedule.ProducerSchedule;
import dev.assay.driver.DriverProducer;

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
    private final ProducerSchedule producerSchedule;
    private final ThreadRecorders recorders;
    private final TrialClock clock;
    private final Window window;

    private volatile boolean stopped;
    private volatile boolean finished;
    private volatile long sent;
    private volatile long scheduled;

    /**
     * When the loop sends, in trial time.
     *
     * @param endNanos messages due from here on are not part of the load
     * @param giveUpNanos messages not yet sent by then are counted as unsent
     */
    record Window(long startNanos, long endNanos, long giveUpNanos) {}

    /** What a loop works with. */
    record Parts(
            DriverProducer client,
            SendTracker tracker,
            Payloads payloads,
            MessageKeys keys,
            ProducerSchedule producerSchedule) {}

    ProducerLoop(Parts parts, ThreadRecorders recorders, TrialClock clock, Window window) {
        this.client = parts.client();
        this.tracker = parts.tracker();
        this.payloads = parts.payloads();
        this.keys = parts.keys();
        this.producerSchedule = parts.producerSchedule();
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
        long due = nextDue();
        try {
            while (due < window.endNanos()) {
                long now = waitUntil(due);
                if (stopped || now >= window.giveUpNanos()) {
                    break;
                }
                long current = due;
                due = nextDue();
                // Counted before the call: the client may have taken a message although its call throws.
                send(recorder, sequence++, current, now);
            }
        } finally {
            sent = sequence;
            scheduled = sequence + dueFrom(due);
        }
    }

    private long nextDue() {
        return window.startNanos() + producerSchedule.next();
    }

    /** The messages of the load from that one on. */
    private long dueFrom(long first) {
        return first < window.endNanos() ? 1 + producerSchedule.skipBefore(window.endNanos() - window.startNanos()) : 0;
    }

    /** Waits until the message is due, or the loop is stopped; gives the time then. */
    private long waitUntil(long due) {
        long now = clock.now();
        while (now < due && !stopped) {
            clock.park(Math.max(due - now, SHORTEST_PARK_NANOS));
            now = clock.now();
        }
        return now;
    }

    private void send(ThreadRecorder recorder, long sequence, long due, long callStart) {
        byte[] payload = payloads.stamp(sequence, due, callStart);
        recorder.recordCall(recorders.phaseOf(due - window.startNanos()), callStart - due);
        recorder.sent.increment();
        client.send(payload, keys.of(sequence), tracker.pendingSend(client, sequence, due, callStart));
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
}
