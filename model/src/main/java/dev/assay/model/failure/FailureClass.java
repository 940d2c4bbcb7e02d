package dev.assay.model.failure;

import java.util.Locale;

/** Classifies failures alike for all systems: a driver puts each error of its client in one of these classes. */
public enum FailureClass {
    /** The system or its client did not accept the operation: permissions, a wrong setting, too few replicas, or a topic that is gone. */
    REFUSED("Compare what the system says with the effective settings and with the user's permissions."),

    /** There was no room: a limit or quota of the topic, or the client's own queue. */
    FULL("Raise the limit that was reached, or let consumers keep up with a lower workload.rate."),

    /** Nobody answered in time. Whether the system has the message is not known. */
    TIMED_OUT(
            "Raise the client's timeout, or lower workload.rate: timeouts point to an overloaded or unreachable system."),

    /** The system took the message and answered that it did not keep it. */
    NACKED("Look at the limits of the queue, and at its overflow behaviour."),

    TOO_LARGE("Lower workload.message.size, or raise the limit of the client, the topic and the servers."),

    /** The client or its connection ended before there was an outcome. Whether the system has the message is not known. */
    CANCELLED("Check the brokers' logs for restarts, and raise timing.drain above the client's own delivery timeout."),

    /** A group has taken its partitions away from a consumer that it took for dead. */
    EXPELLED(
            "Let consumers work less on each message or fetch fewer at a time, or raise their poll interval or session timeout."),

    /** Partitions moved between the consumers of a group, which is no failure by itself. */
    REBALANCED("Check the workers' logs for why the group's members changed."),

    OTHER("Look up the error in the client's documentation.");

    private final String action;

    FailureClass(String action) {
        this.action = action;
    }

    public String action() {
        return action;
    }

    /** Returns the stable name in files and metrics, such as {@code too-large}. */
    public String code() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Returns the name as sentences have it, such as {@code too large}. */
    public String words() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
