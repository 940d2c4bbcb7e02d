package dev.assay.model.spec;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * Describes a cluster that Assay has started apart from any run, and that trials can be measured on by its name.
 *
 * @param name as {@code assay run --on} takes it
 * @param started how it was started: its system, the durability level and the servers' settings count
 * @param version the servers' version as it was found
 * @param connection what a client needs to connect, by the names of the system's keys
 */
public record NamedCluster(String name, TrialSpec started, String version, Map<String, String> connection) {
    public NamedCluster {
        Check.that(!name.isBlank(), "the name of a cluster must not be empty");
        Check.that(!version.isBlank(), "the version of the cluster " + name + " must not be empty");
        connection = Collections.unmodifiableMap(new TreeMap<>(connection));
    }

    /** Returns the kind of its system, such as {@code memory}. */
    public String system() {
        return started.system().system();
    }
}
