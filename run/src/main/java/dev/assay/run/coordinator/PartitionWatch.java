package dev.assay.run.coordinator;

import dev.assay.model.spec.Workload;
import dev.assay.model.spec.Workload.Subscription;
import dev.assay.model.trial.TrialEvent;
import dev.assay.model.trial.TrialStage;
import dev.assay.worker.engine.ConsumerAssignment;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Watches whether every partition of every subscription has its consumer. Counts are kept by subscription and topic, so that a worker's
 * report costs no more than its size.
 */
final class PartitionWatch {
    private static final int MAX_NAMED = 5;

    private final Workload workload;
    private final List<Subscription> subscriptions;
    private final Map<String, List<ConsumerAssignment>> reported = new HashMap<>();
    /** Partitions with a consumer, by {@link #index}, as the next two arrays are. */
    private final int[] held;

    private final int[] idle;
    private final int[] sharing;
    private int incomplete;
    private long heldOfAll;
    private long lastReported = -1;

    PartitionWatch(TrialRequest request) {
        this.workload = request.trial().spec().workload();
        this.subscriptions = workload.allSubscriptions();
        int topics = workload.topics();
        this.held = new int[subscriptions.size() * topics];
        this.idle = new int[held.length];
        this.sharing = new int[held.length];
        for (int index = 0; index < held.length; index++) {
            incomplete += isComplete(index) ? 0 : 1;
        }
    }

    private int index(int subscription, int topic) {
        return subscription * workload.topics() + topic;
    }

    private Subscription subscriptionOf(int index) {
        return subscriptions.get(index / workload.topics());
    }

    /** Returns whether an assignment that is complete may still change, by a consumer that takes from another. */
    boolean mayChange() {
        return workload.maxConsumers() > 1;
    }

    void take(String worker, List<ConsumerAssignment> consumers) {
        List<ConsumerAssignment> before = reported.put(worker, consumers);
        if (consumers.equals(before)) {
            return;
        }
        if (before != null) {
            before.forEach(consumer -> count(consumer, -1));
        }
        consumers.forEach(consumer -> count(consumer, 1));
    }

    private void count(ConsumerAssignment consumer, int times) {
        if (consumer.topicIndex() < 0 || consumer.topicIndex() >= workload.topics()) {
            return;
        }
        int index = index(consumer.subscription(), consumer.topicIndex());
        boolean was = isComplete(index);
        held[index] += times * consumer.assignedPartitions();
        idle[index] += consumer.assignedPartitions() == 0 ? times : 0;
        sharing[index] += consumer.sharesPartitions() ? times : 0;
        if (!subscriptionOf(index).group().opensLater()) {
            heldOfAll += (long) times * consumer.assignedPartitions();
        }
        incomplete += (was ? 1 : 0) - (isComplete(index) ? 1 : 0);
    }

    /** Reports the number of partitions that have a consumer, all subscriptions together, where it has changed. */
    void tell(IntervalSink sink) {
        if (heldOfAll != lastReported) {
            lastReported = heldOfAll;
            sink.on(new TrialEvent.Partitions(TrialStage.ASSIGNING, Math.min(heldOfAll, wanted()), wanted()));
        }
    }

    /**
     * Returns the number of partitions to wait for. Where consumers share partitions those of one consumer count, which suffices to show
     * progress.
     */
    private long wanted() {
        long liveSubscriptions =
                subscriptions.stream().filter(one -> !one.group().opensLater()).count();
        return liveSubscriptions * workload.topics() * workload.partitions();
    }

    boolean isComplete() {
        return incomplete == 0;
    }

    /** Describes what is missing, a phrase each; empty when the load may start. */
    List<String> missing() {
        List<String> missing = new ArrayList<>();
        for (int index = 0; index < held.length; index++) {
            String phrase = problem(index);
            if (!phrase.isEmpty()) {
                missing.add(phrase);
            }
        }
        return missing.size() <= MAX_NAMED ? missing : shortened(missing);
    }

    private boolean isComplete(int index) {
        return subscriptionOf(index).group().opensLater() || (held[index] == wanted(index) && !hasIdle(index));
    }

    private int wanted(int index) {
        int consumersEach = subscriptionOf(index).group().consumers();
        return sharing[index] > 0 ? workload.partitions() * consumersEach : workload.partitions();
    }

    /**
     * Returns whether a consumer has no partition: right after joining the first one holds all, and the others are about to take their
     * part.
     */
    private boolean hasIdle(int index) {
        return idle[index] > Math.max(0, subscriptionOf(index).group().consumers() - wanted(index));
    }

    private String problem(int index) {
        if (isComplete(index)) {
            return "";
        }
        String where = "subscription " + subscriptionOf(index).name() + " of topic " + index % workload.topics();
        return held[index] != wanted(index)
                ? where + " holds " + held[index] + " of " + wanted(index) + " partitions"
                : where + " has " + idle[index] + " consumers without a partition";
    }

    private static List<String> shortened(List<String> missing) {
        List<String> named = new ArrayList<>(missing.subList(0, MAX_NAMED));
        named.add("and " + (missing.size() - MAX_NAMED) + " more");
        return named;
    }
}
