package dev.assay.systems.pulsar.deployment;

import dev.assay.deployment.DeploymentException;
import java.io.IOException;
import java.io.InputStream;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Objects;
import java.util.Properties;

/** The files that a local cluster is configured with. They lie with the logs and are kept. */
record PulsarFiles(Path logs) {
    Path settings(PulsarNodePlan node) {
        return logs.resolve(node.name() + ".properties");
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
                Files.createDirectories(node.folder());
                Properties text = new Properties();
                text.putAll(settings.of(node, plan));
                try (Writer writer = Files.newBufferedWriter(settings(node))) {
                    text.store(writer, null);
                }
            }
        } catch (IOException e) {
            throw DeploymentException.environment("Cannot write the servers' settings to " + logs + ": " + e, e);
        }
    }
}
