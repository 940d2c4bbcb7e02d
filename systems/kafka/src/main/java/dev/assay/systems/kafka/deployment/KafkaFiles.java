package dev.assay.systems.kafka.deployment;

import dev.assay.cluster.DeploymentException;
import dev.assay.cluster.node.NodeEnvironment;
import dev.assay.cluster.node.ServerSettingsFile;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/** The files that a local cluster is configured with. What is kept of them lies with the logs. */
record KafkaFiles(Path logs) {
    Path properties(KafkaNodePlan node) {
        return settings(node).file();
    }

    private ServerSettingsFile settings(KafkaNodePlan node) {
        return ServerSettingsFile.beside(node.folder(), ServerSettingsFile.Form.PROPERTIES);
    }

    Path log(KafkaNodePlan node) {
        return logs.resolve(node.name() + ".log");
    }

    /** Writes everything anew, and removes logs of an attempt before. */
    void write(KafkaNodeSettings settings, List<KafkaNodePlan> nodes, KafkaServerJars.Logging logging) {
        write(logging);
        try {
            for (KafkaNodePlan node : nodes) {
                Files.deleteIfExists(log(node));
                NodeEnvironment.folderInside(node.folder());
                settings(node).write(settings.of(node, nodes), logs);
            }
        } catch (IOException e) {
            throw unwritable(e);
        }
    }

    /** Writes what configures the servers' logging. */
    void write(KafkaServerJars.Logging logging) {
        String resource = logging.resource();
        try (InputStream in = Objects.requireNonNull(KafkaFiles.class.getResourceAsStream(resource), resource)) {
            Files.copy(in, logs.resolve(resource), StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw unwritable(e);
        }
    }

    private DeploymentException unwritable(IOException e) {
        return DeploymentException.environment("Cannot write the servers' settings to " + logs + ": " + e, e);
    }

    /** What the node reports it runs with, or else what it was configured with. */
    Map<String, String> effective(KafkaNodePlan node, Map<String, String> written) {
        Map<String, String> settings = new TreeMap<>(written);
        try {
            settings.putAll(loggedSettings(log(node)));
        } catch (IOException e) {
            throw DeploymentException.environment("Cannot read " + log(node) + ": " + e, e);
        }
        return settings;
    }

    /**
     * The effective settings that a broker logs when it starts, secrets masked by itself; those of the first such listing in the log, empty
     * when there is none.
     */
    static Map<String, String> loggedSettings(Path log) throws IOException {
        Map<String, String> settings = new TreeMap<>();
        try (BufferedReader reader = Files.newBufferedReader(log)) {
            String line = reader.readLine();
            while (line != null && !line.contains("KafkaConfig values:")) {
                line = reader.readLine();
            }
            line = line == null ? null : reader.readLine();
            while (line != null && line.startsWith("\t")) {
                int split = line.indexOf(" = ");
                if (split > 0) {
                    settings.put(line.substring(1, split), line.substring(split + 3));
                }
                line = reader.readLine();
            }
        }
        return settings;
    }
}
