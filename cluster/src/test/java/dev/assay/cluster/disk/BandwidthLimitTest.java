package dev.assay.cluster.disk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.cluster.AssayCache;
import dev.assay.cluster.DeploymentException;
import dev.assay.host.process.ProcessSupervisor;
import dev.assay.host.program.Program;
import dev.assay.model.unit.Bandwidth;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** On a folder that looks like control groups; nothing here is limited by a kernel. */
class BandwidthLimitTest {
    private static final Bandwidth MAX = Bandwidth.parse("80 MB/s");

    @TempDir
    Path folder;

    private ControlGroups groups(String controllers, String enabled) throws IOException {
        Files.writeString(folder.resolve("cgroup.controllers"), controllers + "\n");
        Files.writeString(folder.resolve("cgroup.subtree_control"), enabled + "\n");
        Files.writeString(folder.resolve("cgroup.type"), "domain\n");
        Files.writeString(
                folder.resolve("cgroup.procs"), ProcessHandle.current().pid() + "\n");
        return new ControlGroups(folder);
    }

    private ProcessSupervisor supervisor() {
        return ProcessSupervisor.open(new AssayCache(folder.resolve("cache")).leases());
    }

    private List<Path> made() throws IOException {
        try (Stream<Path> below = Files.list(folder)) {
            return below.filter(path -> path.getFileName().toString().startsWith("assay-"))
                    .toList();
        }
    }

    @Test
    void whatIsMissingIsSaidWithWhatToDo() throws IOException {
        assertThat(groups("cpuset cpu io memory pids", "cpu io memory").refusal())
                .isEmpty();
        assertThat(groups("", "").refusal())
                .hasValueSatisfying(reason -> assertThat(reason)
                        .contains("has no controller io and memory", "systemd.unified_cgroup_hierarchy=1"));
        assertThat(groups("io memory", "").refusal()).isEmpty();
        Files.writeString(folder.resolve("cgroup.procs"), "1\n");
        assertThat(new ControlGroups(folder).refusal())
                .hasValueSatisfying(
                        reason -> assertThat(reason).contains("that Assay did not start", "systemd-run --scope"));
        Files.delete(folder.resolve("cgroup.type"));
        assertThat(new ControlGroups(folder).refusal())
                .hasValueSatisfying(reason ->
                        assertThat(reason).contains("in the root of all control groups", "systemd-run --scope"));
    }

    @Test
    void theGroupOfThisProcessIsFoundAmongTheMounts() throws IOException {
        Path mounts = Files.writeString(folder.resolve("mounts"), """
                cgroup /sys/fs/cgroup/cpu cgroup rw,relatime,cpu 0 0
                cgroup2 /sys/fs/cgroup/unified cgroup2 rw,relatime 0 0
                """);
        Path membership = Files.writeString(folder.resolve("membership"), "1:cpu:/\n0::/system.slice/run-1.scope\n");
        Path own = Path.of("/sys/fs/cgroup/unified/system.slice/run-1.scope");
        assertThat(ControlGroups.ofThisProcess(mounts, membership)).contains(new ControlGroups(own));
        // After it has moved.
        Files.writeString(
                membership,
                "0::/system.slice/run-1.scope/assay-" + ProcessHandle.current().pid() + "-harness\n");
        assertThat(ControlGroups.ofThisProcess(mounts, membership)).contains(new ControlGroups(own));
        Files.writeString(membership, "0::/../outside\n");
        assertThat(ControlGroups.ofThisProcess(mounts, membership)).isEmpty();
        Files.writeString(membership, "0::/\n");
        assertThat(ControlGroups.ofThisProcess(mounts, membership))
                .contains(new ControlGroups(Path.of("/sys/fs/cgroup/unified")));
        Files.writeString(mounts, "/dev/vda / ext4 rw,relatime 0 0\n");
        assertThat(ControlGroups.ofThisProcess(mounts, membership)).isEmpty();
        assertThat(ControlGroups.ofThisProcess(folder.resolve("none"), membership))
                .isEmpty();
    }

    @Test
    void assayMovesIntoAGroupBelowItsOwnAndBack() throws IOException {
        String self = Long.toString(ProcessHandle.current().pid());
        ControlGroups groups = groups("io memory", "");
        try (ProcessSupervisor supervisor = supervisor()) {
            groups.divide(supervisor);
            Path harness = folder.resolve("assay-" + self + "-harness");
            assertThat(made()).containsExactly(harness);
            assertThat(harness.resolve("cgroup.procs")).hasContent(self);
            assertThat(folder.resolve("cgroup.subtree_control")).content().contains("+io +memory");

            // The kernel's files go with the group.
            Files.delete(harness.resolve("cgroup.procs"));
        }
        assertThat(made()).isEmpty();
        assertThat(folder.resolve("cgroup.subtree_control")).content().contains("-io -memory");
    }

    @Test
    void aGroupWithOthersProcessesIsNotDivided() throws IOException {
        ControlGroups groups = groups("io memory", "");
        Files.writeString(folder.resolve("cgroup.procs"), "1\n");
        try (ProcessSupervisor supervisor = supervisor()) {
            assertThatThrownBy(() -> groups.divide(supervisor))
                    .isInstanceOf(DeploymentException.class)
                    .hasMessageContaining("that Assay did not start");
        }
        assertThat(made()).isEmpty();
    }

    @Test
    void eachDiskIsLimitedAndTheNodeRunsInTheGroup() throws IOException {
        try (ProcessSupervisor supervisor = supervisor();
                BandwidthLimit limit =
                        BandwidthLimit.create(supervisor, folder, "node-1", MAX, List.of("7:3", "7:4"))) {
            Path group = made().getFirst();
            assertThat(group.resolve("io.max"))
                    .hasContent("7:3 rbps=80000000 wbps=80000000\n7:4 rbps=80000000 wbps=80000000");
            assertThat(join(limit, "echo $$"))
                    .isEqualTo(Files.readString(group.resolve("cgroup.procs")).strip());

            // The kernel's files go with the group.
            Files.delete(group.resolve("io.max"));
            Files.delete(group.resolve("cgroup.procs"));
        }
        assertThat(made()).isEmpty();
    }

    private static String join(BandwidthLimit limit, String script) {
        List<String> command = new ArrayList<>(limit.commandPrefix());
        command.addAll(List.of("/bin/sh", "-c", script));
        return Program.run(command.getFirst(), command.stream().skip(1).toArray(String[]::new));
    }

    @Test
    void whoeverCannotJoinTheGroupDoesNotRun() throws IOException {
        try (ProcessSupervisor supervisor = supervisor()) {
            BandwidthLimit limit = BandwidthLimit.create(supervisor, folder, "node-1", MAX, List.of());
            Path group = made().getFirst();
            Files.createDirectory(group.resolve("cgroup.procs"));
            assertThatThrownBy(() -> join(limit, "touch " + folder.resolve("ran")))
                    .isInstanceOf(RuntimeException.class);
            assertThat(folder.resolve("ran")).doesNotExist();
            Files.delete(group.resolve("cgroup.procs"));
        }
        assertThat(made()).isEmpty();
    }

    @Test
    void aHierarchyThatIsNoneLeavesNothing() throws IOException {
        Path none = folder.resolve("none");
        try (ProcessSupervisor supervisor = supervisor()) {
            assertThatThrownBy(() -> BandwidthLimit.create(supervisor, none, "node-1", MAX, List.of("7:3")))
                    .isInstanceOf(DeploymentException.class)
                    .hasMessageContaining("Cannot create the control group " + none);
        }
        assertThat(none).doesNotExist();
    }
}
