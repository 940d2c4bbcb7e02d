package dev.assay.cluster;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * Locates the folder where Assay keeps fetched and made files for later use, and the disk data of its running clusters.
 *
 * @param root need not exist yet
 * @param lock where somebody else chose what is run: SHA-256 by coordinates of artifacts, beside which only those may be taken from
 *     the cache whose digest this build of Assay knows; empty for any
 */
public record AssayCache(Path root, Optional<Map<String, String>> lock) {
    public static final String VARIABLE = "ASSAY_CACHE";

    public AssayCache {
        root = root.toAbsolutePath().normalize();
        lock = lock.map(Map::copyOf);
    }

    public AssayCache(Path root) {
        this(root, Optional.empty());
    }

    /**
     * Returns a copy from which only those artifacts are taken that are on that lock with their digests, or known to this build of
     * Assay.
     */
    public AssayCache lockedTo(Map<String, String> artifacts) {
        return new AssayCache(root, Optional.of(artifacts));
    }

    /** Returns {@code $ASSAY_CACHE}, or {@code .cache/assay} of the user's home. */
    public static AssayCache standard() {
        return of(System.getenv(), Path.of(System.getProperty("user.home", ".")));
    }

    static AssayCache of(Map<String, String> environment, Path home) {
        String chosen = environment.getOrDefault(VARIABLE, "");
        return new AssayCache(chosen.isBlank() ? home.resolve(".cache").resolve("assay") : Path.of(chosen));
    }

    /**
     * Returns the folder of artifacts in the layout of a local Maven repository; where caches share one by links, it has one name for all.
     */
    public Path repository() {
        Path folder = folder("repository");
        try {
            return folder.toRealPath();
        } catch (IOException e) {
            throw DeploymentException.environment("Cannot read the cache folder " + folder + ": " + e, e);
        }
    }

    public Path classPaths() {
        return folder("classpaths");
    }

    /** Returns the folder with a file for each process or folder that lives no longer than its owner. */
    public Path leases() {
        return folder("leases");
    }

    public Path clusters() {
        return folder("clusters");
    }

    /** Returns the folder with one folder for each cluster that stands by itself, by the name of its system. */
    public Path runningClusters() {
        return folder("named-clusters");
    }

    public Path archives() {
        return folder("archives");
    }

    /** Returns the file of digests by inode, size and times, so that files which nobody touched are not read again. */
    public Path digests() {
        return folder("digests").resolve("known.txt");
    }

    public Path unpacked() {
        return folder("unpacked");
    }

    /** Returns the folder of machines' calibrations, a file for each name of a machine. */
    public Path calibrations() {
        return folder("calibrations");
    }

    /** Returns the folder that identifies the directories of runs which this user has started. */
    public Path ownRuns() {
        return folder("own-runs");
    }

    /** Returns the folder with a note for each start of servers in Kubernetes that are not deleted yet. */
    public Path createdInKubernetes() {
        return folder("kubernetes");
    }

    private Path folder(String name) {
        Path folder = root.resolve(name);
        try {
            FolderAccess.create(folder);
            refuseOthers(root);
            refuseOthers(folder);
            return folder;
        } catch (IOException e) {
            throw DeploymentException.environment(
                    "Cannot create the cache folder " + folder + " (" + e + "). Make it writable, or set " + VARIABLE
                            + " to a folder that is.",
                    e);
        }
    }

    /**
     * Refuses a folder that others can write to: programs in the cache are started.
     *
     * @throws DeploymentException when they can
     */
    private static void refuseOthers(Path folder) throws IOException {
        String problem = FolderAccess.ofThisUser().problem(folder);
        if (problem != null) {
            throw DeploymentException.environment("The cache folder " + folder + " " + problem + ".", null);
        }
    }
}
