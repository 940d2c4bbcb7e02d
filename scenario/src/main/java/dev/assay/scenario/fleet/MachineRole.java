package dev.assay.scenario.fleet;

import java.util.Locale;

public enum MachineRole {
    /** Sends and receives the load. */
    WORKER,
    /** Runs servers of the system under test, and is watched. */
    OBSERVER;

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
