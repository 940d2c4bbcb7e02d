package dev.assay.systems.nats.deployment;

import dev.assay.cluster.DeploymentException;
import dev.assay.cluster.node.NodeEnvironment;
import dev.assay.cluster.node.ServerNode;
import dev.assay.cluster.node.ServerSettingsFile;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The files that a local cluster is configured with. What is kept of them lies with the logs. */
record NatsFiles(Path logs) {
    private static final Pattern MONITOR = Pattern.compile("http = \"([0-9.]+:[0-9]+)\"");

    Path configuration(NatsNodePlan node) {
        return file(node).file();
    }

    private ServerSettingsFile file(NatsNodePlan node) {
        return ServerSettingsFile.beside(node.folder(), fileName(node.name()), logs);
    }

    private static String fileName(String node) {
        return node + ".conf";
    }

    Path log(NatsNodePlan node) {
        return logs.resolve(node.name() + ".log");
    }

    /** Writes everything anew, and removes logs of an attempt before. */
    void write(NatsNodeSettings settings, List<NatsNodePlan> nodes) {
        try {
            for (NatsNodePlan node : nodes) {
                Files.deleteIfExists(log(node));
                NodeEnvironment.folderInside(node.folder());
                NodeEnvironment.folderInside(node.store());
                file(node).writeLines(settings.lines(node, nodes));
            }
        } catch (IOException e) {
            throw DeploymentException.environment("Cannot write the servers' settings to " + logs + ": " + e, e);
        }
    }

    /**
     * Where a node that runs tells about itself, whichever Assay has started it.
     *
     * @throws IOException when its configuration does not say
     */
    static URI monitorPage(ServerNode node) throws IOException {
        Path file = node.data().resolveSibling(fileName(node.name()));
        for (String line : Files.readAllLines(file)) {
            Matcher matcher = MONITOR.matcher(line);
            if (matcher.matches()) {
                return URI.create("http://" + matcher.group(1));
            }
        }
        throw new IOException(file + " has no address for its monitoring pages");
    }
}
