package dev.assay.worker;

import dev.assay.driver.LocalClock;
import dev.assay.host.Machine;
import dev.assay.worker.wire.HostCodec;
import dev.assay.worker.wire.proto.Event;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reports what the worker's machine does, where the coordinator wants it from this worker. A machine that does not tell is
 * said so once, and disturbs nothing else. Not safe for several threads.
 */
final class HostReporter {
    /** What a machine does is counted in ticks of 10 ms: shares of less time than this would be chance. */
    private static final long MIN_NANOS = 500_000_000;

    private final Machine machine;
    private final EventStream events;
    private final LocalClock clock;
    private Machine.@Nullable Watch watch;
    private long lastNanos;

    HostReporter(Machine machine, EventStream events, LocalClock clock) {
        this.clock = clock;
        this.machine = machine;
        this.events = events;
    }

    /** From now on there is something to report. */
    void begin() {
        try {
            Machine.Watch begun = machine.watch();
            watch = begun;
            lastNanos = clock.nanoTime();
            if (!begun.limitations().isEmpty()) {
                send(begun.limitations());
            }
        } catch (IOException e) {
            send(List.of("There are no figures of the machine, as it has no Linux /proc: " + e));
        }
    }

    /**
     * Sends what the machine did since the last report; nothing where nobody asked for it, or that was just now.
     *
     * @param trialNanos now, in trial time
     */
    void report(long trialNanos) {
        Machine.Watch current = watch;
        long now = clock.nanoTime();
        if (current == null || now - lastNanos < MIN_NANOS) {
            return;
        }
        try {
            lastNanos = now;
            events.send(Event.newBuilder()
                    .setHost(HostCodec.toWire(trialNanos, current.sample(now)))
                    .build());
        } catch (IOException | RuntimeException e) {
            watch = null;
            send(List.of("There are no more figures of the machine: " + e));
        }
    }

    private void send(List<String> limitations) {
        events.send(Event.newBuilder().setHost(HostCodec.toWire(limitations)).build());
    }
}
