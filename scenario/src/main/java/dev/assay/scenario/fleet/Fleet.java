package dev.assay.scenario.fleet;

import dev.assay.model.spec.Check;
import dev.assay.model.spec.Key;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

public record Fleet(
        @Key("Machines by name, such as { load-1: {}, load-2: { ports: 9100-9109 } }.")
        Map<String, Machine> machines,

        @Key("The pods of runs in Kubernetes, such as { namespace: load, cpu: 2 }; {} for the usual ones.")
        Optional<Pods> pods) {
    public Fleet {
        Check.key(
                "machines",
                !machines.isEmpty() || pods.isPresent(),
                "a fleet needs at least one machine, such as machines: { load-1: {} }, or pods: {}");
        machines = Collections.unmodifiableMap(new LinkedHashMap<>(machines));
    }

    /**
     * Returns the machines that have one of these roles and all of these labels.
     *
     * @param wanted {@code zone} and labels with their values
     */
    public List<Machine> with(Set<MachineRole> roles, Map<String, String> wanted) {
        return machines.values().stream()
                .filter(machine -> machine.roles().stream().anyMatch(roles::contains) && machine.has(wanted))
                .toList();
    }
}
