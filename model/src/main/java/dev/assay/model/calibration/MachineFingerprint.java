package dev.assay.model.calibration;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What must not have changed for a calibration to be about the same machine.
 *
 * @param facts by name, such as {@code cpu.model}
 */
public record MachineFingerprint(SortedMap<String, String> facts) {
    /** The name that the machine calls itself. */
    public static final String HOST = "host";

    /** Of the facts of an environment, those that belong to it: all but what changes from hour to hour. */
    private static final List<String> KEPT = List.of(
            HOST,
            "kernel",
            "cpu.model",
            "cpu.cores",
            "cpu.cores_of_this_process",
            "memory.total",
            "hardware",
            "data.filesystem",
            "jvm");

    public MachineFingerprint {
        facts = Collections.unmodifiableSortedMap(new TreeMap<>(facts));
    }

    /** The one of a machine called so, with these facts; others than it consists of are left out. */
    public static MachineFingerprint of(String host, Map<String, String> environment) {
        TreeMap<String, String> kept = new TreeMap<>(environment);
        kept.put(HOST, host);
        kept.keySet().retainAll(KEPT);
        return new MachineFingerprint(kept);
    }

    /** In what the other one differs, such as {@code kernel: 'Linux 6.1' there, 'Linux 6.8' here}; none where it is equal. */
    public List<String> differences(MachineFingerprint here) {
        TreeSet<String> names = new TreeSet<>(facts.keySet());
        names.addAll(here.facts.keySet());
        return names.stream()
                .filter(name -> !value(name).equals(here.value(name)))
                .map(name -> name + ": '" + value(name) + "' there, '" + here.value(name) + "' here")
                .toList();
    }

    private String value(String name) {
        return facts.getOrDefault(name, "unknown");
    }
}
