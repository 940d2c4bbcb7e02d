package dev.assay.systems.kafka.driver;

import dev.assay.driver.DriverException;
import dev.assay.driver.client.Answers;
import org.apache.kafka.common.KafkaFuture;

/** Turns the client's exceptions into messages for people. */
final class KafkaFailures {
    private KafkaFailures() {}

    /**
     * Waits for an answer of the cluster.
     *
     * @param doing what is being done, as in "creating topics"
     */
    static <T> T await(KafkaFuture<T> answer, String doing, long limitSeconds) throws DriverException {
        return Answers.await(answer, doing, limitSeconds, KafkaFailures::failed);
    }

    static DriverException failed(String doing, Throwable cause) {
        return new DriverException(doing + " failed: " + text(cause), cause);
    }

    /** The exception's kind and the messages down to its root, each once. */
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
