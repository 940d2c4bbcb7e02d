package dev.assay.systems.rabbitmq.driver;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.ShutdownSignalException;
import dev.assay.driver.DriverException;
import dev.assay.driver.client.Answers;

/** Turns the clients' exceptions into messages for people. */
final class RabbitMqFailures {
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

    /**
     * Whether the server refuses what it was asked for, which waiting does not change. It says "not found" of a queue that is on a node
     * that is down, too.
     */
    static boolean isRefusal(Throwable cause) {
        return replyCode(cause) != 0 && !text(root(cause)).contains("is down or inaccessible");
    }

    private static int replyCode(Throwable cause) {
        return root(cause) instanceof ShutdownSignalException signal
                        && signal.getReason() instanceof AMQP.Channel.Close close
                ? close.getReplyCode()
                : 0;
    }
}
