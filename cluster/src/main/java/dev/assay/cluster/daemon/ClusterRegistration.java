package dev.assay.cluster.daemon;

import dev.assay.cluster.AssayCache;
import dev.assay.cluster.CacheLock;
import dev.assay.cluster.DeploymentException;
import dev.assay.cluster.node.Cluster;
import dev.assay.host.file.DurableFile;
import dev.assay.host.process.MarkedFolders;
import dev.assay.host.process.OwnerState;
import dev.assay.host.process.ProcessIdentity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Gives access to the slot of a system for one running cluster: a folder in the cache with the cluster's record and logs. The folder
 * appears with its record. Whoever takes the slot, changes the record or clears the slot does so {@linkplain #alone alone}.
 *
 * @param system such as {@code memory}
 */
public record ClusterRegistration(String system, Path folder) {
    private static final String RECORD = "cluster.json";
    /** The record of a version of Assay whose records this one can't read. */
    private static final String EARLIER_RECORD = "cluster.properties";

    private static final String SETTINGS = "settings.json";
    private static final String LOCK = ".lock";
    private static final String UNFINISHED_PREFIX = ".";

    /** Returns the slot of that system, taken or not. */
    public static ClusterRegistration of(String system, AssayCache cache) {
        return new ClusterRegistration(system, cache.runningClusters().resolve(system));
    }

    /** Returns the taken slots, in order of their names. */
    public static List<ClusterRegistration> taken(AssayCache cache) {
        try (Stream<Path> folders = Files.list(cache.runningClusters())) {
            return folders.sorted()
                    .map(folder -> new ClusterRegistration(folder.getFileName().toString(), folder))
                    .filter(slot -> slot.isTaken() && !slot.system.startsWith(UNFINISHED_PREFIX))
                    .toList();
        } catch (IOException e) {
            throw DeploymentException.environment("Cannot list " + cache.runningClusters() + ": " + e, e);
        }
    }

    /** Returns whether a cluster runs here, or has left something behind. */
    public boolean isTaken() {
        return Files.isDirectory(folder);
    }

    /** Does work on the slot while no other thread or process does any; waits for those that do. */
    public <T> T alone(Supplier<T> work) {
        Path lock = folder.resolveSibling(system + LOCK);
        try (CacheLock held = CacheLock.hold(lock)) {
            held.check();
            return work.get();
        } catch (IOException e) {
            throw DeploymentException.environment("Cannot lock " + lock + ": " + e, e);
        }
    }

    public void changeAlone(Runnable work) {
        alone(() -> {
            work.run();
            return true;
        });
    }

    /** Takes the slot for a cluster that this process starts; returns false when it is taken already. */
    public boolean take(RunningCluster cluster) {
        if (isTaken()) {
            return false;
        }
        Path fresh = folder.resolveSibling(UNFINISHED_PREFIX + system + DurableFile.UNFINISHED);
        try {
            MarkedFolders.deleteRecorded(fresh); // A killed process left it here.
            MarkedFolders.create(fresh);
            write(fresh, cluster);
            DurableFile.appear(fresh, folder);
            return true;
        } catch (IOException e) {
            DeploymentException failure = DeploymentException.environment("Cannot create " + folder + ": " + e, e);
            for (Path left : List.of(fresh, folder)) {
                try {
                    MarkedFolders.deleteRecorded(left);
                } catch (IOException stays) {
                    failure.addSuppressed(stays);
                }
            }
            throw failure;
        }
    }

    public void write(RunningCluster cluster) {
        try {
            write(folder, cluster);
        } catch (IOException e) {
            throw cannotWrite(RECORD, e);
        }
    }

    private static void write(Path folder, RunningCluster cluster) throws IOException {
        DurableFile.write(folder.resolve(RECORD), cluster);
    }

    /**
     * Returns whether the record is another process's, or gone, so that no command reaches what {@code keeper} keeps running. An
     * unreadable record is not known to be another's.
     */
    public boolean isLostTo(ProcessIdentity keeper) {
        try {
            return !Files.exists(folder.resolve(RECORD))
                    || read().filter(cluster -> cluster.daemon().equals(keeper)).isEmpty();
        } catch (DeploymentException unreadable) {
            return false;
        }
    }

    /**
     * Makes sure that the record is still that process's.
     *
     * @throws DeploymentException when it is not
     */
    public void requireKeptBy(ProcessIdentity keeper) {
        if (isLostTo(keeper)) {
            throw DeploymentException.environment(
                    "the record of the cluster '%s' in %s is no longer that of process %d, so the cluster is taken down"
                            .formatted(system, folder, keeper.pid()),
                    null);
        }
    }

    public void writeSettings(Cluster cluster) {
        try {
            DurableFile.write(folder.resolve(SETTINGS), StartedSettings.of(cluster));
        } catch (IOException e) {
            throw cannotWrite(SETTINGS, e);
        }
    }

    private DeploymentException cannotWrite(String name, IOException e) {
        return DeploymentException.environment("Cannot write " + folder.resolve(name) + ": " + e, e);
    }

    StartedSettings startedSettings() {
        try {
            return DurableFile.read(folder.resolve(SETTINGS), StartedSettings.class);
        } catch (IOException e) {
            throw DeploymentException.environment("Cannot read " + folder.resolve(SETTINGS) + ": " + e, e);
        }
    }

    /**
     * Returns the cluster, if it serves and nothing of it has ended.
     *
     * @throws DeploymentException otherwise, with what to do
     */
    public RunningCluster requireWhole() {
        RunningCluster cluster = isTaken() ? read().orElse(null) : null;
        if (cluster == null) {
            throw DeploymentException.system(isTaken() ? leftOver() : absent(), null);
        }
        String problem = problem(cluster);
        if (problem != null) {
            throw DeploymentException.system(problem, null);
        }
        return cluster;
    }

    private @Nullable String problem(RunningCluster cluster) {
        if (!cluster.daemon().isAlive()) {
            return isElsewhere(cluster) ? elsewhere(cluster) : leftOver();
        }
        if (!cluster.isReady()) {
            return "the cluster '%1$s' is still starting; try again when 'assay cluster up %1$s' has returned"
                    .formatted(system);
        }
        List<String> dead = cluster.nodes().stream()
                .filter(node -> !node.process().isAlive())
                .map(RunningNode::name)
                .toList();
        return dead.isEmpty()
                ? null
                : "the cluster '%1$s' is incomplete: %2$s ended (see 'assay cluster status %1$s'); restart it with 'assay cluster down %1$s', then 'assay cluster up %1$s'"
                        .formatted(system, String.join(", ", dead) + (dead.size() == 1 ? " has" : " have"));
    }

    /** Returns whether the cluster was started in another namespace of process numbers, so that nothing here shows whether it runs. */
    public boolean isElsewhere(RunningCluster cluster) {
        return !cluster.daemon().isAlive() && OwnerState.of(cluster.daemon(), folder) == OwnerState.ELSEWHERE;
    }

    String elsewhere(RunningCluster cluster) {
        return "the cluster '%1$s' was started on another machine or in another PID namespace, such as a container's (process %2$d there), and may still be running; use it and take it down there or, if none of it is running any more, delete %3$s"
                .formatted(system, cluster.daemon().pid(), folder);
    }

    private String leftOver() {
        return "the cluster '%1$s' is gone and has left %2$s behind; clean up with 'assay cluster down %1$s', then start it again with 'assay cluster up %1$s'"
                .formatted(system, folder);
    }

    private String earlier() {
        return "the cluster '%1$s' was started by an earlier version of Assay (%2$s) and may be running; take it down with 'assay cluster down %1$s' of that version or, if none of it is running any more, delete %3$s"
                .formatted(system, folder.resolve(EARLIER_RECORD), folder);
    }

    private String absent() {
        return "no cluster '%1$s' is up; start it with 'assay cluster up %1$s', or leave out '--on %1$s' and the run starts its own"
                .formatted(system);
    }

    /**
     * Reads the record; empty when none was written: then nobody keeps anything here.
     *
     * @throws DeploymentException when it can't be read, or is of an earlier version of Assay, whose servers may run; with what to do
     */
    public Optional<RunningCluster> read() {
        try {
            return Optional.of(DurableFile.read(folder.resolve(RECORD), RunningCluster.class));
        } catch (NoSuchFileException nothing) {
            if (Files.exists(folder.resolve(EARLIER_RECORD))) {
                throw DeploymentException.environment(earlier(), null);
            }
            return Optional.empty();
        } catch (IOException e) {
            throw DeploymentException.environment(
                    "Cannot read " + folder.resolve(RECORD) + " (" + e.getMessage()
                            + "). Stop the servers that it names by hand, and delete its folder.",
                    e);
        }
    }

    public Path logs() {
        return folder.resolve("logs");
    }

    /** Deletes the folder with everything in it, if Assay has made it. */
    public void clear() {
        try {
            MarkedFolders.deleteRecorded(folder);
        } catch (IOException e) {
            throw DeploymentException.environment("Cannot delete " + folder + " (" + e + "). Delete it by hand.", e);
        }
    }
}
