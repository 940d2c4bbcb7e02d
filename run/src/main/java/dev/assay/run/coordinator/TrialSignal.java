package dev.assay.run.coordinator;

import dev.assay.worker.wire.Event;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

sealed interface TrialSignal {
    /**
     * A worker has sent an event.
     *
     * @param event decodes it; until then it waits in its size on the wire
     */
    record Message(WorkerStream stream, Supplier<Event> event) implements TrialSignal {}

    /** A worker's stream has ended; normally, when there is no problem. */
    record Ended(WorkerStream stream, @Nullable Throwable problem) implements TrialSignal {}

    /**
     * A machine's clock was read.
     *
     * @param nanoTime when, on this process's {@link System#nanoTime()}
     */
    record ClockRead(WorkerHost host, ClockOffset estimate, long nanoTime) implements TrialSignal {}

    record Broken(Error error) implements TrialSignal {}

    record Stop(TrialFailedException.Kind kind, String reason) implements TrialSignal {}
}
