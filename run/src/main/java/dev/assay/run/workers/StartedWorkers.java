package dev.assay.run.workers;

import dev.assay.host.process.ProcessSupervisor;
import dev.assay.run.coordinator.CoordinationException;
import dev.assay.run.coordinator.WorkerConnection;
import dev.assay.run.coordinator.WorkerConnection.Target;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

final class StartedWorkers implements AcquiredWorkers {
    private final List<StartedWorker> workers = new ArrayList<>();
    private final List<WorkerConnection> connections = new ArrayList<>();

    private StartedWorkers() {}

    /**
     * Starts workers and connects to them.
     *
     * @throws CoordinationException when one does not start or can't be reached; none is left running then
     */
    static StartedWorkers start(List<WorkerStart> processes, ProcessSupervisor supervisor)
            throws CoordinationException, InterruptedException {
        StartedWorkers started = new StartedWorkers();
        try {
            for (WorkerStart process : processes) {
                started.workers.add(StartedWorker.start(process, supervisor));
            }
            List<Target> targets = new ArrayList<>();
            for (StartedWorker worker : started.workers) {
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
        workers.stream()
                .filter(StartedWorker::isHere)
                .forEach(worker -> processes.put(worker.first(), worker.process()));
        return processes;
    }

    @Override
    public List<WorkerConnection> connections() {
        return List.copyOf(connections);
    }

    @Override
    public void close() {
        close(workers.stream()
                .map(StartedWorker::endLimit)
                .max(Comparator.naturalOrder())
                .orElse(StartedWorker.END_LIMIT));
    }

    @Override
    public List<String> close(Duration patience) {
        connections.forEach(WorkerConnection::close);
        workers.forEach(StartedWorker::askToEnd);
        long deadline = System.nanoTime() + patience.toNanos();
        return workers.stream()
                .filter(worker -> !worker.end(Duration.ofNanos(Math.max(0, deadline - System.nanoTime()))))
                .map(StartedWorker::name)
                .toList();
    }
}
