package dev.assay.scenario.fleet;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** What a machine of a fleet is for. */
public enum MachineRole {
    /** It sends and receives the load. */
    WORKER,
    /** It has servers of the system under test, and is watched. */
    OBSERVER;

    /**
     * Reads it as it is written in files.
     *
     * @throws IllegalArgumentException when there is no such role
     */
    public static MachineRole parse(String text) {
        return Arrays.stream(values())
                .filter(role -> role.toString().equals(text))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        "a role is one of " + List.of(values()) + ", but this is '" + text + "'"));
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
