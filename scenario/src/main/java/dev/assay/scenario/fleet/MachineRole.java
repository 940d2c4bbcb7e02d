package dev.assay.scenario.fleet;

import java.util.Locale;

/** What a machine of a fleet is for. */
public enum MachineRole {
    /** It sends and receives the load. */
    WORKER,
    /** It has servers of the system under test, and is watched. */
    OBSERVER;

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
