package dev.assay.e2e;

import java.util.Map;
import java.util.Set;

/** A cluster that others use too, with something of theirs on it. */
interface OthersCluster {
    /** What names of theirs begin with. Others than these, and than Assay's, are of tests that run meanwhile. */
    String THEIRS = "theirs-state";

    /** What the names of Assay's begin with. */
    String ASSAYS = "assay-";

    /** The system with its address, as under {@code systems} in a scenario. */
    String scenario();

    /** The environment variables that the scenario names. */
    default Map<String, String> secrets() {
        return Map.of();
    }

    /** All that is there of them and of Assay: names, with settings, positions and amounts of data. */
    Set<String> state() throws Exception;

    /** Takes away what is theirs. */
    void end() throws Exception;

    /** Whether it is theirs or Assay's. */
    static boolean counts(String name) {
        return name.startsWith(THEIRS) || name.startsWith(ASSAYS) || name.contains("/" + ASSAYS);
    }
}
