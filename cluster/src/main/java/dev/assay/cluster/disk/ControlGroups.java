package dev.assay.cluster.disk;

import dev.assay.cluster.DeploymentException;
import dev.assay.host.process.KernelResource;
import dev.assay.host.process.LeasedResource;
import dev.assay.host.process.ProcessSupervisor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The control groups below the one that this process runs in, of the kernel's version 2; see the kernel's cgroup-v2 documentation.
 * Those above and beside it are others' to divide, the root's first of all.
 *
 * @param own the folder of the group that this process was started in
 */
record ControlGroups(Path own) {
    /** What a limit takes: bytes that go to a device, and whose pages they are that the kernel writes later. */
    private static final List<String> NEEDED = List.of("io", "memory");

    /** The property with the number of the process that has started this one and waits for it, which moves with it. */
    private static final String STARTER = "assay.starter";

    private static final String ENABLE = "+" + String.join(" +", NEEDED);
    private static final String IN_ITS_OWN =
            "; start Assay in a control group of its own, as root: systemd-run --scope -p Delegate=yes ./assay ...";

    /** Those of this process; empty where this machine has none. */
    static Optional<ControlGroups> ofThisProcess() {
        return ofThisProcess(Path.of("/proc/self/mounts"), Path.of("/proc/self/cgroup"));
    }

    /** @param membership the groups that the process is in, one a line */
    static Optional<ControlGroups> ofThisProcess(Path mounts, Path membership) {
        try {
            Path mount = mounted(mounts);
            for (String line : Files.readAllLines(membership)) {
                // What is outside of this process's namespace begins with "..".
                if (mount != null && line.startsWith("0::/") && !line.contains("/..")) {
                    Path group = mount.resolve(line.substring("0::/".length()));
                    return Optional.of(new ControlGroups(
                            group.endsWith(harness()) ? Objects.requireNonNull(group.getParent()) : group));
                }
            }
        } catch (IOException unknown) {
            // Without /proc there is no Linux that could have them.
        }
        return Optional.empty();
    }

    private static @Nullable Path mounted(Path mounts) throws IOException {
        for (String line : Files.readAllLines(mounts)) {
            String[] words = line.split(" ", -1);
            if (words.length > 2 && words[2].equals("cgroup2")) {
                return Path.of(words[1]);
            }
        }
        return null;
    }

    /** Why groups below can't be given a limit; empty when nothing is known to stand in the way. */
    Optional<String> refusal() {
        List<String> available = words("cgroup.controllers");
        List<String> missing =
                NEEDED.stream().filter(name -> !available.contains(name)).toList();
        if (!missing.isEmpty()) {
            return Optional.of("the control group " + own + " has no controller " + String.join(" and ", missing)
                    + IN_ITS_OWN
                    + " (if cgroup v1 is mounted, it has them; systemd.unified_cgroup_hierarchy=1 on the kernel's"
                    + " command line gives them to v2)");
        }
        if (!Files.exists(own.resolve("cgroup.type"))) { // Only the root has none.
            return Optional.of("Assay was started in the root of all control groups, " + own
                    + ", which it does not divide" + IN_ITS_OWN);
        }
        return isDivided() || words("cgroup.procs").stream().allMatch(ControlGroups::isOurs)
                ? Optional.empty()
                : Optional.of("the control group " + own + " has processes that Assay did not start" + IN_ITS_OWN);
    }

    /**
     * Makes limits possible in groups below: as the kernel has it, a group that has them has no processes of its own. So this process
     * moves into a group below, with all that it has started; they move back when the supervisor is closed.
     *
     * @throws DeploymentException when this machine does not let us
     */
    void divide(ProcessSupervisor supervisor) {
        refusal().ifPresent(reason -> {
            throw DeploymentException.environment("A disk's bandwidth can't be limited: " + reason + ".", null);
        });
        if (isDivided()) {
            return;
        }
        Path harness = own.resolve(harness());
        LeasedResource lease = supervisor.object(KernelResource.HARNESS_GROUP, harness.toString());
        try {
            Files.createDirectory(harness);
            for (String process : words("cgroup.procs")) {
                move(process, harness);
            }
            Files.writeString(own.resolve("cgroup.subtree_control"), ENABLE, StandardOpenOption.WRITE);
        } catch (IOException e) {
            lease.close();
            throw DeploymentException.environment("Cannot divide the control group " + own + ": " + e, e);
        }
    }

    private static void move(String process, Path group) throws IOException {
        try {
            Files.writeString(
                    group.resolve("cgroup.procs"), process, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException e) {
            if (ProcessHandle.of(Long.parseLong(process)).isPresent()) {
                throw e;
            }
        }
    }

    private boolean isDivided() {
        return words("cgroup.subtree_control").containsAll(NEEDED);
    }

    /** Whether it is this process, one that it has started, or its starter. One that has ended meanwhile is nobody's. */
    private static boolean isOurs(String process) {
        long pid = Long.parseLong(process);
        if (pid == 0) {
            return false; // Of another namespace.
        }
        ProcessHandle self = ProcessHandle.current();
        Optional<ProcessHandle> ancestor = ProcessHandle.of(pid);
        if (ancestor.isEmpty() || (ancestor.equals(self.parent()) && pid == Long.getLong(STARTER, 0))) {
            return true;
        }
        while (ancestor.isPresent()) {
            if (ancestor.get().equals(self)) {
                return true;
            }
            ancestor = ancestor.get().parent();
        }
        return false;
    }

    /** The name of the group that this process moves to. */
    private static String harness() {
        return "assay-" + ProcessHandle.current().pid() + "-harness";
    }

    private List<String> words(String file) {
        Path path = own.resolve(file);
        try {
            String text = Files.isReadable(path) ? Files.readString(path).strip() : "";
            return text.isEmpty() ? List.of() : Arrays.asList(text.split("\\s+", -1));
        } catch (IOException unreadable) {
            return List.of();
        }
    }
}
