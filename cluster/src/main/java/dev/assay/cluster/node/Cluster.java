package dev.assay.cluster.node;

import dev.assay.host.process.Signal;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** Represents a system under test that is ready for load. */
public interface Cluster extends AutoCloseable {
    /** Returns the connection of a driver, by the vendor's own names, such as {@code bootstrap.servers}. */
    Map<String, String> connection();

    /**
     * Returns further settings of clients, by the vendor's own names, such as a login that was looked up; the scenario's settings override
     * them.
     */
    default Map<String, String> clientSettings() {
        return Map.of();
    }

    /** Returns the servers' version where it is only known once they run; otherwise the scenario has it. */
    default Optional<String> serverVersion() {
        return Optional.empty();
    }

    /** Returns the identity of a cluster that was up before the run, and since when it was; empty where the run has started it. */
    default Map<String, String> origin() {
        return Map.of();
    }

    /** Returns since when the cluster was ready; empty unless it was up before the run and that is known. */
    default Optional<Instant> upSince() {
        return Optional.empty();
    }

    /** Returns the server processes that Assay started; empty when somebody else runs the cluster. */
    List<ServerNode> nodes();

    /** Returns the effective settings of each node by its name, as far as they are known. */
    Map<String, Map<String, String>> serverSettings();

    /** Returns settings that Assay chose other than the vendor's default, each with its reason. */
    Map<String, String> overrides();

    /** Returns the SHA-256 of artifacts fetched to run the servers, by coordinates. */
    Map<String, String> artifacts();

    /** Returns what went wrong since the cluster was ready, such as the death of a node; empty while all is well. */
    Optional<String> failure();

    /** Calls the listener once, on any thread, when something goes wrong; at once when it has already. */
    void onFailure(Consumer<String> listener);

    /**
     * Sends a signal to one node, as a fault or to end it. A node killed so counts as failed.
     *
     * @throws IllegalArgumentException when Assay runs no node of this name
     */
    void signal(String node, Signal signal);

    default Optional<ClusterFaults> faults() {
        return Optional.empty();
    }

    /** Returns a means to restart the nodes one after the other; empty where that is impossible from here. */
    default Optional<RollingRestart> rolling() {
        return Optional.empty();
    }

    /** Stops what Assay started and deletes its data; touches nothing of a cluster that others run. */
    @Override
    void close();
}
