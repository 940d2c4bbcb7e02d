package dev.assay.host.process;

import dev.assay.cluster.AssayCache;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;

/** Starts a program whose output comes to its log through this process. Then waits to be killed. */
final class PrintingOwner {
    private PrintingOwner() {}

    public static void main(String[] arguments) throws InterruptedException {
        Path folder = Path.of(arguments[0]);
        ProcessSupervisor supervisor = ProcessSupervisor.open(new AssayCache(folder.resolve("cache")).leases());
        SupervisedProcess program = supervisor.start(new ProcessSpec(
                "program",
                List.of("/bin/sh", "-c", "echo begun; sleep 1000 & wait"),
                Map.of(),
                folder,
                folder.resolve("program.log"),
                ProcessSpec.Streams.BOUNDED));
        System.out.println("pids " + program.handle().pid());
        new CountDownLatch(1).await();
    }
}
