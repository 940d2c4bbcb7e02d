package dev.assay.run.workers;

import dev.assay.cluster.AssayCache;
import dev.assay.host.process.ProcessSpec;
import dev.assay.host.process.ProcessSupervisor;
import dev.assay.host.process.SupervisedProcess;
import dev.assay.worker.wire.WireProtocol;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;

/** Runs a worker that waits for runs from elsewhere, in a process that ends with this one. */
public final class StandingWorker {
    private static final Duration TIME_TO_TIDY = Duration.ofSeconds(12);

    private StandingWorker() {}

    /**
     * Returns when the worker has ended.
     *
     * @param options as {@link dev.assay.worker.WorkerOptions} reads them
     * @return whether it ended well
     */
    public static boolean run(List<Path> jars, long heapBytes, List<String> options) throws InterruptedException {
        WorkerLaunch launch = new WorkerLaunch(WorkerLaunch.thisJava(), jars, heapBytes, List.of(), Path.of(""));
        ProcessSpec spec = new ProcessSpec(
                "worker",
                launch.command(options),
                token(),
                Path.of("").toAbsolutePath(),
                Path.of("/dev/null"),
                ProcessSpec.Streams.TERMINAL);
        try (ProcessSupervisor supervisor =
                ProcessSupervisor.open(AssayCache.standard().leases())) {
            SupervisedProcess worker = supervisor.start(spec.withTemporaryFiles(supervisor.temporaryFiles()));
            Runtime.getRuntime().addShutdownHook(new Thread(() -> worker.stop(TIME_TO_TIDY), "stop-worker"));
            return worker.exit().get().code() == 0;
        } catch (ExecutionException e) {
            throw new IllegalStateException("can't tell when the worker ended", e);
        }
    }

    /** Returns the variable with the worker's token, since processes inherit no secrets. */
    private static Map<String, String> token() {
        String token = System.getenv(WireProtocol.TOKEN_VARIABLE);
        return token == null ? Map.of() : Map.of(WireProtocol.TOKEN_VARIABLE, token);
    }
}
