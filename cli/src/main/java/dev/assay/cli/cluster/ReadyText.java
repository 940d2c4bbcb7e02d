package dev.assay.cli.cluster;

import dev.assay.cluster.daemon.RunningCluster;

final class ReadyText {
    private ReadyText() {}

    static String of(RunningCluster cluster) {
        return "%nmeasure it:   %s%ntake it down: assay cluster down %s%n"
                .formatted(command(cluster), cluster.system());
    }

    static String measuring(RunningCluster cluster) {
        return "  %-18s %s%n".formatted("measure it", command(cluster));
    }

    private static String command(RunningCluster cluster) {
        return "assay run SCENARIO --on " + cluster.system();
    }
}
