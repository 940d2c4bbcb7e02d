package dev.assay.run.trial;

import dev.assay.host.process.ProcessSupervisor;
import dev.assay.run.workers.AcquiredWorkers;
import dev.assay.systems.memory.driver.MemoryProvider;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/** Starts a worker as a process of its own, prints its process id, and then waits to be killed. */
public final class ParentMain {
    private ParentMain() {}

    public static void main(String[] arguments) throws Exception {
        Path folder = Path.of(arguments[0]);
        AcquiredWorkers workers = WorkerProcesses.pool(
                        ProcessSupervisor.open(folder), folder, List.of(MemoryProvider.class))
                .acquire(WorkerProcesses.demand(1, folder));
        System.out.println(workers.processes().values().iterator().next().pid());
        System.out.flush();
        new CountDownLatch(1).await();
    }
}
