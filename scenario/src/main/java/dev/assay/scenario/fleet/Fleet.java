package dev.assay.scenario.fleet;

import java.util.List;
import java.util.Map;

/** Machines that a run may use, as a file names them. */
public record Fleet(List<Machine> machines) {
    public Fleet {
        machines = List.copyOf(machines);
    }

    /**
     * Those with a role of which all of that is said.
     *
     * @param wanted {@code zone} and labels with their values
     */
    public List<Machine> with(MachineRole role, Map<String, String> wanted) {
        return machines.stream()
                .filter(machine -> machine.roles().contains(role) && machine.has(wanted))
                .toList();
    }
}
