package dev.assay.testing.cluster;

import dev.assay.driver.contract.BrokerFaults;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Uses the cluster of a system that the tests of all modules share, in a process that {@code check} starts. */
public final class SharedCluster implements BrokerFaults {
    /** The environment variable with the folder of the host. */
    static final String FOLDER = "ASSAY_TEST_CLUSTERS";

    private static final Map<String, SharedCluster> BY_SYSTEM = new ConcurrentHashMap<>();

    private final ClusterHandle cluster;

    private SharedCluster(ClusterHandle cluster) {
        this.cluster = cluster;
    }

    /** Returns the cluster of a system by its name. It starts with the first request. */
    public static SharedCluster of(String system) {
        return BY_SYSTEM.computeIfAbsent(system, name -> new SharedCluster(find(variant(name))));
    }

    private static ClusterHandle find(String variant) {
        String folder = System.getenv(FOLDER);
        if (folder == null || folder.isBlank()) {
            throw new IllegalStateException("this test needs a shared cluster, which './check -pl MODULE' starts: "
                    + FOLDER + " names no folder where somebody holds them");
        }
        return new RemoteSharedCluster(Path.of(folder), variant);
    }

    /** Returns the name of the cluster: the system's, and the version in this JVM's property {@code assay.test.NAME.version}. */
    private static String variant(String system) {
        return (system + " " + System.getProperty("assay.test." + system + ".version", "")).strip();
    }

    /**
     * Returns the connection of a driver; starts the cluster where it does not run yet.
     *
     * @throws IllegalStateException with the reason when it could not be started, or has lost a server since the last request
     */
    public Map<String, String> connection() {
        return cluster.answer(ClusterHandle.CONNECTION);
    }

    /** Returns the servers' version where only they know it, else an empty text. */
    public String serverVersion() {
        return describe().serverVersion();
    }

    /** Returns its server processes as they are now. */
    public List<SharedNode> nodes() {
        return describe().nodes();
    }

    public Map<String, Map<String, String>> serverSettings() {
        return describe().settings();
    }

    /** Returns settings that Assay chose other than the vendor's default, each with its reason. */
    public Map<String, String> overrides() {
        return describe().overrides();
    }

    /** Returns the SHA-256 of each artifact fetched to run the servers, by coordinates. */
    public Map<String, String> artifacts() {
        return describe().artifacts();
    }

    private ClusterDescription describe() {
        return ClusterDescription.of(cluster.answer(ClusterHandle.DESCRIBE));
    }

    /** Restarts a broker as verifications of durability do. */
    @Override
    public void restartOneBroker() {
        cluster.answer(ClusterHandle.RESTART);
    }

    @Override
    public void freeze() {
        cluster.answer(ClusterHandle.FREEZE);
    }

    @Override
    public void thaw() {
        cluster.answer(ClusterHandle.THAW);
    }
}
