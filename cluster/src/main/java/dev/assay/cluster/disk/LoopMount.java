package dev.assay.cluster.disk;

import dev.assay.cluster.DeploymentException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Identifies a file system that Assay has mounted from a disk image. A fault must hit only that file system: after somebody has
 * unmounted it, or mounted another over it, the same folder leads to the disk of the machine or of others.
 *
 * @param device number of the block device, as stat(2) reports it for every file on it
 * @param backing the file behind the loop device, as the kernel writes it
 */
record LoopMount(long device, String backing) {
    /** The major number of loop devices in the kernel's list of devices. */
    private static final long LOOP = 7;

    /**
     * Identifies the file system that is mounted there now.
     *
     * @param image the file that should be behind it
     * @throws DeploymentException when it is on no loop device, or on one of another file
     */
    static LoopMount of(Path folder, Path image) {
        try {
            LoopMount mount = seen(folder);
            if (!Path.of(mount.backing).getFileName().equals(image.getFileName())) {
                throw DeploymentException.environment(
                        "The disk image " + image + " is not what is mounted on " + folder + ": that is "
                                + mount.describe() + ".",
                        null);
            }
            return mount;
        } catch (IOException e) {
            throw DeploymentException.environment("Cannot tell what is mounted on " + folder + ": " + e, e);
        }
    }

    private static LoopMount seen(Path folder) throws IOException {
        long device = (Long) Files.getAttribute(folder, "unix:dev");
        if (major(device) != LOOP) {
            return new LoopMount(device, "");
        }
        Path backing = Path.of("/sys/dev/block/%d:%d/loop/backing_file".formatted(major(device), minor(device)));
        return new LoopMount(
                device, Files.isReadable(backing) ? Files.readString(backing).strip() : "");
    }

    /**
     * Checks that an open file is on this mount.
     *
     * @param opened leads to the open file itself, so that nothing can be put in its place any more
     * @param folder by which it was opened, for people
     * @param action that is about to be done to it, for people
     * @throws DeploymentException when it is on another file system
     */
    void require(Path opened, Path folder, String action) {
        try {
            LoopMount mount = seen(opened);
            if (!mount.equals(this)) {
                throw DeploymentException.environment(
                        "Refused to " + action + " the file system on " + folder + ": Assay mounted " + describe()
                                + " there, but now it is " + mount.describe()
                                + ". Did someone unmount it, or mount another over it? Nothing was touched. Run again.",
                        null);
            }
        } catch (IOException e) {
            throw DeploymentException.environment("Cannot tell what is mounted on " + folder + ": " + e, e);
        }
    }

    private String describe() {
        return "device " + major(device) + ":" + minor(device) + (backing.isEmpty() ? "" : " (" + backing + ")");
    }

    /** Returns the major number, by makedev(3) of the C library. */
    private static long major(long device) {
        return (device >>> 8 & 0xfff) | (device >>> 32 & ~0xfffL);
    }

    private static long minor(long device) {
        return (device & 0xff) | (device >>> 12 & ~0xffL);
    }
}
