package dev.assay.cli.cluster;

import dev.assay.deployment.daemon.RunningCluster;

/** What can be done with a cluster that is up, for people. */
final class ReadyText {
    private ReadyText() {}

    static String of(ClusterOptions wanted, RunningCluster cluster) {
        StringBuilder text = new StringBuilder();
        text.append("%nmeasure it:   assay run SCENARIO --systems %s%s%n"
                .formatted(cluster.system(), options(wanted, cluster)));
        text.append("take it down: assay cluster down %s%n".formatted(cluster.system()));
        return text.toString();
    }

    private static String options(ClusterOptions wanted, RunningCluster cluster) {
        StringBuilder options = new StringBuilder();
        wanted.toMeasureIt(cluster.connection())
                .forEach(option -> options.append(" \\%n    --set %s".formatted(quoted(option))));
        return options.toString();
    }

    private static String quoted(String option) {
        return option.matches("[\\w.:/,=+-]*") ? option : "'" + option.replace("'", "'\\''") + "'";
    }
}
