package dev.assay.cli.cluster;

import dev.assay.cluster.AssayCache;
import dev.assay.cluster.daemon.ClusterRegistration;
import dev.assay.cluster.daemon.RunningCluster;
import dev.assay.model.exit.ExitCode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** @param code OK when all clusters asked for are up and whole */
public record ClusterStatus(String text, ExitCode code) {
    /** Returns the status of one system's cluster, or of all clusters for null. */
    public static ClusterStatus of(@Nullable String system, AssayCache cache) {
        List<ClusterRegistration> registrations =
                system == null ? ClusterRegistration.taken(cache) : List.of(ClusterRegistration.of(system, cache));
        StringBuilder text = new StringBuilder();
        boolean whole = true;
        for (ClusterRegistration registration : registrations) {
            RunningCluster cluster =
                    registration.isTaken() ? registration.read().orElse(null) : null;
            text.append(cluster == null ? absent(registration) : StatusText.of(cluster, registration));
            if (cluster != null && cluster.isReady() && cluster.isWhole()) {
                text.append(ReadyText.measuring(cluster));
            } else {
                whole = false;
            }
        }
        if (registrations.isEmpty()) {
            text.append("no cluster is up; start one with 'assay cluster up SYSTEM'%n".formatted());
        }
        return new ClusterStatus(text.toString(), whole ? ExitCode.OK : ExitCode.SYSTEM_UNDER_TEST);
    }

    private static String absent(ClusterRegistration registration) {
        return (registration.isTaken()
                        ? "%1$s: an earlier start left %2$s behind; clean up with 'assay cluster down %1$s'%n"
                        : "no %1$s cluster is up; start one with 'assay cluster up %1$s'%n")
                .formatted(registration.system(), registration.folder());
    }
}
