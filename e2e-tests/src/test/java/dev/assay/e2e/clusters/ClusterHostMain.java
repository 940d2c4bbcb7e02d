package dev.assay.e2e.clusters;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;

/**
 * Holds shared clusters for the tests of other JVMs until its standard input ends, or a signal ends it. Its argument is the folder to
 * listen in, which {@code ASSAY_TEST_CLUSTERS} names for them.
 */
public final class ClusterHostMain {
    /** Limits how long a cluster stays unused; it is enough for the step from one module's tests to the next one's. */
    private static final Duration IDLE = Duration.ofMinutes(2);

    private ClusterHostMain() {}

    public static void main(String[] arguments) throws IOException {
        Path folder = Path.of(arguments[0]).toAbsolutePath();
        SupervisedClusters clusters = new SupervisedClusters(folder, IDLE);
        Runtime.getRuntime().addShutdownHook(new Thread(clusters::close));
        new ClusterHost(folder, clusters.held());
        while (System.in.read() >= 0) {
            // The starter writes nothing; the end of the input is the signal.
        }
        System.exit(0);
    }
}
