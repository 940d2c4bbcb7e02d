package dev.assay.cluster.node;

import dev.assay.host.process.SupervisedProcess;
import java.util.function.Supplier;

/** Runs a server of a local cluster, which can be started again with the same data, ports and settings. */
public final class ServerProcess {
    private final Supplier<SupervisedProcess> starter;
    private volatile SupervisedProcess process;

    public ServerProcess(Supplier<SupervisedProcess> starter) {
        this.starter = starter;
        this.process = starter.get();
    }

    public String name() {
        return process.name();
    }

    public SupervisedProcess process() {
        return process;
    }

    public boolean isRunning() {
        return !process.exit().isDone();
    }

    public void restart() {
        if (isRunning()) {
            throw new IllegalStateException(name() + " runs, so it cannot be started");
        }
        process = starter.get();
    }
}
