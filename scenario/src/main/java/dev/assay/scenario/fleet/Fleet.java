package dev.assay.scenario.fleet;

import java.util.List;
import java.util.Map;
import java.util.Set;

/** Machines that a run may use, as a file names them. */
public record Fleet(List<Machine> machines) {
    public Fleet {
        machines = List.copyOf(machines);
    }

    /**
     * Those with one of these roles of which all of that is said.
     *
     * @param wanted {@code zone} and labels with their values
     */
    public List<Machine> with(Set<MachineRole> roles, Map<String, String> wanted) {
        return machines.stream()
                .filter(machine -> machine.roles().stream().anyMatch(roles::contains) && machine.has(wanted))
                .toList();
    }
}
