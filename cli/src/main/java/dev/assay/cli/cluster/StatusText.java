package dev.assay.cli.cluster;

import dev.assay.cluster.daemon.ClusterRegistration;
import dev.assay.cluster.daemon.RunningCluster;
import dev.assay.cluster.daemon.RunningNode;
import dev.assay.cluster.telemetry.ResidentMemory;
import dev.assay.model.unit.InstantText;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;

final class StatusText {
    private static final String ELSEWHERE =
            "  It was started on another machine or in another process namespace, such as a container; check there.%n"
                    .formatted();

    private StatusText() {}

    static String of(RunningCluster cluster, ClusterRegistration registration) {
        StringBuilder text = new StringBuilder("%s %s: %s, since %s, daemon process %d%n"
                .formatted(
                        cluster.system(),
                        cluster.version(),
                        registration.isElsewhere(cluster) ? "ELSEWHERE" : state(cluster),
                        InstantText.of(cluster.since()),
                        cluster.daemon().pid()));
        text.append("  %-18s %s%n".formatted("durability", cluster.durability()));
        cluster.connection().forEach((name, value) -> text.append("  %-18s %s%n".formatted(name, value)));
        text.append("  %-18s %s%n".formatted("logs", registration.logs()));
        commonFolder(cluster).ifPresent(data -> text.append("  %-18s %s%n".formatted("data", data)));
        if (!cluster.nodes().isEmpty()) {
            text.append(
                    "  %-12s %9s %7s %10s  %-6s %s%n".formatted("node", "process", "port", "memory", "state", "log"));
            cluster.nodes().forEach(node -> text.append(line(node)));
        }
        cluster.failure().ifPresent(reason -> text.append(reason.indent(2)));
        return text.append(registration.isElsewhere(cluster) ? ELSEWHERE : advice(cluster))
                .toString();
    }

    /** Returns the folder that contains the data of all servers; empty where they have none in common. */
    private static Optional<Path> commonFolder(RunningCluster cluster) {
        return cluster.nodes().stream().map(RunningNode::data).reduce(StatusText::common);
    }

    private static Path common(Path left, Path right) {
        Path parent = left.getParent();
        return parent == null || right.startsWith(left) ? left : common(parent, right);
    }

    private static String state(RunningCluster cluster) {
        if (!cluster.daemon().isAlive()) {
            return cluster.isReady() ? "GONE" : "NOT STARTED";
        }
        if (!cluster.isReady()) {
            return "starting";
        }
        return cluster.isWhole() ? "up" : "PARTLY DOWN";
    }

    private static String line(RunningNode node) {
        boolean alive = node.process().isAlive();
        OptionalLong memory = alive ? ResidentMemory.bytes(node.process().pid()) : OptionalLong.empty();
        return "  %-12s %9d %7s %10s  %-6s %s%n"
                .formatted(
                        node.name(),
                        node.process().pid(),
                        node.port() == 0 ? "-" : node.port(),
                        memory.isPresent() ? (memory.getAsLong() >> 20) + " MiB" : "-",
                        alive ? "alive" : "DEAD",
                        node.log());
    }

    private static String advice(RunningCluster cluster) {
        if (cluster.daemon().isAlive()) {
            return "";
        }
        String reason = cluster.isReady()
                ? "Its daemon process was killed from outside, and its servers stopped with it."
                : "Its start did not finish; the logs may say why.";
        return "  %s%n  Clean up with 'assay cluster down %s'.%n".formatted(reason, cluster.system());
    }
}
