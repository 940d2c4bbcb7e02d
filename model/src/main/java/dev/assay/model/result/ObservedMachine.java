package dev.assay.model.result;

import dev.assay.model.calibration.CalibrationStatus;
import java.util.List;

/**
 * What an observer told of a machine beside what it saw each second.
 *
 * @param nodes names of the servers that it watched
 * @param calibration what the machine was known to do, or why that was not known
 */
public record ObservedMachine(List<String> nodes, CalibrationStatus calibration) {
    public ObservedMachine {
        nodes = List.copyOf(nodes);
    }
}
