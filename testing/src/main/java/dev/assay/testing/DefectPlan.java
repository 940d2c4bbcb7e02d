package dev.assay.testing;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Says where defects happen, and counts those that have happened. Messages are counted from 0, on delivery by consumer and partition, on
 * sending by producer. Where several defects meet in one message, the one added first happens.
 */
public final class DefectPlan {
    private final List<Rule> delivering = new ArrayList<>();
    private final List<Rule> sending = new ArrayList<>();
    private final Map<Defect, Long> committed = new ConcurrentHashMap<>();

    private record Rule(Optional<Defect> defect, long every, long offset) {}

    /**
     * Adds a defect; must be called before the driver is used.
     *
     * @param every period in messages
     * @param offset the first message that meets the defect, below {@code every}
     */
    public DefectPlan with(Defect defect, long every, long offset) {
        if (every < 1 || offset < 0 || offset >= every) {
            throw new IllegalArgumentException(
                    "a defect needs 0 <= offset < every, but has offset " + offset + " and every " + every);
        }
        (defect.onSending() ? sending : delivering).add(new Rule(Optional.of(defect), every, offset));
        return this;
    }

    public long committed(Defect defect) {
        return committed.getOrDefault(defect, 0L);
    }

    void commit(Defect defect) {
        committed.merge(defect, 1L, Long::sum);
    }

    Optional<Defect> onDelivery(long index) {
        return first(delivering, index);
    }

    Optional<Defect> onSending(long index) {
        return first(sending, index);
    }

    private static Optional<Defect> first(List<Rule> rules, long index) {
        for (Rule rule : rules) {
            if (index % rule.every() == rule.offset()) {
                return rule.defect();
            }
        }
        return Optional.empty();
    }
}
