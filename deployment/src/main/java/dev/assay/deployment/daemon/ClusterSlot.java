package dev.assay.deployment.daemon;

import dev.assay.deployment.AssayCache;
import dev.assay.deployment.DeploymentException;
import dev.assay.deployment.process.MarkedFolders;
import java.io.IOException;
import java.io.Reader;
import java.io.Writer;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.stream.Stream;

/**
 * The slot of a system for one running cluster: a folder in the cache with what is known of the cluster, and its logs.
 *
 * @param system such as {@code memory}
 */
public record ClusterSlot(String system, Path folder) {
    private static final String RECORD = "cluster.properties";

    /** The slot of that system, taken or not. */
    public static ClusterSlot of(String system, AssayCache cache) {
        return new ClusterSlot(system, cache.runningClusters().resolve(system));
    }

    /** Those that are taken, by name. */
    public static List<ClusterSlot> taken(AssayCache cache) {
        try (Stream<Path> folders = Files.list(cache.runningClusters())) {
            return folders.sorted()
                    .map(folder -> new ClusterSlot(folder.getFileName().toString(), folder))
                    .filter(ClusterSlot::isTaken)
                    .toList();
        } catch (IOException e) {
            throw DeploymentException.environment("Cannot list " + cache.runningClusters() + ": " + e, e);
        }
    }

    /** Whether a cluster runs here, or has left something behind. */
    public boolean isTaken() {
        return Files.isDirectory(folder);
    }

    /** Takes the slot for a cluster that this process starts; false when it is taken already, even at the same moment. */
    public boolean take(RunningCluster cluster) {
        try {
            MarkedFolders.create(folder);
        } catch (FileAlreadyExistsException taken) {
            return false;
        } catch (IOException e) {
            throw DeploymentException.environment("Cannot create " + folder + ": " + e, e);
        }
        write(cluster);
        return true;
    }

    /** Writes down how the cluster is now. */
    public void write(RunningCluster cluster) {
        Path fresh = folder.resolve(RECORD + ".new");
        try {
            try (Writer writer = Files.newBufferedWriter(fresh)) {
                RunningClusterText.write(cluster).store(writer, "A cluster that 'assay cluster up' has started.");
            }
            Files.move(fresh, folder.resolve(RECORD), StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw DeploymentException.environment("Cannot write " + folder.resolve(RECORD) + ": " + e, e);
        }
    }

    /** What is known; empty when nothing was written here, or it cannot be understood: then nobody keeps anything here. */
    public Optional<RunningCluster> read() {
        try (Reader reader = Files.newBufferedReader(folder.resolve(RECORD))) {
            Properties text = new Properties();
            text.load(reader);
            return Optional.of(RunningClusterText.read(text));
        } catch (NoSuchFileException nothing) {
            return Optional.empty();
        } catch (IOException | IllegalArgumentException e) {
            throw DeploymentException.environment(
                    "Cannot read " + folder.resolve(RECORD) + " (" + e.getMessage()
                            + "). End the servers that it names by hand, and delete its folder.",
                    e);
        }
    }

    /** Where the servers log. */
    public Path logs() {
        return folder.resolve("logs");
    }

    /** Deletes the folder with all in it; one that Assay did not make stays. */
    public void clear() {
        try {
            MarkedFolders.delete(folder);
        } catch (IOException e) {
            throw DeploymentException.environment("Cannot delete " + folder + " (" + e + "). Delete it by hand.", e);
        }
    }
}
