package dev.assay.coordination.launch;

import dev.assay.coordination.coordinator.CoordinationException;
import dev.assay.coordination.coordinator.WorkerConnection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Workers that were started on this machine, and the connections to them. */
public final class LocalWorkers implements AutoCloseable {
    private final List<LocalWorker> workers = new ArrayList<>();
    private final List<WorkerConnection> connections = new ArrayList<>();

    private LocalWorkers() {}

    /**
     * Starts workers, named {@code w1}, {@code w2} …, and connects to them.
     *
     * @throws CoordinationException when one does not start or can't be reached; none is left running then
     */
    public static LocalWorkers start(int count, WorkerLaunch launch)
            throws CoordinationException, InterruptedException {
        LocalWorkers started = new LocalWorkers();
        try {
            for (int number = 1; number <= count; number++) {
                started.workers.add(LocalWorker.start("w" + number, launch));
            }
            for (LocalWorker worker : started.workers) {
                started.connections.add(WorkerConnection.open(worker.awaitListening()));
            }
            return started;
        } catch (CoordinationException | InterruptedException | RuntimeException e) {
            started.close();
            throw e;
        }
    }

    public List<LocalWorker> workers() {
        return List.copyOf(workers);
    }

    public List<WorkerConnection> connections() {
        return List.copyOf(connections);
    }

    /** Ends all of them within moments. */
    @Override
    public void close() {
        close(LocalWorker.END_LIMIT);
    }

    /**
     * Ends all of them: lets them clean up for so long, then kills them.
     *
     * @return the names of those that had to be killed
     */
    public List<String> close(Duration patience) {
        connections.forEach(WorkerConnection::close);
        workers.forEach(LocalWorker::askToEnd);
        long deadline = System.nanoTime() + patience.toNanos();
        return workers.stream()
                .filter(worker -> !worker.end(Duration.ofNanos(Math.max(0, deadline - System.nanoTime()))))
                .map(LocalWorker::name)
                .toList();
    }
}
