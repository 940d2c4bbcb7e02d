package dev.assay.testkit;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Where faults happen, and how many have happened. Messages are counted from 0, on delivery by consumer and partition, on
 * sending by producer. Where several faults meet in one message, the one added first happens.
 */
public final class FaultPlan {
    private final List<Rule> delivering = new ArrayList<>();
    private final List<Rule> sending = new ArrayList<>();
    private final Map<Fault, Long> committed = new ConcurrentHashMap<>();

    private record Rule(Optional<Fault> fault, long every, long offset) {}

    /**
     * Adds a fault; to be called before the driver is used.
     *
     * @param every period in messages
     * @param offset the first message that meets the fault, below {@code every}
     */
    public FaultPlan with(Fault fault, long every, long offset) {
        if (every < 1 || offset < 0 || offset >= every) {
            throw new IllegalArgumentException(
                    "a fault needs 0 <= offset < every, but has offset " + offset + " and every " + every);
        }
        (fault.onSending() ? sending : delivering).add(new Rule(Optional.of(fault), every, offset));
        return this;
    }

    /** How often the fault has been committed so far. */
    public long committed(Fault fault) {
        return committed.getOrDefault(fault, 0L);
    }

    /** To be called when the fault really happens. */
    void commit(Fault fault) {
        committed.merge(fault, 1L, Long::sum);
    }

    Optional<Fault> onDelivery(long index) {
        return first(delivering, index);
    }

    Optional<Fault> onSending(long index) {
        return first(sending, index);
    }

    private static Optional<Fault> first(List<Rule> rules, long index) {
        for (Rule rule : rules) {
            if (index % rule.every() == rule.offset()) {
                return rule.fault();
            }
        }
        return Optional.empty();
    }
}
