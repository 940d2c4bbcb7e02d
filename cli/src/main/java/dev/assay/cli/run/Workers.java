package dev.assay.cli.run;

import dev.assay.cli.exit.CommandFailure;
import dev.assay.cli.exit.ExitCode;
import dev.assay.cli.run.AssayInstallation.WorkerClassPath;
import dev.assay.cli.run.RunRequest.WorkerChoice;
import dev.assay.cli.terminal.Progress;
import dev.assay.coordination.coordinator.CoordinationException;
import dev.assay.coordination.coordinator.WorkerConnection;
import dev.assay.coordination.launch.LocalWorkers;
import dev.assay.coordination.launch.RemoteWorkers;
import dev.assay.coordination.launch.WorkerLaunch;
import dev.assay.coordination.wire.HostPort;
import dev.assay.core.plan.PlannedTrial;
import dev.assay.core.scenario.Deployment;
import dev.assay.deployment.jvm.ClassArchive;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The workers of one trial: started for it on this machine, or running elsewhere already. */
public final class Workers implements AutoCloseable {
    private static final Duration TIME_TO_TIDY = Duration.ofSeconds(12);

    private final AutoCloseable held;
    private final List<WorkerConnection> connections;
    private final Map<String, ProcessHandle> processes;
    private final Optional<ClassArchive> missingArchive;

    private Workers(
            AutoCloseable held,
            List<WorkerConnection> connections,
            Map<String, ProcessHandle> processes,
            Optional<ClassArchive> missingArchive) {
        this.held = held;
        this.connections = connections;
        this.processes = processes;
        this.missingArchive = missingArchive;
    }

    /** Starts or reaches the workers. */
    public static Workers start(WorkerChoice choice, PlannedTrial trial, RunContext context, Path logs)
            throws CoordinationException, InterruptedException {
        if (!choice.remote().isEmpty()) {
            RemoteWorkers remote = RemoteWorkers.connect(addresses(choice), choice.token(), choice.ca());
            return new Workers(remote, remote.connections(), Map.of(), Optional.empty());
        }
        WorkerClassPath classPath = context.workerClassPath(trial.spec().system());
        ClassArchive archive = context.installation().workerArchive(classPath, context.progress());
        boolean missing = !archive.exists();
        List<String> flags = missing ? archive.writeLater() : archive.use();
        LocalWorkers local = LocalWorkers.start(
                choice.local(), new WorkerLaunch(WorkerLaunch.thisJava(), classPath.jars(), flags, logs));
        Map<String, ProcessHandle> processes = new LinkedHashMap<>();
        local.workers().forEach(worker -> processes.put(worker.name(), worker.process()));
        boolean tidies = trial.spec().system().deployment() == Deployment.EXISTING;
        AutoCloseable end = tidies ? () -> endTidily(local, context.progress()) : local;
        return new Workers(end, local.connections(), processes, missing ? Optional.of(archive) : Optional.empty());
    }

    /** What is not deleted on a cluster of others stays there. */
    private static void endTidily(LocalWorkers workers, Progress progress) {
        List<String> killed = workers.close(TIME_TO_TIDY);
        if (!killed.isEmpty()) {
            progress.say("worker " + String.join(", ", killed) + " did not finish within "
                    + TIME_TO_TIDY.toSeconds()
                    + " s; what it had created may be left behind: its names begin with assay-");
        }
    }

    /** Where workers run that were given by their addresses. */
    static List<HostPort> addresses(WorkerChoice choice) {
        try {
            return choice.remote().stream().map(HostPort::parse).toList();
        } catch (IllegalArgumentException e) {
            throw new CommandFailure(ExitCode.BAD_INPUT, "--worker: " + e.getMessage(), e);
        }
    }

    /** In the order of their names. */
    public List<WorkerConnection> connections() {
        return connections;
    }

    /** Those on this machine, by name. */
    Map<String, ProcessHandle> processes() {
        return processes;
    }

    /** To be called when they have done their work: what they have loaded need not be parsed again from then on. */
    public void keepClasses() {
        missingArchive.ifPresent(
                archive -> processes.values().stream().findFirst().ifPresent(archive::writeFrom));
    }

    List<String> names() {
        return connections.stream()
                .map(connection -> connection.identity().name())
                .toList();
    }

    @Override
    public void close() throws CoordinationException {
        try {
            held.close();
        } catch (Exception e) {
            throw new CoordinationException("ending the workers failed: " + e.getMessage(), e);
        }
    }
}
