package dev.assay.cluster.disk;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * The hierarchy of control groups of the kernel's version 2; see the kernel's cgroup-v2 documentation.
 *
 * @param root where it is mounted
 */
record ControlGroups(Path root) {
    /** What a limit takes: bytes that go to a device, and whose pages they are that the kernel writes later. */
    private static final List<String> NEEDED = List.of("io", "memory");

    /** That of this machine; empty where it has none. */
    static Optional<ControlGroups> mounted() {
        return mounted(Path.of("/proc/self/mounts"));
    }

    static Optional<ControlGroups> mounted(Path mounts) {
        try {
            return Files.readAllLines(mounts).stream()
                    .map(line -> line.split(" ", -1))
                    .filter(word -> word.length > 2 && word[2].equals("cgroup2"))
                    .map(word -> new ControlGroups(Path.of(word[1])))
                    .findFirst();
        } catch (IOException unknown) {
            return Optional.empty(); // Without /proc there is no Linux that could have them.
        }
    }

    /** Why groups below the root can't be given a limit; empty when nothing is known to stand in the way. */
    Optional<String> refusal() {
        List<String> available = words("cgroup.controllers");
        List<String> missing =
                NEEDED.stream().filter(name -> !available.contains(name)).toList();
        if (!missing.isEmpty()) {
            return Optional.of("cgroup v2 at " + root + " has no controller " + String.join(" and ", missing)
                    + " (if cgroup v1 is mounted, it has them; systemd.unified_cgroup_hierarchy=1 on the kernel's"
                    + " command line gives them to v2)");
        }
        List<String> enabled = words("cgroup.subtree_control");
        List<String> off =
                NEEDED.stream().filter(name -> !enabled.contains(name)).toList();
        return off.isEmpty()
                ? Optional.empty()
                : Optional.of("the controller " + String.join(" and ", off) + " is not enabled below " + root
                        + "; as root: echo '+io +memory' > " + root.resolve("cgroup.subtree_control"));
    }

    private List<String> words(String file) {
        Path path = root.resolve(file);
        try {
            return Files.isReadable(path)
                    ? Arrays.asList(Files.readString(path).strip().split("\\s+", -1))
                    : List.of();
        } catch (IOException unreadable) {
            return List.of();
        }
    }
}
