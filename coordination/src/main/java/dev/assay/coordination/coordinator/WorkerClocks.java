package dev.assay.coordination.coordinator;

import dev.assay.coordination.coordinator.TrialFailedException.Kind;
import io.grpc.StatusRuntimeException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** How far the clocks of the workers' hosts are from the coordinator's. Workers of one host share one offset. */
final class WorkerClocks {
    private final List<String> hosts;
    private final Map<String, ClockOffset> byHost;

    private WorkerClocks(List<String> hosts, Map<String, ClockOffset> byHost) {
        this.hosts = hosts;
        this.byHost = byHost;
    }

    static WorkerClocks measure(List<WorkerConnection> workers) throws TrialFailedException {
        List<String> hosts = new ArrayList<>();
        Map<String, ClockOffset> byHost = new HashMap<>();
        for (WorkerConnection worker : workers) {
            String host = hostOf(worker.identity());
            hosts.add(host);
            if (!byHost.containsKey(host)) {
                byHost.put(host, measure(worker));
            }
        }
        return new WorkerClocks(hosts, byHost);
    }

    private static ClockOffset measure(WorkerConnection worker) throws TrialFailedException {
        try {
            return worker.measureClock();
        } catch (StatusRuntimeException e) {
            throw new TrialFailedException(
                    Kind.WORKER, worker.title() + " did not tell its clock: " + e.getStatus(), e);
        }
    }

    private static String hostOf(WorkerIdentity worker) {
        return worker.bootId().isEmpty() ? worker.name() : worker.bootId();
    }

    /** What the worker with that index adds to its clock. */
    long offsetNanos(int worker) {
        return offsetOf(hosts.get(worker)).offsetNanos();
    }

    /**
     * How far the clocks of two workers may have been apart by the end of the trial: the two largest errors together, as
     * a message sent by one may be received by the other; 0 when all are on one host.
     */
    long errorNanos(WorkerClocks later) {
        if (byHost.size() < 2) {
            return 0;
        }
        long[] errors = byHost.keySet().stream()
                .mapToLong(host -> offsetOf(host).errorUntil(later.offsetOf(host)))
                .sorted()
                .toArray();
        return errors[errors.length - 1] + errors[errors.length - 2];
    }

    private ClockOffset offsetOf(String host) {
        return Objects.requireNonNull(byHost.get(host), host);
    }
}
