package dev.assay.analysis.bottleneck;

import dev.assay.model.calibration.CalibrationStatus;
import dev.assay.model.metric.Metrics;
import dev.assay.model.result.ObservedMachine;
import java.util.Map;

/**
 * What is known of the machines of a trial beside what they did in it.
 *
 * @param own what the machine that the run was started on can do
 * @param observed the machines that observers watched, by their names in the series
 */
public record KnownMachines(CalibrationStatus own, Map<String, ObservedMachine> observed) {
    public KnownMachines {
        observed = Map.copyOf(observed);
    }

    /** What that machine can do. */
    CalibrationStatus of(String host) {
        ObservedMachine machine = observed.get(host);
        if (host.equals(Metrics.COORDINATOR)) {
            return own;
        }
        return machine == null
                ? CalibrationStatus.none("that of host " + host + " is not available here")
                : machine.calibration();
    }

    /** Whether that server ran there; where no observer said so, all servers are on the one machine that has any. */
    boolean hasNode(String host, String node) {
        ObservedMachine machine = observed.get(host);
        return machine == null || machine.nodes().contains(node);
    }
}
