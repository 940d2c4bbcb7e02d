package dev.assay.run.workers;

import dev.assay.cluster.jvm.ClassArchive;
import dev.assay.model.spec.Deployment;
import dev.assay.model.spec.SystemSpec;
import dev.assay.run.coordinator.CoordinationException;
import dev.assay.run.coordinator.WorkerConnection;
import dev.assay.run.event.Progress;
import dev.assay.run.stage.RunContext;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** Holds the workers of one trial, or of the trials that share a cluster in a block, wherever the workers come from. */
public final class Workers implements AutoCloseable {
    private static final Duration TIME_TO_TIDY = Duration.ofSeconds(12);

    private final AcquiredWorkers workers;
    private final WorkerDemand demand;
    private final SystemSpec system;
    private final RunContext context;

    private Workers(AcquiredWorkers workers, WorkerDemand demand, RunContext context) {
        this.workers = workers;
        this.demand = demand;
        this.system = demand.system();
        this.context = context;
    }

    public static Workers acquire(WorkerPool pool, WorkerDemand demand, RunContext context)
            throws CoordinationException, InterruptedException {
        return new Workers(pool.acquire(demand), demand, context);
    }

    /** Returns whether the workers suit another trial. They don't where the system is in them, as its messages are as well. */
    public boolean serve(WorkerDemand other) {
        return !system.isInWorkers()
                && system.equals(other.system())
                && demand.count() == other.count()
                && demand.heapBytes() >= other.heapBytes()
                && connections().stream().noneMatch(WorkerConnection::hasEnded);
    }

    /** Returns the connections in the order of the workers' names. */
    public List<WorkerConnection> connections() {
        return workers.connections();
    }

    /** Returns the processes on this machine, by the name of the first worker of each. */
    public Map<String, ProcessHandle> processes() {
        return workers.processes();
    }

    /** Writes the archive of classes that the workers have loaded; called when they have done their work. */
    public void keepClasses() {
        processes().values().stream().filter(ProcessHandle::isAlive).findFirst().ifPresent(worker -> {
            ClassArchive archive =
                    context.installation().workerArchive(context.workerClassPath(system), context.progress());
            if (!archive.exists()) {
                archive.writeFrom(worker);
            }
        });
    }

    public List<String> names() {
        return connections().stream()
                .map(connection -> connection.identity().name())
                .toList();
    }

    @Override
    public void close() {
        if (system.deployment() == Deployment.EXISTING) {
            closeTidily(context.progress());
        } else {
            workers.close();
        }
    }

    /** Gives workers time to clean up a cluster of others, where topics would stay otherwise. */
    private void closeTidily(Progress progress) {
        List<String> killed = workers.close(TIME_TO_TIDY);
        if (!killed.isEmpty()) {
            progress.warn("worker " + String.join(", ", killed) + " did not finish within "
                    + TIME_TO_TIDY.toSeconds()
                    + " s; what it had created may be left behind: its names begin with assay-");
        }
    }
}
