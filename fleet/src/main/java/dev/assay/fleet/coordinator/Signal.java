package dev.assay.fleet.coordinator;

import dev.assay.fleet.wire.proto.Event;
import java.util.Optional;

/** What the thread that runs a trial is told by others. */
sealed interface Signal {
    /** A worker has said something. */
    record Said(WorkerLink link, Event event) implements Signal {}

    /** A worker's stream is over; in order, when there is no problem. */
    record Ended(WorkerLink link, Optional<Throwable> problem) implements Signal {}

    /** Somebody wants the trial to end. */
    record Stop(TrialFailedException.Kind kind, String reason) implements Signal {}
}
