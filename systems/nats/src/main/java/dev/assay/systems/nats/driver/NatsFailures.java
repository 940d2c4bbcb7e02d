package dev.assay.systems.nats.driver;

import dev.assay.driver.DriverException;
import dev.assay.driver.client.Answers;
import dev.assay.model.failure.FailureClass;
import dev.assay.model.spec.Redactor;
import io.nats.client.JetStreamApiException;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CancellationException;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

final class NatsFailures {
    /** "stream not found" in the vendor's list of errors. */
    private static final int NO_STREAM = 10_059;

    /** Errors that may pass: no meta leader, no room at the moment, or a server that is not the leader any more. */
    private static final List<Integer> PASSING = List.of(10_005, 10_008, 10_009);

    /** Error codes of the vendor's list: account, memory or storage resources exceeded. */
    private static final List<Integer> FULL = List.of(10_002, 10_023, 10_028, 10_047);

    /** "message size exceeds maximum allowed" in the vendor's list. */
    private static final int TOO_LARGE = 10_054;

    /** The error of a stream that has not stored the message. */
    private static final int NOT_STORED = 10_077;

    private static final String NO_RESPONDERS = "503";

    private NatsFailures() {}

    /** @param doing what was being done, as in "creating the stream x" */
    static DriverException failed(String doing, Throwable cause) {
        if (cause instanceof InterruptedException) {
            Thread.currentThread().interrupt();
            return new DriverException(doing + " was interrupted", cause);
        }
        return new DriverException(doing + " failed: " + text(cause), cause);
    }

    /**
     * Describes the outcome of a message without an acknowledgement, which its stream may or may not have.
     *
     * @param closed whether the producer or its connection is closed, upon which the client cancels messages under way
     */
    static DriverException ofMessage(Throwable failure, String stream, long limitSeconds, boolean closed) {
        Throwable root = root(failure);
        String code = code(root);
        if (root instanceof CancellationException) {
            return DriverException.ofMessage(
                    closed ? FailureClass.CANCELLED : FailureClass.TIMED_OUT,
                    code,
                    "the stream " + stream + " has not acknowledged the message within " + limitSeconds
                            + " s, or the connection was closed before",
                    root);
        }
        return DriverException.ofMessage(
                classOf(root), code, "the stream " + stream + " has not acknowledged the message: " + text(root), root);
    }

    /** Returns the vendor's number of the error, where there is one. */
    private static String code(Throwable root) {
        if (root instanceof JetStreamApiException api) {
            return String.valueOf(api.getApiErrorCode());
        }
        return isWithoutResponders(root) ? NO_RESPONDERS : root.getClass().getSimpleName();
    }

    private static FailureClass classOf(Throwable root) {
        String text = String.valueOf(root.getMessage()).toLowerCase(Locale.ROOT);
        return switch (root) {
            case JetStreamApiException api when FULL.contains(api.getApiErrorCode()) -> FailureClass.FULL;
            case JetStreamApiException api when api.getApiErrorCode() == TOO_LARGE -> FailureClass.TOO_LARGE;
            // The code stands for any reason not to store a message; that of a limit contains "exceeded".
            case JetStreamApiException api
            when api.getApiErrorCode() == NOT_STORED && text.contains("exceeded") -> FailureClass.FULL;
            case JetStreamApiException _ -> FailureClass.REFUSED;
            case TimeoutException _ -> FailureClass.TIMED_OUT;
            // The client has no types for these.
            case IllegalArgumentException _ when text.contains("payload size") -> FailureClass.TOO_LARGE;
            case IllegalStateException _
            when text.contains("queue is full") || text.contains("unable to queue") -> FailureClass.FULL;
            case IllegalStateException _ when text.contains("clos") -> FailureClass.CANCELLED;
            default -> isWithoutResponders(root) ? FailureClass.REFUSED : FailureClass.OTHER;
        };
    }

    /** Returns whether nobody serves the subject: its stream is gone or has no leader. */
    private static boolean isWithoutResponders(Throwable root) {
        return String.valueOf(root.getMessage()).contains("No Responders");
    }

    /** Unwraps once more than usual, since the client wraps a server's answer. */
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

    static boolean isNotFound(JetStreamApiException failure) {
        return failure.getApiErrorCode() == NO_STREAM;
    }

    /** Returns whether the same request may be granted a moment later; there is no answer in time while servers elect a leader. */
    static boolean mayPass(@Nullable Throwable failure) {
        return failure instanceof IOException
                || (failure instanceof JetStreamApiException answer && PASSING.contains(answer.getApiErrorCode()));
    }
}
