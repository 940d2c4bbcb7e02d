package dev.assay.bench.reading;

import com.sun.management.OperatingSystemMXBean;
import dev.assay.analysis.RunAnalysis;
import dev.assay.analysis.RunAnalyzer;
import dev.assay.bench.load.ChildJvm;
import dev.assay.model.metric.LatencyMetric;
import dev.assay.store.RunDirectory;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;

/** Reads a run and computes its statistics, as {@code assay report} does before it writes the page. */
public final class ReadSample {
    private static final OperatingSystemMXBean SYSTEM =
            ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    private static final double NANOS_PER_SECOND = 1e9;

    private ReadSample() {}

    /**
     * Prints {@code seconds} and {@code cpu-seconds}, without the start of the JVM.
     *
     * @param arguments the run's folder
     */
    public static void main(String[] arguments) {
        long start = System.nanoTime();
        long cpu = SYSTEM.getProcessCpuTime();
        RunDirectory run = RunDirectory.open(Path.of(arguments[0])).keeping();
        RunAnalysis analysis = RunAnalyzer.analyze(run);
        ChildJvm.tell("seconds", (System.nanoTime() - start) / NANOS_PER_SECOND);
        ChildJvm.tell("cpu-seconds", (SYSTEM.getProcessCpuTime() - cpu) / NANOS_PER_SECOND);
        if (analysis.trials().getFirst().measured().getFirst().metrics().size() != LatencyMetric.values().length) {
            throw new IllegalStateException("not all metrics were read");
        }
    }
}
