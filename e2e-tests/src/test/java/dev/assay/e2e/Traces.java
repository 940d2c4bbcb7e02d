package dev.assay.e2e;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Records what programs leave on a machine besides files of their own: mounts, loop devices, network links and namespaces, tracing
 * instances, and names in the folder for temporary files.
 */
final class Traces {
    private static final Path TEMPORARY = Path.of("/tmp");
    private static final Path BLOCK_DEVICES = Path.of("/sys/block");
    private static final Path LINKS = Path.of("/sys/class/net");
    private static final Path NETWORK_NAMESPACES = Path.of("/run/netns");
    private static final Path TRACING_INSTANCES = Path.of("/sys/kernel/tracing/instances");
    /** Gives the index of a mount's folder in a line of /proc/self/mountinfo (proc_pid_mountinfo(5)). */
    private static final int MOUNT_POINT = 4;

    private final Set<String> all;

    private Traces(Set<String> all) {
        this.all = all;
    }

    static Traces now() throws IOException {
        Set<String> all = new TreeSet<>(mounts());
        all.addAll(loopDevices());
        for (Path folder : Set.of(LINKS, NETWORK_NAMESPACES, TRACING_INSTANCES, TEMPORARY)) {
            children(folder).forEach(child -> all.add(child.toString()));
        }
        return new Traces(all);
    }

    private static Set<String> mounts() throws IOException {
        return Files.readAllLines(Path.of("/proc/self/mountinfo")).stream()
                .map(line -> "mount " + line.split(" ", -1)[MOUNT_POINT])
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static Set<String> loopDevices() throws IOException {
        Set<String> found = new TreeSet<>();
        for (Path device : children(BLOCK_DEVICES)) {
            Path backing = device.resolve("loop").resolve("backing_file");
            if (Files.exists(backing)) {
                found.add(device + " of " + Files.readString(backing).strip());
            }
        }
        return found;
    }

    private static Set<Path> children(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            return Set.of();
        }
        try (Stream<Path> all = Files.list(folder)) {
            return all.collect(Collectors.toCollection(TreeSet::new));
        }
    }

    Set<String> since(Traces before) {
        Set<String> more = new TreeSet<>(all);
        more.removeAll(before.all);
        return more;
    }

    /** Returns when all new traces that exist at the call are gone; traces that others leave later don't count. */
    static void awaitNothingSince(Traces before, Duration max) throws Exception {
        Set<String> left = now().since(before);
        Until.holds("of what was not there before nothing is left: " + left, max, () -> {
            Set<String> still = now().since(before);
            still.retainAll(left);
            return still.isEmpty();
        });
    }
}
