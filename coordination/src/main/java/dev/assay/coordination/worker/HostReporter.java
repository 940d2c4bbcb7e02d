package dev.assay.coordination.worker;

import dev.assay.coordination.wire.HostCodec;
import dev.assay.coordination.wire.proto.Event;
import dev.assay.host.Machine;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reports what the worker's machine does, where the coordinator wants it from this worker. A machine that does not tell is
 * said so once, and disturbs nothing else. Not safe for several threads.
 */
final class HostReporter {
    private final Machine machine;
    private final EventStream events;
    private Machine.@Nullable Watch watch;

    HostReporter(Machine machine, EventStream events) {
        this.machine = machine;
        this.events = events;
    }

    /** From now on there is something to report. */
    void begin() {
        try {
            Machine.Watch begun = machine.watch();
            watch = begun;
            if (!begun.limitations().isEmpty()) {
                send(begun.limitations());
            }
        } catch (IOException e) {
            send(List.of("There are no figures of the machine, as it has no Linux /proc: " + e));
        }
    }

    /**
     * Sends what the machine did since the last report; nothing where nobody asked for it.
     *
     * @param trialNanos now, in trial time
     */
    void report(long trialNanos) {
        Machine.Watch current = watch;
        if (current == null) {
            return;
        }
        try {
            events.send(Event.newBuilder()
                    .setHost(HostCodec.toWire(trialNanos, current.sample(System.nanoTime())))
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
