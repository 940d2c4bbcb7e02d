package dev.assay.cli.cluster;

import dev.assay.cluster.AssayCache;
import dev.assay.cluster.DeploymentException;
import dev.assay.cluster.daemon.ClusterRegistration;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Finds daemons of clusters that have no record in their cache, so that no command knows or ends the servers that they keep running. */
public final class UnrecordedDaemons {
    private static final String CACHE = AssayCache.VARIABLE + "=";
    private static final String STARTER = "-D" + ClusterDaemon.STARTER + "=";

    private UnrecordedDaemons() {}

    /** @param cache the cache that lacks its record */
    public record Unrecorded(long pid, String system, Path cache) {}

    /**
     * Looks at the processes that this user may see, in order of their IDs; processes in other PID or mount namespaces, such as containers,
     * have other IDs and paths and are left out.
     *
     * @param proc such as {@code /proc}
     * @throws IOException when there is no such file system
     */
    public static List<Unrecorded> find(Path proc) throws IOException {
        List<Unrecorded> unrecorded = new ArrayList<>();
        try (Stream<Path> processes = Files.list(proc)) {
            for (Path process : processes
                    .filter(folder -> folder.getFileName().toString().matches("\\d+"))
                    .toList()) {
                unrecorded(process).filter(daemon -> isNear(proc, process)).ifPresent(unrecorded::add);
            }
        }
        unrecorded.sort(Comparator.comparingLong(Unrecorded::pid));
        return unrecorded;
    }

    private static Optional<Unrecorded> unrecorded(Path process) {
        try {
            List<String> command = strings(process.resolve("cmdline"));
            if (command.isEmpty()) {
                return Optional.empty();
            }
            String system = command.getLast();
            if (Collections.lastIndexOfSubList(command, ClusterDaemon.arguments(system)) < 0) {
                return Optional.empty();
            }
            long pid = Long.parseLong(process.getFileName().toString());
            String starter = value(command, STARTER).orElse("");
            return value(strings(process.resolve("environ")), CACHE)
                    .map(Path::of)
                    .filter(cache -> keeper(cache, system)
                            .filter(keeper -> keeper == pid || starter.equals(Long.toString(keeper)))
                            .isEmpty())
                    .map(cache -> new Unrecorded(pid, system, cache));
        } catch (IOException endedOrAnotherUsers) {
            return Optional.empty();
        }
    }

    /** Returns the ID of the process that the cache's record of this system names. */
    private static Optional<Long> keeper(Path cache, String system) {
        if (!Files.isDirectory(cache)) {
            return Optional.empty();
        }
        try {
            return ClusterRegistration.of(system, new AssayCache(cache))
                    .read()
                    .map(cluster -> cluster.daemon().pid());
        } catch (DeploymentException unreadable) {
            return Optional.empty();
        }
    }

    private static boolean isNear(Path proc, Path process) {
        return isSame(proc, process, "ns/pid") && isSame(proc, process, "ns/mnt");
    }

    private static boolean isSame(Path proc, Path process, String link) {
        try {
            return Files.readSymbolicLink(process.resolve(link))
                    .equals(Files.readSymbolicLink(proc.resolve("self").resolve(link)));
        } catch (IOException notVisible) {
            return false;
        }
    }

    private static List<String> strings(Path file) throws IOException {
        return Arrays.stream(Files.readString(file).split("\0", -1))
                .filter(string -> !string.isEmpty())
                .toList();
    }

    private static Optional<String> value(List<String> strings, String prefix) {
        return strings.stream()
                .filter(string -> string.startsWith(prefix))
                .map(string -> string.substring(prefix.length()))
                .findFirst();
    }
}
