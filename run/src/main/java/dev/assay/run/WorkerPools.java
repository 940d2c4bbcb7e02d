package dev.assay.run;

import dev.assay.cluster.jvm.ClassArchive;
import dev.assay.run.AssayInstallation.WorkerClassPath;
import dev.assay.run.RunRequest.WorkerChoice;
import dev.assay.run.exit.CommandFailure;
import dev.assay.run.exit.ExitCode;
import dev.assay.run.launch.AddressedWorkerPool;
import dev.assay.run.launch.LocalWorkerPool;
import dev.assay.run.launch.WorkerDemand;
import dev.assay.run.launch.WorkerLaunch;
import dev.assay.run.launch.WorkerPool;
import dev.assay.worker.wire.HostPort;
import java.util.ArrayList;
import java.util.List;

/** Where the workers of a run come from. */
public final class WorkerPools {
    private WorkerPools() {}

    /** What a person has chosen; a self-test disturbs only those on this machine. */
    static WorkerPool of(WorkerChoice choice, HarnessFaults faults, RunContext context) {
        return choice.remote().isEmpty()
                ? here(faults, context)
                : new AddressedWorkerPool(addresses(choice), choice.token(), choice.trust());
    }

    /** What a person has chosen. */
    public static WorkerPool of(WorkerChoice choice, RunContext context) {
        return of(choice, HarnessFaults.NONE, context);
    }

    /** This machine. */
    public static WorkerPool here(RunContext context) {
        return here(HarnessFaults.NONE, context);
    }

    private static WorkerPool here(HarnessFaults faults, RunContext context) {
        return new LocalWorkerPool(context.supervisor(), demand -> launch(demand, faults, context));
    }

    private static WorkerLaunch launch(WorkerDemand demand, HarnessFaults faults, RunContext context) {
        WorkerClassPath classPath = context.workerClassPath(demand.system());
        ClassArchive archive = context.installation().workerArchive(classPath, context.progress());
        List<String> flags = new ArrayList<>(archive.exists() ? archive.use() : archive.writeLater());
        flags.addAll(faults.workerFlags());
        return new WorkerLaunch(WorkerLaunch.thisJava(), classPath.jars(), flags, demand.logs())
                .withHeap(demand.heapBytes());
    }

    /** Where workers run that were given by their addresses. */
    static List<HostPort> addresses(WorkerChoice choice) {
        return addresses("--worker", choice.remote());
    }

    /**
     * What these texts say, each {@code HOST:PORT}.
     *
     * @param option that has them
     */
    public static List<HostPort> addresses(String option, List<String> texts) {
        try {
            return texts.stream().map(HostPort::parse).toList();
        } catch (IllegalArgumentException e) {
            throw new CommandFailure(ExitCode.BAD_INPUT, option + ": " + e.getMessage(), e);
        }
    }
}
