package dev.assay.provision.standing;

import dev.assay.provision.AssayCache;
import dev.assay.provision.ProvisionException;
import dev.assay.provision.leash.Folders;
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
 * The one place that a system has for a cluster that stands: a folder in the cache with what is known of it, and its logs.
 *
 * @param system such as {@code kafka}
 */
public record StandingPlace(String system, Path folder) {
    private static final String RECORD = "cluster.properties";

    /** The place of that system, taken or not. */
    public static StandingPlace of(String system, AssayCache cache) {
        return new StandingPlace(system, cache.standing().resolve(system));
    }

    /** Those that are taken, by name. */
    public static List<StandingPlace> taken(AssayCache cache) {
        try (Stream<Path> folders = Files.list(cache.standing())) {
            return folders.sorted()
                    .map(folder -> new StandingPlace(folder.getFileName().toString(), folder))
                    .filter(StandingPlace::isTaken)
                    .toList();
        } catch (IOException e) {
            throw ProvisionException.environment("Cannot list " + cache.standing() + ": " + e, e);
        }
    }

    /** Whether a cluster stands here, or has left something. */
    public boolean isTaken() {
        return Files.isDirectory(folder);
    }

    /** Takes the place for a cluster that this process starts; false when it is taken, by whomever and at the same moment. */
    public boolean take(StandingCluster cluster) {
        try {
            Folders.create(folder);
        } catch (FileAlreadyExistsException taken) {
            return false;
        } catch (IOException e) {
            throw ProvisionException.environment("Cannot create " + folder + ": " + e, e);
        }
        write(cluster);
        return true;
    }

    /** Writes down how the cluster is now. */
    public void write(StandingCluster cluster) {
        Path fresh = folder.resolve(RECORD + ".new");
        try {
            try (Writer writer = Files.newBufferedWriter(fresh)) {
                StandingText.write(cluster).store(writer, "A cluster that 'assay cluster up' has started.");
            }
            Files.move(fresh, folder.resolve(RECORD), StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw ProvisionException.environment("Cannot write " + folder.resolve(RECORD) + ": " + e, e);
        }
    }

    /** What is known; empty when nothing was written here, or it cannot be understood: then nobody keeps anything here. */
    public Optional<StandingCluster> read() {
        try (Reader reader = Files.newBufferedReader(folder.resolve(RECORD))) {
            Properties text = new Properties();
            text.load(reader);
            return Optional.of(StandingText.read(text));
        } catch (NoSuchFileException nothing) {
            return Optional.empty();
        } catch (IOException | IllegalArgumentException e) {
            throw ProvisionException.environment(
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
            Folders.delete(folder);
        } catch (IOException e) {
            throw ProvisionException.environment("Cannot delete " + folder + " (" + e + "). Delete it by hand.", e);
        }
    }
}
