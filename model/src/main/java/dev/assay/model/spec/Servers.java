package dev.assay.model.spec;

import java.util.List;
import java.util.stream.Stream;

/**
 * Holds the keys that all systems with servers share, beside those of their own: who runs the servers, and on what. It is
 * the last component of a spec.
 */
public record Servers(
        @Key(value = "Who runs the cluster: local (Assay starts it) or existing.", fallback = "local")
        Deployment deployment,

        @Key(
                value =
                        "Disks on which a node of a local cluster that stores messages keeps its data; not every system can have several, or any.",
                cluster = true)
        NodeDisks disks,

        @Key(
                value =
                        "Number of the machine's processors that all servers of a local cluster run on together; 0 means all of them.",
                fallback = "0",
                cluster = true)
        int processors,

        @Key(value = "Servers that others run in Kubernetes, by name, in place of their addresses.", cluster = true)
        KubernetesServers kubernetes) {
    /** Stands for all processors that this machine has. */
    public static final int ALL_PROCESSORS = 0;

    public static final Servers LOCAL =
            new Servers(Deployment.LOCAL, NodeDisks.USUAL, ALL_PROCESSORS, KubernetesServers.NONE);

    /** Lists the keys that have no bearing on whether messages are kept. */
    public static final List<String> KEYS = Stream.concat(NodeDisks.KEYS.stream(), KubernetesServers.KEYS.stream())
            .toList();

    private static final int MAX_PROCESSORS = 1024;

    public Servers {
        Check.inRange("processors", processors, ALL_PROCESSORS, MAX_PROCESSORS);
        Check.key(
                "processors",
                processors == ALL_PROCESSORS || deployment == Deployment.LOCAL,
                "processors is " + processors
                        + ", but deployment is existing: Assay can't place servers that it does not start",
                "deployment");
        Check.key(
                "kubernetes",
                !kubernetes.areNamed() || deployment == Deployment.EXISTING,
                "kubernetes names servers that others run, but deployment is local: set deployment: existing, or leave kubernetes out",
                "deployment");
    }

    /**
     * Refuses an existing cluster of which nothing says where it is, and one of which two keys do.
     *
     * @param key the system's own for the address of an existing cluster
     */
    public void check(String key, String address, String example) {
        Check.key(
                "deployment",
                deployment == Deployment.LOCAL || !address.isBlank() || kubernetes.areNamed(),
                "deployment is existing, so %s must say where the cluster is (%s), or kubernetes its name"
                        .formatted(key, example),
                key);
        Check.key(
                "kubernetes",
                !kubernetes.areNamed() || address.isBlank(),
                "kubernetes finds where the servers are, but %s says it, too: leave one of them out".formatted(key),
                key);
    }
}
