package dev.assay.cluster.disk;

import dev.assay.cluster.DeploymentException;
import dev.assay.host.HostException;
import dev.assay.host.file.FullDisk;
import dev.assay.host.process.KernelResource;
import dev.assay.host.process.LeasedResource;
import dev.assay.host.process.ProcessSupervisor;
import dev.assay.host.program.Program;
import dev.assay.model.unit.ByteSize;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;

/**
 * Keeps an ext4 file system in a sparse file, mounted on a folder through a loop device with mount's default options. Synced data is
 * in the file; data that was only written is lost when the power goes.
 */
public final class DiskImage implements AutoCloseable {
    private static final String FILLER = "filler-of-a-fault";
    private static final int CHUNK_BYTES = 4 * 1024;
    private static final int ROUNDS = 5;
    private static final long BUSY_NANOS = 5_000_000_000L;
    private static final long UNMOUNT_PAUSE_NANOS = 100_000_000;

    /** The limit of mounting: a file system whose power was cut may have gigabytes in its journal. */
    private static final Duration MOUNT_LIMIT = Duration.ofMinutes(5);

    private final ProcessSupervisor supervisor;
    private final Path image;
    private final Path folder;
    private final LeasedResource mount;
    private LoopMount mounted = new LoopMount(0, "");

    private DiskImage(ProcessSupervisor supervisor, Path image, Path folder, LeasedResource mount) {
        this.supervisor = supervisor;
        this.image = image;
        this.folder = folder;
        this.mount = mount;
    }

    /** Returns why this machine cannot have disk images, as far as is known without trying; empty when it can. */
    public static Optional<String> refusal() {
        if (!Program.isRoot()) {
            return Optional.of("disk images on loop devices need root, but this user is not root");
        }
        List<String> missing = Program.missing("mkfs.ext4", "mount", "umount", "mountpoint", "losetup", "blockdev");
        if (!missing.isEmpty()) {
            return Optional.of(
                    "disk images need " + String.join(", ", missing) + " (packages e2fsprogs, mount and util-linux)");
        }
        return Files.exists(Path.of("/dev/loop-control"))
                ? Optional.empty()
                : Optional.of("disk images need loop devices, but there is no /dev/loop-control");
    }

    /**
     * Makes an empty file system and mounts it.
     *
     * @param image the file to be made, which need not exist
     * @param folder of the mount; created when it does not exist
     * @throws DeploymentException when this machine does not allow it
     */
    public static DiskImage create(ProcessSupervisor supervisor, Path image, Path folder, ByteSize size) {
        try (RandomAccessFile file = new RandomAccessFile(image.toFile(), "rw")) {
            file.setLength(size.bytes());
            if (!Files.isDirectory(folder)) {
                Files.createDirectory(folder); // Parents are not created: they must not come back as Assay ends.
            }
        } catch (IOException e) {
            throw DeploymentException.environment("Cannot create the disk image " + image + ": " + e, e);
        }
        // No blocks are kept back for root, so that a full disk is full for everybody.
        Program.run(Program.FLUSH_LIMIT, "mkfs.ext4", "-q", "-F", "-m", "0", image.toString());
        LeasedResource lease = supervisor.object(KernelResource.MOUNT, folder.toString());
        DiskImage disk = new DiskImage(supervisor, image, folder, lease);
        try {
            disk.mount();
            return disk;
        } catch (DeploymentException | HostException e) {
            lease.close();
            throw e;
        }
    }

    public Path folder() {
        return folder;
    }

    public void sync() {
        FileSystemCalls.sync(folder);
    }

    /**
     * Cuts the power at once. Writers get errors from then on.
     *
     * @throws DeploymentException when something else is mounted there by now, which is left alone
     */
    public void cutPower() {
        FileSystemCalls.shutDown(folder, mounted);
    }

    /** Brings back the data that had reached the disk. Nobody may have a file of it open. */
    public void restorePower() {
        unmount();
        remount();
    }

    /** Unmounts the file system, repeatedly, since children of a killed process release open files a moment after the process has ended. */
    private void unmount() {
        long busyUntil = System.nanoTime() + BUSY_NANOS;
        while (true) {
            try {
                Program.run(Program.FLUSH_LIMIT, "umount", folder.toString());
                return;
            } catch (HostException busy) {
                if (System.nanoTime() - busyUntil > 0) {
                    throw busy;
                }
                LockSupport.parkNanos(UNMOUNT_PAUSE_NANOS);
            }
        }
    }

    /**
     * Takes all free room.
     *
     * @throws DeploymentException when something else is mounted there by now, which is left alone
     */
    public void fill() {
        FileSystemCalls.inside(folder, mounted, "fill", opened -> {
            Path filler = opened.resolve(FILLER);
            long usable = opened.toFile().getUsableSpace();
            if (Program.find("fallocate").isPresent() && usable > CHUNK_BYTES) {
                // Allocates at once most of the room, which needs no writing.
                String bytes = Long.toString(usable - usable / 50);
                Program.run(Program.FLUSH_LIMIT, "fallocate", "-l", bytes, filler.toString());
            }
            // Room that the kernel has reserved may be free again once everything is on the disk.
            for (int round = 0; round < ROUNDS; round++) {
                writeUntilFull(filler);
                FileSystemCalls.sync(opened);
            }
        });
    }

    /** Gives back the room that {@link #fill} took. */
    public void free() {
        try {
            Files.deleteIfExists(folder.resolve(FILLER));
        } catch (IOException e) {
            throw DeploymentException.environment("Cannot make room on " + folder + ": " + e, e);
        }
    }

    private static void writeUntilFull(Path filler) {
        byte[] chunk = new byte[CHUNK_BYTES];
        try (RandomAccessFile file = new RandomAccessFile(filler.toFile(), "rw")) {
            file.seek(file.length());
            while (file.getFilePointer() >= 0) {
                file.write(chunk);
            }
        } catch (IOException full) {
            requireFull(filler, full);
        }
    }

    private static void requireFull(Path filler, IOException full) {
        if (!FullDisk.explains(full, filler)) {
            throw DeploymentException.environment("Cannot fill the disk image with " + filler + ": " + full, full);
        }
    }

    private void mount() {
        Program.run(MOUNT_LIMIT, "mount", "-o", "loop", image.toString(), folder.toString());
        mounted = LoopMount.of(folder, image);
    }

    /**
     * Mounts the image through another device, once nothing is left to be written through the old one. A namespace of mounts that was
     * made meanwhile, such as a container's, keeps the dead file system with its loop device, which mount would take again. The leased
     * device is detached at the end, and released with its last mount.
     */
    private void remount() {
        Program.run("losetup", "--noheadings", "--output", "NAME", "--associated", image.toString())
                .lines()
                .forEach(old -> Program.run(Program.FLUSH_LIMIT, "blockdev", "--flushbufs", old.strip()));
        try (LeasedResource _ = supervisor.object(KernelResource.LOOP_DEVICE, image.toString())) {
            String device = Program.run("losetup", "--find", "--show", image.toString());
            Program.run(MOUNT_LIMIT, "mount", device, folder.toString());
            mounted = LoopMount.of(folder, image);
        }
    }

    /** Unmounts the file system; its file is deleted with its folder. */
    @Override
    public void close() {
        mount.close();
    }
}
