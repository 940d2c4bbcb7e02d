package dev.assay.run.preflight;

import dev.assay.model.spec.Workload;
import dev.assay.run.coordinator.IdleWorkers;
import dev.assay.run.coordinator.WorkerHeap;
import dev.assay.scenario.plan.Plan;
import dev.assay.scenario.plan.PlannedTrial;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Advises on the number of workers: a plan may leave some without work, where a second worker that does nothing looks like one that helps,
 * or give them more producers than they can carry.
 */
public final class WorkerAdvice {
    /**
     * The most producers of one worker, at which a message takes about twice the processor time of a single producer's. Each has a thread
     * that sleeps until its next message is due: with many of them hardly a wake-up finds a second message due, so each message costs a
     * wake-up of its own (docs/PERFORMANCE.md).
     */
    private static final int MAX_PRODUCERS = 200;

    private WorkerAdvice() {}

    /** Describes the heaps that workers get, or need where they run elsewhere. */
    public static String heaps(Plan plan, int workers) {
        LongSummaryStatistics heaps = plan.trials().stream()
                .mapToLong(trial -> WorkerHeap.of(trial.spec(), workers).bytes())
                .summaryStatistics();
        String each = WorkerHeap.text(heaps.getMin());
        return "workers: %d with a heap of %s%s"
                .formatted(
                        workers,
                        heaps.getMin() == heaps.getMax() ? each : each + " to " + WorkerHeap.text(heaps.getMax()),
                        workers == 1 ? "" : " each");
    }

    /** Says of a plan with a system that lives in its workers that several of them share a JVM; empty where none do. */
    public static Optional<String> sharing(Plan plan, int workers) {
        return plan.trials().stream()
                .map(trial -> trial.spec().system())
                .filter(system -> workers > 1 && system.isInWorkers())
                .findFirst()
                .map(system -> "%s has no servers and runs inside its workers, so w1 to w%d run in one JVM"
                        .formatted(system.system(), workers));
    }

    /** Returns a warning for each kind of load that leaves some workers idle or is too much for them; empty for none. */
    public static List<String> of(Plan plan, int workers) {
        Map<String, List<Integer>> trials = new LinkedHashMap<>();
        for (PlannedTrial trial : plan.trials()) {
            if (trial.repetition() > 1) {
                break; // Repetitions have the same load.
            }
            for (String complaint : complaints(trial.spec().workload(), workers)) {
                trials.computeIfAbsent(complaint, key -> new ArrayList<>()).add(trial.number());
            }
        }
        return trials.entrySet().stream()
                .map(entry -> "warning: " + numbers(entry.getValue()) + ": " + entry.getKey())
                .toList();
    }

    private static List<String> complaints(Workload load, int workers) {
        List<String> complaints = new ArrayList<>();
        List<String> idle = IdleWorkers.of(load, workers);
        if (!idle.isEmpty()) {
            complaints.add(complaint(load, idle, workers));
        }
        int producers = Math.ceilDiv(load.totalProducers(), workers);
        if (producers > MAX_PRODUCERS) {
            complaints.add(
                    "a worker gets %d producers, each with its own thread; beyond %d, a worker spends most of its time waking them. Use --workers %d or more, preferably on more machines, or fewer producers"
                            .formatted(producers, MAX_PRODUCERS, Math.ceilDiv(load.totalProducers(), MAX_PRODUCERS)));
        }
        return complaints;
    }

    private static String complaint(Workload load, List<String> idle, int workers) {
        return "%s of %d workers will have nothing to do, because %s and %s are assigned round-robin; use %s, or raise workload.producers or workload.consumers"
                .formatted(
                        String.join(", ", idle),
                        workers,
                        counted(load.totalProducers(), "producer"),
                        counted(load.totalConsumers(), "consumer"),
                        counted(workers - idle.size(), "worker"));
    }

    private static String counted(int count, String noun) {
        return count + " " + noun + (count == 1 ? "" : "s");
    }

    private static String numbers(List<Integer> trials) {
        return (trials.size() == 1 ? "trial " : "trials ")
                + trials.stream().map(String::valueOf).collect(Collectors.joining(", "));
    }
}
