package dev.assay.cli.cluster;

import dev.assay.cluster.AssayCache;
import dev.assay.cluster.daemon.ClusterRegistration;
import dev.assay.cluster.daemon.Teardown;
import java.time.Duration;

public final class ClusterDown {
    private ClusterDown() {}

    /**
     * Takes a cluster down, waits until nothing of it is left, and returns the text to print.
     *
     * @param patience how long an orderly shutdown may take before the cluster is killed
     */
    public static String run(String system, AssayCache cache, Duration patience) {
        ClusterRegistration registration = ClusterRegistration.of(system, cache);
        return registration.alone(() -> alone(registration, cache, patience));
    }

    private static String alone(ClusterRegistration registration, AssayCache cache, Duration patience) {
        String system = registration.system();
        if (!registration.isTaken()) {
            return "no %s cluster is up, so there is nothing to take down%n".formatted(system);
        }
        int servers = registration.read().map(known -> known.nodes().size()).orElse(0);
        StringBuilder text = new StringBuilder();
        new Teardown(registration, cache, patience)
                .run()
                .forEach(line -> text.append(line).append(System.lineSeparator()));
        return text.append("%s is down: %sdata and logs deleted%n".formatted(system, servers(servers)))
                .toString();
    }

    private static String servers(int count) {
        return count == 0 ? "" : count == 1 ? "1 server stopped, " : count + " servers stopped, ";
    }
}
