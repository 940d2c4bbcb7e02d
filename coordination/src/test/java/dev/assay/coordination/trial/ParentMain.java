package dev.assay.coordination.trial;

import dev.assay.coordination.launch.LocalWorkers;
import dev.assay.driver.memory.MemoryProvider;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/** A process that starts a worker, prints its process id, and then waits to be killed. */
public final class ParentMain {
    private ParentMain() {}

    public static void main(String[] arguments) throws Exception {
        LocalWorkers workers =
                LocalWorkers.start(1, WorkerProcesses.launch(Path.of(arguments[0]), List.of(MemoryProvider.class)));
        System.out.println(workers.workers().getFirst().process().pid());
        System.out.flush();
        new CountDownLatch(1).await();
    }
}
