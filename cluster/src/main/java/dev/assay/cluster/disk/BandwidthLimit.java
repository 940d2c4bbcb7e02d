package dev.assay.cluster.disk;

import dev.assay.cluster.DeploymentException;
import dev.assay.host.HostException;
import dev.assay.host.process.KernelResource;
import dev.assay.host.process.LeasedResource;
import dev.assay.host.process.ProcessSupervisor;
import dev.assay.model.unit.Bandwidth;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/**
 * How much the processes of one node may read from each of its disks in a second, and write to it: a control group of their own
 * with {@code io.max}.
 */
public final class BandwidthLimit implements AutoCloseable {
    private static final AtomicLong COUNT = new AtomicLong();
    private static final String IO_MAX = "io.max";

    /** Whoever can't join the group does not run, so that nothing runs without the limit. */
    private static final String JOIN = "echo $$ > \"$0\"/cgroup.procs && exec \"$@\"";

    private final Path group;
    private final Bandwidth max;
    private final LeasedResource lease;

    private BandwidthLimit(Path group, Bandwidth max, LeasedResource lease) {
        this.group = group;
        this.max = max;
        this.lease = lease;
    }

    /** Why this machine can't limit it; empty when nothing is known to stand in the way. */
    public static Optional<String> refusal() {
        return ControlGroups.ofThisProcess()
                .map(ControlGroups::refusal)
                .orElseGet(() -> Optional.of("this machine has no cgroup v2 mounted"));
    }

    /**
     * Makes a group for the processes of a node.
     *
     * @param node its name
     * @param max to be read from each disk, and to be written to it
     * @throws DeploymentException when this machine does not let us
     */
    public static BandwidthLimit create(
            ProcessSupervisor supervisor, String node, Bandwidth max, Collection<DiskImage> disks) {
        ControlGroups groups = ControlGroups.ofThisProcess()
                .orElseThrow(() -> DeploymentException.environment("This machine has no cgroup v2 mounted.", null));
        groups.divide(supervisor);
        return create(
                supervisor,
                groups.own(),
                node,
                max,
                disks.stream().map(DiskImage::device).toList());
    }

    /**
     * @param above the group to make it in
     * @param devices as {@code MAJOR:MINOR}
     */
    static BandwidthLimit create(
            ProcessSupervisor supervisor, Path above, String node, Bandwidth max, List<String> devices) {
        Path group = above.resolve("assay-%d-%s-%d-%s"
                .formatted(
                        ProcessHandle.current().pid(),
                        Long.toHexString(System.nanoTime()),
                        COUNT.incrementAndGet(),
                        node));
        LeasedResource lease = supervisor.object(KernelResource.CONTROL_GROUP, group.toString());
        try {
            Files.createDirectory(group);
            BandwidthLimit limit = new BandwidthLimit(group, max, lease);
            devices.forEach(limit::limit);
            return limit;
        } catch (IOException e) {
            lease.close();
            throw DeploymentException.environment("Cannot create the control group " + group + ": " + e, e);
        } catch (DeploymentException | HostException e) {
            lease.close();
            throw e;
        }
    }

    /** The same of these disks, some of which have got another device. */
    public void apply(Collection<DiskImage> disks) {
        disks.forEach(disk -> limit(disk.device()));
    }

    /** The kernel takes one device at a time, and tells what it has taken. */
    private void limit(String device) {
        String wanted = "%s rbps=%d wbps=%d".formatted(device, max.bytesPerSecond(), max.bytesPerSecond());
        Path file = group.resolve(IO_MAX);
        try {
            Files.writeString(file, wanted + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
            String taken = Files.readString(file);
            if (taken.lines().noneMatch(line -> line.startsWith(wanted))) {
                throw DeploymentException.environment(
                        "The kernel did not accept the limit '" + wanted + "' in " + file + ", which has '"
                                + taken.strip() + "'.",
                        null);
            }
        } catch (IOException e) {
            throw DeploymentException.environment("Cannot write '" + wanted + "' to " + file + ": " + e, e);
        }
    }

    /** What to put before a command so that it runs, with all that it starts, within the limit. */
    public List<String> commandPrefix() {
        return List.of("/bin/sh", "-c", JOIN, group.toString());
    }

    /** Takes the group away. Its processes have ended before; any that is left is killed. */
    @Override
    public void close() {
        lease.close();
    }
}
