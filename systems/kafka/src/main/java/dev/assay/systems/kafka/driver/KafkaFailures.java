package dev.assay.systems.kafka.driver;

import dev.assay.driver.DriverException;
import dev.assay.driver.client.Answers;
import dev.assay.model.failure.Failure;
import dev.assay.model.failure.FailureClass;
import org.apache.kafka.clients.consumer.CommitFailedException;
import org.apache.kafka.clients.consumer.RetriableCommitFailedException;
import org.apache.kafka.clients.producer.BufferExhaustedException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.errors.ApiException;
import org.apache.kafka.common.errors.DisconnectException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.NetworkException;
import org.apache.kafka.common.errors.RecordBatchTooLargeException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TransactionAbortedException;
import org.apache.kafka.common.errors.UnknownServerException;

final class KafkaFailures {
    private KafkaFailures() {}

    /**
     * Waits for the cluster's answer.
     *
     * @param doing what is being done, as in "creating topics"
     */
    static <T> T await(KafkaFuture<T> answer, String doing, long limitSeconds) throws DriverException {
        return Answers.await(answer, doing, limitSeconds, KafkaFailures::failed);
    }

    static DriverException failed(String doing, Throwable cause) {
        return new DriverException(doing + " failed: " + text(cause), cause);
    }

    /**
     * Classifies an error. Most of the vendor's exceptions stand for an error code of the protocol with which a broker, or the client in
     * its place, has refused a request.
     */
    static Failure failure(Throwable cause) {
        // The cause of a failed commit that may be repeated says more than the exception itself.
        Throwable inner = cause instanceof RetriableCommitFailedException ? cause.getCause() : null;
        Throwable named = inner == null ? cause : inner;
        return Failure.of(classOf(named), named);
    }

    private static FailureClass classOf(Throwable cause) {
        return switch (cause) {
            case BufferExhaustedException _ -> FailureClass.FULL;
            case TimeoutException _ -> FailureClass.TIMED_OUT;
            case RecordTooLargeException _, RecordBatchTooLargeException _ -> FailureClass.TOO_LARGE;
            case NetworkException _, DisconnectException _, TransactionAbortedException _, InterruptException _ ->
                FailureClass.CANCELLED;
            case UnknownServerException _ -> FailureClass.OTHER;
            case ApiException _, CommitFailedException _ -> FailureClass.REFUSED;
            // The client has no type for these.
            default ->
                String.valueOf(cause.getMessage()).contains("closed") ? FailureClass.CANCELLED : FailureClass.OTHER;
        };
    }

    /** Returns the exception's kind and the messages down to its root, each once. */
    static String text(Throwable cause) {
        StringBuilder text = new StringBuilder(cause.getClass().getSimpleName());
        String last = "";
        int depth = 0;
        for (Throwable at = cause; at != null && depth < 5; at = at.getCause(), depth++) {
            String message = at.getMessage();
            if (message != null && !message.isBlank() && !last.contains(message)) {
                text.append(": ").append(message.strip());
                last = message;
            }
        }
        return text.toString();
    }
}
