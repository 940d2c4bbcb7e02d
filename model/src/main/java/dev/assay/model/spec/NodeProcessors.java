package dev.assay.model.spec;

/** How many of the machine's processors the servers of a local cluster run on. */
public final class NodeProcessors {
    /** All that this machine has. */
    public static final int ALL = 0;

    private static final int MAX = 1024;

    private NodeProcessors() {}

    /**
     * Refuses a number that can't be had.
     *
     * @throws IllegalArgumentException with what was expected
     */
    public static void check(int processors, Deployment deployment) {
        Check.inRange("processors", processors, ALL, MAX);
        Check.key(
                "processors",
                processors == ALL || deployment == Deployment.LOCAL,
                "processors is " + processors
                        + ", but deployment is existing: Assay can't place servers that it does not start",
                "deployment");
    }
}
