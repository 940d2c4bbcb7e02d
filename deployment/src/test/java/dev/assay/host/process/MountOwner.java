package dev.assay.host.process;

import dev.assay.core.unit.ByteSize;
import dev.assay.deployment.AssayCache;
import dev.assay.deployment.disk.DiskImage;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;

/** A program that mounts a disk image, starts a process that works on it, and then waits to be killed. */
final class MountOwner {
    private MountOwner() {}

    public static void main(String[] arguments) throws InterruptedException {
        Path folder = Path.of(arguments[0]);
        ProcessSupervisor supervisor = ProcessSupervisor.open(new AssayCache(folder.resolve("cache")).leases());
        LeasedFolder data = supervisor.folder("data of a test", folder.resolve("data of a test"));
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
}
