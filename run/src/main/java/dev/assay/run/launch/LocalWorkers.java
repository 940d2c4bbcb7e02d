package dev.assay.run.launch;

import dev.assay.host.process.ProcessSupervisor;
import dev.assay.run.coordinator.CoordinationException;
import dev.assay.run.coordinator.WorkerConnection;
import dev.assay.run.coordinator.WorkerConnection.Target;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Workers that were started on this machine, and the connections to them. */
final class LocalWorkers implements AcquiredWorkers {
    private final List<LocalWorker> workers = new ArrayList<>();
    private final List<WorkerConnection> connections = new ArrayList<>();

    private LocalWorkers() {}

    /**
     * Starts workers and connects to them.
     *
     * @param names of the workers of each process
     * @throws CoordinationException when one does not start or can't be reached; none is left running then
     */
    static LocalWorkers start(List<List<String>> names, WorkerLaunch launch, ProcessSupervisor supervisor)
            throws CoordinationException, InterruptedException {
        LocalWorkers started = new LocalWorkers();
        try {
            for (List<String> together : names) {
                started.workers.add(LocalWorker.start(together, launch, supervisor));
            }
            List<Target> targets = new ArrayList<>();
            for (LocalWorker worker : started.workers) {
                targets.addAll(worker.awaitListening());
            }
            started.connections.addAll(WorkerConnection.openAll(targets));
            return started;
        } catch (CoordinationException | InterruptedException | RuntimeException e) {
            started.close();
            throw e;
        }
    }

    @Override
    public Map<String, ProcessHandle> processes() {
        Map<String, ProcessHandle> processes = new LinkedHashMap<>();
        workers.forEach(worker -> processes.put(worker.first(), worker.process()));
        return processes;
    }

    @Override
    public List<WorkerConnection> connections() {
        return List.copyOf(connections);
    }

    /** Ends all of them within moments. */
    @Override
    public void close() {
        close(LocalWorker.END_LIMIT);
    }

    @Override
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
