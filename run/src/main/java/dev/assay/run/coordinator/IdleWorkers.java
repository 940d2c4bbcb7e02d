package dev.assay.run.coordinator;

import dev.assay.model.spec.Workload;
import dev.assay.model.spec.Workload.Subscription;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

public final class IdleWorkers {
    private IdleWorkers() {}

    /** Returns the names ({@code w1}, {@code w2} …) of workers that get neither producer nor consumer. */
    public static List<String> of(Workload workload, int workers) {
        BitSet busy = new BitSet(workers);
        for (int number = 0; number < workload.totalProducers(); number++) {
            busy.set(LoadAssigner.producerWorker(number, workers));
        }
        List<Subscription> subscriptions = workload.allSubscriptions();
        for (int subscription = 0; subscription < subscriptions.size(); subscription++) {
            int consumers = subscriptions.get(subscription).group().consumers();
            for (int index = 0; index < workload.topics() * consumers; index++) {
                busy.set(LoadAssigner.consumerWorker(subscription, index, workers));
            }
        }
        List<String> idle = new ArrayList<>();
        for (int worker = busy.nextClearBit(0); worker < workers; worker = busy.nextClearBit(worker + 1)) {
            idle.add("w" + (worker + 1));
        }
        return idle;
    }
}
