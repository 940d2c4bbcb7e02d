package dev.assay.e2e;

import java.util.Map;
import java.util.Set;

/** Represents a shared cluster with foreign objects on it. */
interface OthersCluster {
    /** Begins foreign names. Other names, except Assay's, belong to tests that run at the same time. */
    String THEIRS = "theirs-state";

    /** Begins Assay's names. */
    String ASSAYS = "assay-";

    /** Returns the system with its address, as under {@code systems} in a scenario. */
    String scenario();

    /** Returns the environment variables that the scenario names. */
    default Map<String, String> secrets() {
        return Map.of();
    }

    /** Returns all foreign objects and those of Assay: names, with settings, positions and amounts of data. */
    Set<String> state() throws Exception;

    void end() throws Exception;

    /** Tells whether a name is foreign or Assay's. */
    static boolean counts(String name) {
        return name.startsWith(THEIRS) || name.startsWith(ASSAYS) || name.contains("/" + ASSAYS);
    }
}
