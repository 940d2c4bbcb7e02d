package dev.assay.host.process;

import dev.assay.cluster.AssayCache;
import dev.assay.cluster.disk.DiskImage;
import dev.assay.host.program.Program;
import dev.assay.model.unit.ByteSize;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;

/**
 * Mounts a disk image, starts a process that works on it, and then waits to be killed; or, with a second argument, only attaches an image
 * to a loop device.
 */
final class MountOwner {
    private MountOwner() {}

    public static void main(String[] arguments) throws InterruptedException {
        Path folder = Path.of(arguments[0]);
        ProcessSupervisor supervisor = ProcessSupervisor.open(new AssayCache(folder.resolve("cache")).leases());
        LeasedFolder data = supervisor.folder("data of a test", folder.resolve("data of a test"));
        if (arguments.length > 1) {
            attach(supervisor, data.path().resolve("loop.img"));
            new CountDownLatch(1).await();
        }
        DiskImage disk = DiskImage.create(
                supervisor, data.path().resolve("disk.img"), data.path().resolve("disk"), new ByteSize(16 << 20));
        supervisor.start(new ProcessSpec(
                "writer",
                List.of("sleep", "1000"),
                Map.of(),
                disk.folder(),
                disk.folder().resolve("log")));
        System.out.println("mounted");
        new CountDownLatch(1).await();
    }

    private static void attach(ProcessSupervisor supervisor, Path image) {
        try {
            Files.write(image, new byte[1 << 20]);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        supervisor.object(KernelResource.LOOP_DEVICE, image.toString());
        Program.run("losetup", "--find", image.toString());
        System.out.println("attached");
    }
}
