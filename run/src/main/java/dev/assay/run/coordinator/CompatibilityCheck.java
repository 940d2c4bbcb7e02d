package dev.assay.run.coordinator;

import dev.assay.driver.Capabilities;
import dev.assay.model.spec.Workload;
import dev.assay.run.coordinator.TrialFailedException.Kind;
import java.util.List;

public final class CompatibilityCheck {
    private CompatibilityCheck() {}

    /** Checks that all workers have the driver for the trial's system, with the same client. */
    public static void check(TrialRequest request, List<WorkerConnection> workers) throws TrialFailedException {
        String system = request.trial().spec().system().system();
        WorkerConnection first = workers.getFirst();
        long needed = WorkerHeap.of(request.trial().spec(), workers.size()).neededBytes();
        for (WorkerConnection worker : workers) {
            if (!worker.identity().system().equals(system)) {
                throw refused("%s has the driver for %s, but the trial measures %s; use a worker for %s"
                        .formatted(worker.title(), worker.identity().system(), system, system));
            }
            if (worker.identity().heapBytes() < needed) {
                throw refused(
                        "%s has a heap of %s, but its part of the load needs %s; start it with 'assay worker --heap', or use more workers"
                                .formatted(
                                        worker.title(),
                                        WorkerHeap.text(worker.identity().heapBytes()),
                                        WorkerHeap.text(needed)));
            }
            if (!worker.identity().client().equals(first.identity().client())) {
                throw refused("%s has %s, but %s has %s; start all workers with the same client"
                        .formatted(
                                worker.title(),
                                worker.identity().client(),
                                first.title(),
                                first.identity().client()));
            }
        }
    }

    static void check(Workload workload, Capabilities capabilities) throws TrialFailedException {
        long bytes = workload.message().largestBytes();
        if (bytes > capabilities.maxPayloadBytes()) {
            throw refused("messages of %d B are larger than the system accepts (%d B); lower workload.message.size"
                    .formatted(bytes, capabilities.maxPayloadBytes()));
        }
        if (workload.partitions() > capabilities.maxPartitions()) {
            throw refused("%d partitions are more than a topic of the system can have (%d); lower workload.partitions"
                    .formatted(workload.partitions(), capabilities.maxPartitions()));
        }
        if (!workload.message().keys().isNone() && !capabilities.keys()) {
            throw refused("the system has no keys; set workload.message.keys to none");
        }
        if (workload.maxConsumersOutsideQueues() > 1 && !capabilities.sharing()) {
            throw refused(
                    "the system can't divide a subscription's messages among %d consumers; set workload.consumers to 1"
                            .formatted(workload.maxConsumersOutsideQueues()));
        }
    }

    private static TrialFailedException refused(String reason) {
        return new TrialFailedException(Kind.REFUSED, reason);
    }
}
