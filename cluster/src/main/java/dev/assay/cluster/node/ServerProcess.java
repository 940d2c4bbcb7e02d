package dev.assay.cluster.node;

import dev.assay.host.process.SupervisedProcess;
import java.util.function.Supplier;

/** Is a server of a local cluster that can be started again with the same data, ports and settings. */
public final class ServerProcess {
    private final Supplier<SupervisedProcess> starter;
    private volatile SupervisedProcess process;

    public ServerProcess(Supplier<SupervisedProcess> starter) {
        this.starter = starter;
        this.process = starter.get();
    }

    /** Returns the name, such as {@code broker-1}. */
    public String name() {
        return process.name();
    }

    /** Returns the process of the last start. */
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
