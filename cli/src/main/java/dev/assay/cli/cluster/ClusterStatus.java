package dev.assay.cli.cluster;

import dev.assay.cluster.AssayCache;
import dev.assay.cluster.daemon.ClusterSlot;
import dev.assay.cluster.daemon.RunningCluster;
import dev.assay.run.exit.ExitCode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which clusters run, and how they are.
 *
 * @param code OK when all that was asked for is up and whole
 */
public record ClusterStatus(String text, ExitCode code) {
    /** Of one system, or of all. */
    public static ClusterStatus of(@Nullable String system, AssayCache cache) {
        List<ClusterSlot> slots = system == null ? ClusterSlot.taken(cache) : List.of(ClusterSlot.of(system, cache));
        StringBuilder text = new StringBuilder();
        boolean whole = true;
        for (ClusterSlot slot : slots) {
            RunningCluster cluster = slot.isTaken() ? slot.read().orElse(null) : null;
            text.append(cluster == null ? absent(slot) : StatusText.of(cluster, slot));
            if (cluster != null && cluster.isReady() && cluster.isWhole()) {
                text.append(ReadyText.measuring(cluster));
            } else {
                whole = false;
            }
        }
        if (slots.isEmpty()) {
            text.append("no cluster is up; start one with 'assay cluster up SYSTEM'%n".formatted());
        }
        return new ClusterStatus(text.toString(), whole ? ExitCode.OK : ExitCode.SYSTEM_UNDER_TEST);
    }

    private static String absent(ClusterSlot slot) {
        return (slot.isTaken()
                        ? "%1$s: an earlier start left %2$s; clear it with 'assay cluster down %1$s'%n"
                        : "no %1$s cluster is up; start one with 'assay cluster up %1$s'%n")
                .formatted(slot.system(), slot.folder());
    }
}
