package dev.assay.host.process;

import dev.assay.cluster.AssayCache;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;

/** Starts supervised processes and then waits to be killed: two processes, one of them stopped, and a folder. */
final class SupervisorOwner {
    private SupervisorOwner() {}

    public static void main(String[] arguments) throws InterruptedException {
        Path folder = Path.of(arguments[0]);
        ProcessSupervisor supervisor = ProcessSupervisor.open(new AssayCache(folder.resolve("cache")).leases());
        LeasedFolder data = supervisor.folder("data of a test", folder.resolve("data"));
        SupervisedProcess running = sleeper(supervisor, "running", data.path());
        SupervisedProcess stopped = sleeper(supervisor, "stopped", data.path());
        stopped.signal(Signal.STOP);
        System.out.println(
                "pids " + running.handle().pid() + " " + stopped.handle().pid());
        new CountDownLatch(1).await();
    }

    private static SupervisedProcess sleeper(ProcessSupervisor supervisor, String name, Path folder) {
        return supervisor.start(new ProcessSpec(
                name, List.of("/bin/sh", "-c", "sleep 1000 & wait"), Map.of(), folder, folder.resolve(name + ".log")));
    }
}
