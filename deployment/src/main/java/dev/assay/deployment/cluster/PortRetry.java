package dev.assay.deployment.cluster;

import dev.assay.deployment.DeploymentException;
import dev.assay.deployment.ProgressListener;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Starts a cluster again on other ports when another program has taken one between finding and binding it.
 *
 * @param system its name for people
 * @param logs where the servers' logs are, for people
 */
public record PortRetry(String system, FreePorts ports, ProgressListener progress, Path logs) {
    private static final int ATTEMPTS = 3;

    /**
     * The cluster of the first attempt that came up.
     *
     * @param portsNeeded how many ports an attempt is given
     * @param attempt empty when a port was taken
     * @throws DeploymentException when ports are taken again and again, or an attempt fails otherwise
     */
    public Cluster start(int portsNeeded, Function<List<Integer>, Optional<Cluster>> attempt) {
        for (int number = 1; number <= ATTEMPTS; number++) {
            Optional<Cluster> cluster = attempt.apply(ports.take(portsNeeded));
            if (cluster.isPresent()) {
                return cluster.get();
            }
            progress.step("Another program took a port that was free a moment ago (attempt %d of %d)"
                    .formatted(number, ATTEMPTS));
        }
        throw DeploymentException.environment(
                system + " could not bind its ports on 127.0.0.1 in " + ATTEMPTS
                        + " attempts, each with other ports that had been free just before. Another program keeps taking"
                        + " ports from 15000 to 32000; stop it. Logs: " + logs,
                null);
    }
}
