package dev.assay.model.result;

import dev.assay.model.calibration.CalibrationStatus;
import java.util.List;

/**
 * Holds what an observer reported of a machine beside its samples of each second.
 *
 * @param nodes names of the servers that it watched
 * @param disks how many disks those write to; 0 where unknown
 * @param calibration what the machine was known to do, or why that was not known
 */
public record ObservedMachine(List<String> nodes, int disks, CalibrationStatus calibration) {
    public ObservedMachine {
        nodes = List.copyOf(nodes);
        if (disks < 0) {
            throw new IllegalArgumentException("servers can't write to " + disks + " disks");
        }
    }
}
