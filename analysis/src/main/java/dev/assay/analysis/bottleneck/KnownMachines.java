package dev.assay.analysis.bottleneck;

import dev.assay.model.calibration.CalibrationStatus;
import dev.assay.model.metric.Metrics;
import dev.assay.model.result.ObservedMachine;
import java.util.Map;

/**
 * @param coordinator what the machine that the run was started on can do
 * @param observed the machines that observers watched, by their names in the series
 */
public record KnownMachines(CalibrationStatus coordinator, Map<String, ObservedMachine> observed) {
    public KnownMachines {
        observed = Map.copyOf(observed);
    }

    CalibrationStatus of(String host) {
        ObservedMachine machine = observed.get(host);
        if (host.equals(Metrics.COORDINATOR)) {
            return coordinator;
        }
        return machine == null
                ? CalibrationStatus.none("that of host " + host + " is not available here")
                : machine.calibration();
    }

    /** Tells whether a server ran on a host; a host that no observer watched counts as having all servers. */
    boolean hasNode(String host, String node) {
        ObservedMachine machine = observed.get(host);
        return machine == null || machine.nodes().contains(node);
    }
}
