package dev.assay.run.coordinator;

import dev.assay.engine.ConsumerAssignment;
import dev.assay.model.spec.Workload;
import dev.assay.model.spec.Workload.Subscription;
import dev.assay.model.trial.TrialStage;
import java.util.ArrayList;
import java.util.List;

/** Whether every partition of every subscription has its consumer. */
final class PartitionWatch {
    private static final int MAX_NAMED = 5;

    private final Workload workload;
    private final List<Subscription> subscriptions;
    private long told = -1;

    PartitionWatch(TrialRequest request) {
        this.workload = request.trial().spec().workload();
        this.subscriptions = workload.allSubscriptions();
    }

    /** Whether an assignment may still change although it is complete: when a consumer takes from another. */
    boolean mayChange() {
        return workload.maxConsumers() > 1;
    }

    /** Tells how many partitions have a consumer, all subscriptions together, where that has changed. */
    void tell(List<ConsumerAssignment> consumers, IntervalSink sink) {
        long held = consumers.stream()
                .filter(one -> !subscriptions.get(one.subscription()).group().opensLater())
                .mapToLong(ConsumerAssignment::assignedPartitions)
                .sum();
        if (held != told) {
            told = held;
            sink.onPartitions(TrialStage.ASSIGNING, Math.min(held, wanted()), wanted());
        }
    }

    /** Where consumers share partitions, those of one consumer: it is enough to tell that it goes on. */
    private long wanted() {
        long liveSubscriptions =
                subscriptions.stream().filter(one -> !one.group().opensLater()).count();
        return liveSubscriptions * workload.topics() * workload.partitions();
    }

    /** What is missing, a phrase each; empty when the load may start. */
    List<String> missing(List<ConsumerAssignment> consumers) {
        List<String> missing = new ArrayList<>();
        for (int subscription = 0; subscription < subscriptions.size(); subscription++) {
            if (subscriptions.get(subscription).group().opensLater()) {
                continue;
            }
            for (int topic = 0; topic < workload.topics(); topic++) {
                check(subscription, topic, consumers, missing);
            }
        }
        return missing.size() <= MAX_NAMED ? missing : shortened(missing);
    }

    private void check(int subscription, int topic, List<ConsumerAssignment> consumers, List<String> missing) {
        List<ConsumerAssignment> own = consumers.stream()
                .filter(one -> one.subscription() == subscription && one.topicIndex() == topic)
                .toList();
        int consumersEach = subscriptions.get(subscription).group().consumers();
        boolean shared = own.stream().anyMatch(ConsumerAssignment::sharesPartitions);
        int wanted = shared ? workload.partitions() * consumersEach : workload.partitions();
        int held = own.stream().mapToInt(ConsumerAssignment::assignedPartitions).sum();
        long idle = own.stream().filter(one -> one.assignedPartitions() == 0).count();
        String where = "subscription " + subscriptions.get(subscription).name() + " of topic " + topic;
        if (held != wanted) {
            missing.add(where + " holds " + held + " of " + wanted + " partitions");
        } else if (idle > Math.max(0, consumersEach - wanted)) {
            // Right after the first consumer has joined it holds everything; the others are about to take their part.
            missing.add(where + " has " + idle + " consumers without a partition");
        }
    }

    private static List<String> shortened(List<String> missing) {
        List<String> some = new ArrayList<>(missing.subList(0, MAX_NAMED));
        some.add("and " + (missing.size() - MAX_NAMED) + " more");
        return some;
    }
}
