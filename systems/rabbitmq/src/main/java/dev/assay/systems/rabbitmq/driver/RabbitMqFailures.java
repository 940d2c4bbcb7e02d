package dev.assay.systems.rabbitmq.driver;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.AuthenticationFailureException;
import com.rabbitmq.client.ShutdownSignalException;
import dev.assay.driver.DriverException;
import dev.assay.driver.client.Answers;
import dev.assay.model.failure.Failure;
import dev.assay.model.failure.FailureClass;

final class RabbitMqFailures {
    private RabbitMqFailures() {}

    /** @param doing what was being done, as in "creating topics" */
    static DriverException failed(String doing, Throwable cause) {
        Throwable root = root(cause);
        return new DriverException(doing + " failed: " + text(root), root);
    }

    /** Describes the outcome of messages that were under way when their channel or connection ended, or that could not be written to it. */
    static DriverException ofMessages(String exchange, Throwable cause) {
        Failure failure = failure(cause);
        return DriverException.ofMessage(
                failure.kind(),
                failure.code(),
                "publishing to " + exchange + " failed: " + failure.message(),
                root(cause));
    }

    /** Classifies an error by the reply code with which the server has closed a channel or a connection. */
    static Failure failure(Throwable cause) {
        Throwable root = root(cause);
        String text = text(root);
        int code = replyCode(cause);
        Throwable inner = root.getCause();
        Throwable named = root instanceof DriverException && inner != null ? inner : root;
        FailureClass kind = isRefusal(cause) ? FailureClass.REFUSED : FailureClass.CANCELLED;
        return new Failure(
                code != 0 && text.contains("message size") ? FailureClass.TOO_LARGE : kind,
                code == 0 ? named.getClass().getSimpleName() : String.valueOf(code),
                text);
    }

    /** Unwraps the failure from the exceptions that futures and the client put around it. */
    static Throwable root(Throwable cause) {
        Throwable unwrapped = Answers.unwrapped(cause);
        Throwable inner = unwrapped.getCause();
        return inner instanceof ShutdownSignalException ? root(inner) : unwrapped;
    }

    /** Returns the server's message, or else the client's. */
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

    static boolean isNotFound(Throwable cause) {
        return replyCode(cause) == AMQP.NOT_FOUND;
    }

    /**
     * Returns whether the server refuses a request, be it for a user, a virtual host or a queue. It answers "not found" for a queue
     * whose node is down, too, and closes connections when it ends or fails; both may pass, as may the lack of an answer.
     */
    static boolean isRefusal(Throwable cause) {
        if (cause instanceof AuthenticationFailureException
                || cause.getCause() instanceof AuthenticationFailureException) {
            return true;
        }
        int code = replyCode(cause);
        return code != 0
                && code != AMQP.CONNECTION_FORCED
                && code != AMQP.INTERNAL_ERROR
                && !text(root(cause)).contains("is down or inaccessible");
    }

    /** Returns the reply code with which the server closed a channel or a connection; 0 where it did not. */
    private static int replyCode(Throwable cause) {
        if (!(root(cause) instanceof ShutdownSignalException signal) || signal.isInitiatedByApplication()) {
            return 0;
        }
        return switch (signal.getReason()) {
            case AMQP.Channel.Close close -> close.getReplyCode();
            case AMQP.Connection.Close close -> close.getReplyCode();
            case null, default -> 0;
        };
    }
}
