package dev.assay.model.calibration;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Identifies a machine by the facts that must not have changed for a calibration to be about the same machine.
 *
 * @param facts by name, such as {@code cpu.model}
 */
public record MachineFingerprint(SortedMap<String, String> facts) {
    public static final String HOST = "host";

    /** Lists the facts of an environment that identify a machine: all but those that change from hour to hour. */
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

    /** Returns the fingerprint of a machine with that name; facts that do not identify a machine are left out. */
    public static MachineFingerprint of(String host, Map<String, String> environment) {
        TreeMap<String, String> facts = new TreeMap<>(environment);
        facts.put(HOST, host);
        facts.keySet().retainAll(KEPT);
        return new MachineFingerprint(facts);
    }

    /** Lists the differences, such as {@code kernel: 'Linux 6.1' there, 'Linux 6.8' here}; empty where both are equal. */
    public List<String> differences(MachineFingerprint current) {
        TreeSet<String> names = new TreeSet<>(facts.keySet());
        names.addAll(current.facts.keySet());
        return names.stream()
                .filter(name -> !value(name).equals(current.value(name)))
                .map(name -> name + ": '" + value(name) + "' there, '" + current.value(name) + "' here")
                .toList();
    }

    private String value(String name) {
        return facts.getOrDefault(name, "unknown");
    }
}
