package dev.assay.cli.run;

import dev.assay.coordination.coordinator.IdleWorkers;
import dev.assay.core.plan.Plan;
import dev.assay.core.plan.PlannedTrial;
import dev.assay.core.scenario.Workload;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Says when a plan leaves workers without work, since a second worker that does nothing looks like one that helps. */
public final class WorkerAdvice {
    private WorkerAdvice() {}

    /** A warning for each kind of load that leaves some of so many workers idle; empty when all have something to do. */
    public static List<String> of(Plan plan, int workers) {
        Map<String, List<Integer>> trials = new LinkedHashMap<>();
        for (PlannedTrial trial : plan.trials()) {
            List<String> idle = IdleWorkers.of(trial.spec().workload(), workers);
            if (!idle.isEmpty()) {
                String complaint = complaint(trial.spec().workload(), idle, workers);
                trials.computeIfAbsent(complaint, key -> new ArrayList<>()).add(trial.number());
            }
        }
        return trials.entrySet().stream()
                .map(entry -> "warning: " + numbers(entry.getValue()) + ": " + entry.getKey())
                .toList();
    }

    private static String complaint(Workload load, List<String> idle, int workers) {
        return "%s of %d workers will have nothing to do, as %s and %s are dealt out in turn; use %s, or raise workload.producers or workload.consumers"
                .formatted(
                        String.join(", ", idle),
                        workers,
                        counted(load.totalProducers(), "producer"),
                        counted(load.totalConsumers(), "consumer"),
                        counted(workers - idle.size(), "worker"));
    }

    private static String counted(int count, String what) {
        return count + " " + what + (count == 1 ? "" : "s");
    }

    private static String numbers(List<Integer> trials) {
        return (trials.size() == 1 ? "trial " : "trials ")
                + trials.stream().map(String::valueOf).collect(Collectors.joining(", "));
    }
}
