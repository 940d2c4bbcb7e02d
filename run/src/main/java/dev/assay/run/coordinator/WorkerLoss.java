package dev.assay.run.coordinator;

import dev.assay.model.display.LongText;
import dev.assay.run.coordinator.TrialFailedException.Kind;
import dev.assay.worker.wire.Event;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

final class WorkerLoss {
    /**
     * The wait for a process to end: the connection of a process that is killed breaks before its end can be seen, on a busy machine long
     * before.
     */
    private static final Duration DEATH_PATIENCE = Duration.ofSeconds(15);

    /** The wait while other workers are under load, whose reports must be taken. */
    private static final Duration SHORT_PATIENCE = Duration.ofSeconds(1);

    private WorkerLoss() {}

    static TrialFailedException stalled(WorkerStream stream, Duration silence) {
        return failure(
                stream,
                "has sent nothing for %.1f s and is considered stalled; is it frozen, or is the network down?"
                        .formatted(silence.toMillis() / 1e3),
                null);
    }

    /** Describes a worker that sends its reports but reads no commands. */
    static TrialFailedException deaf(WorkerStream stream, Duration deafness) {
        return failure(
                stream,
                "has taken in nothing of what it was sent for %.1f s; is its machine overloaded, or the network to it?"
                        .formatted(deafness.toMillis() / 1e3),
                null);
    }

    static TrialFailedException late(WorkerStream stream, Duration lateness) {
        return failure(
                stream,
                "reports that it is alive, but for %.1f s nothing that it measured; did its clock stop, or is it overloaded?"
                        .formatted(lateness.toMillis() / 1e3),
                null);
    }

    /** Describes a worker whose reports of seconds don't come as fast as those of others. */
    static TrialFailedException behind(WorkerStream stream, WorkerStream other, Duration lag) {
        return failure(
                stream,
                "reports that it is alive, but its values are %.1f s of load behind those of worker %s; did its clock stop, or is it overloaded?"
                        .formatted(lag.toMillis() / 1e3, other.name()),
                null);
    }

    /**
     * Describes a worker whose stream has ended.
     *
     * @param goesOn whether the trial continues
     * @throws Error that ended it in this process
     */
    static TrialFailedException gone(WorkerStream stream, @Nullable Throwable cause, boolean goesOn) {
        OwnError.rethrow(cause);
        Optional<String> death = stream.connection().handle().death(goesOn ? SHORT_PATIENCE : DEATH_PATIENCE);
        if (death.isPresent()) {
            return failure(stream, "is gone: it " + death.get(), cause);
        }
        if (cause == null) {
            return failure(stream, "ended the trial by itself", null);
        }
        return failure(stream, "has been lost: " + ConnectionProblem.text(cause), cause);
    }

    /**
     * Describes a worker that has sent an implausible report.
     *
     * @throws Error that kept this process from understanding it
     */
    static TrialFailedException senseless(WorkerStream stream, RuntimeException problem) {
        OwnError.rethrow(problem);
        String message = problem.getMessage() == null ? problem.toString() : problem.getMessage();
        return failure(
                stream,
                "sent invalid data: " + LongText.truncate(message)
                        + "; is it an Assay worker, and is its machine healthy? Its values are discarded",
                problem);
    }

    static TrialFailedException failed(WorkerStream stream, Event.Failed failed) {
        String reason = LongText.truncate(failed.reason());
        return switch (failed.kind()) {
            case SYSTEM -> new TrialFailedException(Kind.SYSTEM, reason + " (seen by worker " + stream.name() + ")");
            case REFUSED ->
                new TrialFailedException(Kind.REFUSED, stream.connection().title() + " refused the trial: " + reason);
            case WORKER -> failure(stream, "has failed: " + reason, null);
        };
    }

    private static TrialFailedException failure(WorkerStream stream, String description, @Nullable Throwable cause) {
        List<String> log = stream.connection().handle().logTail();
        String share = stream.loaded && !stream.share.isEmpty() ? " (" + stream.share + ")" : "";
        String tail = log.isEmpty() ? "" : ".\nThe end of its log:\n  " + String.join("\n  ", log);
        return new TrialFailedException(
                Kind.WORKER, stream.connection().title() + share + " " + description + tail, cause);
    }
}
