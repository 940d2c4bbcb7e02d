package dev.assay.run.workers;

import dev.assay.cluster.jvm.ClassArchive;
import dev.assay.model.exit.CommandFailure;
import dev.assay.model.spec.SystemSpec;
import dev.assay.run.coordinator.CoordinationException;
import dev.assay.run.ssh.SshPrograms;
import dev.assay.run.stage.AssayInstallation.WorkerClassPath;
import dev.assay.run.stage.HarnessFaults;
import dev.assay.run.stage.RunContext;
import dev.assay.worker.wire.HostPort;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

public final class WorkerPools {
    private WorkerPools() {}

    /** Makes the pool from which the workers of a run's trials are taken. */
    @FunctionalInterface
    public interface Source {
        WorkerPool of(WorkerChoice choice, HarnessFaults faults, RunContext context, SshLauncher ssh);
    }

    /** Makes the pool of a person's choice; a self-test disturbs only workers on this machine. */
    public static WorkerPool of(WorkerChoice choice, HarnessFaults faults, RunContext context) {
        return of(choice, faults, context, ssh(context));
    }

    public static WorkerPool of(WorkerChoice choice, HarnessFaults faults, RunContext context, SshLauncher ssh) {
        if (choice.place().isPresent()) {
            return switch (choice.place().get()) {
                case SshMachines machines ->
                    new Fetching(new SshWorkerPool(machines, ssh, demand -> launchElsewhere(demand, context)), context);
                case PodPlace _ ->
                    throw new IllegalStateException("workers in pods belong to a coordinator that is in a pod as well");
            };
        }
        return choice.remote().isEmpty()
                ? local(faults, context)
                : new AddressedWorkerPool(addresses(choice), choice.token(), choice.trust());
    }

    public static SshLauncher ssh(RunContext context) {
        return new SshLauncher(SshPrograms.ofPath(), context.supervisor(), context.progress());
    }

    public static SshObservers observers(WorkerChoice choice, RunContext context, SshLauncher ssh) {
        List<Path> jars =
                choice.observed().isEmpty() ? List.of() : context.installation().program();
        return new SshObservers(choice.observed(), ssh, jars);
    }

    public static WorkerPool of(WorkerChoice choice, RunContext context) {
        return of(choice, HarnessFaults.NONE, context);
    }

    private static WorkerPool local(HarnessFaults faults, RunContext context) {
        return new Fetching(
                new LocalWorkerPool(context.supervisor(), demand -> launch(demand, faults, context)), context);
    }

    private static WorkerLaunch launch(WorkerDemand demand, HarnessFaults faults, RunContext context) {
        WorkerClassPath classPath = context.workerClassPath(demand.system());
        ClassArchive archive = context.installation().workerArchive(classPath, context.progress());
        List<String> flags = new ArrayList<>(archive.exists() ? archive.use() : archive.writeLater());
        flags.addAll(faults.workerFlags());
        return new WorkerLaunch(WorkerLaunch.thisJava(), classPath.jars(), flags, demand.logs())
                .withHeap(demand.heapBytes());
    }

    /** Describes the launch on another machine, without an archive of classes, which is of one JDK at one place. */
    private static WorkerLaunch launchElsewhere(WorkerDemand demand, RunContext context) {
        List<Path> jars = context.workerClassPath(demand.system()).jars();
        return new WorkerLaunch(WorkerLaunch.thisJava(), jars, List.of(), demand.logs()).withHeap(demand.heapBytes());
    }

    /** Adds the artifacts that the workers of a pool are started with. */
    private record Fetching(WorkerPool pool, RunContext context) implements WorkerPool {
        @Override
        public AcquiredWorkers acquire(WorkerDemand demand) throws CoordinationException, InterruptedException {
            return pool.acquire(demand);
        }

        @Override
        public Map<String, String> artifacts(SystemSpec system) {
            return context.workerClassPath(system).checksums();
        }
    }

    static List<HostPort> addresses(WorkerChoice choice) {
        return addresses("--worker", choice.remote());
    }

    /**
     * Parses texts, each {@code HOST:PORT}.
     *
     * @param option that has them
     */
    public static List<HostPort> addresses(String option, List<String> texts) {
        return CommandFailure.reading(
                option + ": ", () -> texts.stream().map(HostPort::parse).toList());
    }
}
