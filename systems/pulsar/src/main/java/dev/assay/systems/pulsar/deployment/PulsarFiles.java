package dev.assay.systems.pulsar.deployment;

import dev.assay.cluster.DeploymentException;
import dev.assay.cluster.node.NodeEnvironment;
import dev.assay.cluster.node.ServerSettingsFile;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Objects;

/** The files that a local cluster is configured with. What is kept of them lies with the logs. */
record PulsarFiles(Path logs) {
    Path settings(PulsarNodePlan node) {
        return file(node).file();
    }

    private ServerSettingsFile file(PulsarNodePlan node) {
        return ServerSettingsFile.beside(node.folder(), ServerSettingsFile.Form.PROPERTIES);
    }

    private static String fileName(String node) {
        return node + ".properties";
    }

    /** That of a node which runs, by its folder and name. */
    static Path settings(Path folder, String node) {
        return folder.resolveSibling(fileName(node));
    }

    Path log(PulsarNodePlan node) {
        return logs.resolve(node.name() + ".log");
    }

    /** Writes everything anew, and removes logs of an attempt before. */
    void write(PulsarNodeSettings settings, PulsarClusterPlan plan) {
        try (InputStream in = Objects.requireNonNull(PulsarFiles.class.getResourceAsStream(PulsarJvm.LOGGING))) {
            Files.copy(in, logs.resolve(PulsarJvm.LOGGING), StandardCopyOption.REPLACE_EXISTING);
            for (PulsarNodePlan node : plan.nodes()) {
                Files.deleteIfExists(log(node));
                NodeEnvironment.folderInside(node.folder());
                file(node).write(settings.of(node, plan), logs);
            }
        } catch (IOException e) {
            throw DeploymentException.environment("Cannot write the servers' settings to " + logs + ": " + e, e);
        }
    }
}
