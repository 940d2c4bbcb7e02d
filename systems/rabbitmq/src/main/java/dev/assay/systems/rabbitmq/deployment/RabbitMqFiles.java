package dev.assay.systems.rabbitmq.deployment;

import dev.assay.cluster.DeploymentException;
import dev.assay.cluster.node.NodeEnvironment;
import dev.assay.cluster.node.ServerSettingsFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.UUID;

/** The files that a local cluster is configured with. What is kept of the nodes' files lies with the logs. */
record RabbitMqFiles(Path logs) {
    Path configuration(RabbitMqNodePlan node) {
        return file(node).file();
    }

    private ServerSettingsFile file(RabbitMqNodePlan node) {
        return ServerSettingsFile.beside(node.folder(), ServerSettingsFile.Form.LINES);
    }

    private static String fileName(String node) {
        return node + ".conf";
    }

    /** That of a node which runs, by its folder and name. */
    static Path configuration(Path folder, String node) {
        return folder.resolveSibling(fileName(node));
    }

    Path plugins(RabbitMqNodePlan node) {
        return node.folder().resolve("enabled_plugins");
    }

    Path log(String process) {
        return logs.resolve(process + ".log");
    }

    /** Writes everything anew, and removes logs of an attempt before. */
    void write(RabbitMqNodeSettings settings, RabbitMqClusterPlan plan) {
        try {
            NodeEnvironment.folderInside(plan.home());
            for (RabbitMqClusterPlan.Mapper mapper : plan.mappers()) {
                Files.deleteIfExists(log(mapper.name()));
            }
            writeCookie(plan.home().resolve(".erlang.cookie"));
            for (RabbitMqNodePlan node : plan.nodes()) {
                Files.deleteIfExists(log(node.name()));
                NodeEnvironment.folderInside(node.folder());
                file(node).write(settings.of(node, plan), logs);
                Files.writeString(plugins(node), "[" + String.join(",", RabbitMqNodeSettings.PLUGINS) + "].\n");
            }
        } catch (IOException e) {
            throw DeploymentException.environment("Cannot write the servers' settings to " + logs + ": " + e, e);
        }
    }

    /** Whoever knows the cookie can run code in the nodes; Erlang insists on a file that only its owner can read. */
    private static void writeCookie(Path cookie) throws IOException {
        Files.createFile(cookie, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.writeString(cookie, UUID.randomUUID().toString().replace("-", ""));
    }
}
