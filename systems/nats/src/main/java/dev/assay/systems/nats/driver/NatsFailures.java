package dev.assay.systems.nats.driver;

import dev.assay.driver.DriverException;
import dev.assay.driver.client.Answers;
import dev.assay.model.spec.Redactor;
import io.nats.client.JetStreamApiException;
import java.util.List;
import java.util.concurrent.CancellationException;

/** Turns the client's exceptions into messages for people. */
final class NatsFailures {
    /** "stream not found" in the vendor's list of errors. */
    private static final int NO_STREAM = 10_059;

    /** No meta leader, no room at the moment, or a server that is not the leader any more. */
    private static final List<Integer> PASSING = List.of(10_005, 10_008, 10_009);

    private NatsFailures() {}

    /** @param doing what was being done, as in "creating the stream x" */
    static DriverException failed(String doing, Throwable cause) {
        if (cause instanceof InterruptedException) {
            Thread.currentThread().interrupt();
            return new DriverException(doing + " was interrupted", cause);
        }
        return new DriverException(doing + " failed: " + text(cause), cause);
    }

    /** What became of a message without an acknowledgement; whether its stream has it is not known. */
    static Throwable ofMessage(Throwable failure, String stream, long limitSeconds) {
        Throwable root = root(failure);
        if (root instanceof CancellationException) {
            return new DriverException(
                    "the stream " + stream + " has not acknowledged the message within " + limitSeconds
                            + " s, or the connection was closed before",
                    root);
        }
        return new DriverException("the stream " + stream + " has not acknowledged the message: " + text(root), root);
    }

    /** The client wraps what a server has answered once more. */
    private static Throwable root(Throwable failure) {
        Throwable unwrapped = Answers.unwrapped(failure);
        Throwable inner = unwrapped.getCause();
        return unwrapped.getClass() == RuntimeException.class && inner != null ? inner : unwrapped;
    }

    private static String text(Throwable cause) {
        String message = cause.getMessage();
        String text = message == null ? cause.getClass().getSimpleName() : Redactor.maskedUris(message);
        return cause instanceof JetStreamApiException || message == null
                ? text
                : cause.getClass().getSimpleName() + ": " + text;
    }

    /** Whether the server says that there is no such stream. */
    static boolean isNotFound(JetStreamApiException failure) {
        return failure.getApiErrorCode() == NO_STREAM;
    }

    /** Whether the same request may be granted a moment later. */
    static boolean mayPass(JetStreamApiException failure) {
        return PASSING.contains(failure.getApiErrorCode());
    }
}
