package dev.assay.systems.rabbitmq.driver;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.ShutdownSignalException;
import dev.assay.driver.DriverException;
import dev.assay.driver.client.Answers;

/** Turns the clients' exceptions into messages for people. */
final class RabbitMqFailures {
    private static final String NO_REPLICA = "does not have a replica on the local node";

    private RabbitMqFailures() {}

    /** @param doing what was being done, as in "creating topics" */
    static DriverException failed(String doing, Throwable cause) {
        Throwable root = root(cause);
        return new DriverException(doing + " failed: " + text(root), root);
    }

    /** The failure itself, without what futures and the client wrap around it. */
    static Throwable root(Throwable cause) {
        Throwable unwrapped = Answers.unwrapped(cause);
        Throwable inner = unwrapped.getCause();
        return inner instanceof ShutdownSignalException ? root(inner) : unwrapped;
    }

    /** What the server said where it said something. */
    static String text(Throwable root) {
        if (root instanceof ShutdownSignalException signal) {
            Object reason = signal.getReason();
            if (reason instanceof AMQP.Channel.Close close) {
                return close.getReplyText();
            }
            if (reason instanceof AMQP.Connection.Close close) {
                return close.getReplyText();
            }
            return String.valueOf(signal.getMessage());
        }
        return root.getClass().getSimpleName() + ": " + root.getMessage();
    }

    /** Whether the server says that there is no such thing. */
    static boolean isNotFound(Throwable cause) {
        return replyCode(cause) == AMQP.NOT_FOUND;
    }

    /** Whether a node says that it has no replica of a stream, as it does until that of a new stream has come up. */
    static boolean isWithoutReplica(Throwable cause) {
        return replyCode(cause) == AMQP.PRECONDITION_FAILED && text(root(cause)).contains(NO_REPLICA);
    }

    private static int replyCode(Throwable cause) {
        return root(cause) instanceof ShutdownSignalException signal
                        && signal.getReason() instanceof AMQP.Channel.Close close
                ? close.getReplyCode()
                : 0;
    }
}
