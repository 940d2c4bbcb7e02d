package dev.assay.model.result;

import dev.assay.model.metric.Labels;
import java.util.List;

/**
 * Describes a machine that took part in a trial.
 *
 * @param name as the label {@code host} of series has it
 * @param machine as it calls itself
 * @param workers names of those that ran on it
 * @param cores processors that its workers may use; 0 where unknown
 * @param machineCores processors that the machine has and affinity leaves us; 0 where unknown
 * @param nodes how many servers of the system under test ran on it, as far as Assay started them or an observer watched them
 * @param clockOffsetNanos what was added to its clock at first to get the coordinator's; 0 where they are one clock
 * @param clockErrorNanos most that trial time there was wrong by at any time of the load, after correction
 */
public record TrialHost(
        String name,
        String machine,
        List<String> workers,
        int cores,
        int machineCores,
        int nodes,
        long clockOffsetNanos,
        long clockErrorNanos) {
    public TrialHost {
        if (cores < 0 || machineCores < 0 || nodes < 0 || clockErrorNanos < 0) {
            throw new IllegalArgumentException("host " + name + " can't have " + cores + " cores, " + nodes
                    + " nodes and a clock error of " + clockErrorNanos + " ns");
        }
        // Throws where no series can have that label.
        Labels.of(Labels.HOST, name);
        workers = List.copyOf(workers);
    }

    public TrialHost(
            String name,
            String machine,
            List<String> workers,
            int cores,
            int nodes,
            long clockOffsetNanos,
            long clockErrorNanos) {
        this(name, machine, workers, cores, 0, nodes, clockOffsetNanos, clockErrorNanos);
    }

    /** Tells whether its load can have distorted the results: it carried load or servers. */
    public boolean carried() {
        return !workers.isEmpty() || nodes > 0;
    }

    public TrialHost withNodes(int count) {
        return new TrialHost(name, machine, workers, cores, machineCores, count, clockOffsetNanos, clockErrorNanos);
    }

    public TrialHost withMachineCores(int count) {
        return new TrialHost(name, machine, workers, cores, count, nodes, clockOffsetNanos, clockErrorNanos);
    }
}
