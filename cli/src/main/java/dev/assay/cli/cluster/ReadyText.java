package dev.assay.cli.cluster;

import dev.assay.cluster.daemon.RunningCluster;

/** What can be done with a cluster that is up, for people. */
final class ReadyText {
    private ReadyText() {}

    static String of(RunningCluster cluster) {
        return "%nmeasure it:   %s%ntake it down: assay cluster down %s%n"
                .formatted(command(cluster), cluster.system());
    }

    /** A line of the cluster's status. */
    static String measuring(RunningCluster cluster) {
        return "  %-18s %s%n".formatted("measure it", command(cluster));
    }

    private static String command(RunningCluster cluster) {
        return "assay run SCENARIO --on " + cluster.system();
    }
}
