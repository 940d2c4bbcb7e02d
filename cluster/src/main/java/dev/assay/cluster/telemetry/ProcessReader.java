package dev.assay.cluster.telemetry;

import dev.assay.host.CompilerThreads;
import dev.assay.model.metric.Labels;
import dev.assay.model.metric.Metrics;
import dev.assay.model.metric.Sample;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

final class ProcessReader {
    private static final double NANOS_PER_SECOND = 1e9;

    private final Labels labels;
    private final long pid;
    private final CompilerThreads compilers;
    private @Nullable ProcessCounters last;
    private long lastNanoTime;
    private volatile boolean lost;

    ProcessReader(Labels labels, long pid) {
        this.labels = labels;
        this.pid = pid;
        this.compilers = new CompilerThreads(pid);
    }

    Labels labels() {
        return labels;
    }

    long pid() {
        return pid;
    }

    /** Returns whether a sample has found the process gone, or another with its number. */
    boolean hasLostProcess() {
        return lost;
    }

    /** Returns values since the previous call; none when the process is gone, or another has its number now. */
    List<Sample> sample(long nanoTime) {
        double seconds = (nanoTime - lastNanoTime) / NANOS_PER_SECOND;
        List<Sample> samples = sample(nanoTime, ProcessCounters.read(pid));
        CompilerThreads.ThreadTime taken = compilers.sample();
        if (taken != null && !samples.isEmpty()) {
            samples.add(Metrics.PROCESS_COMPILERS.of(labels, taken.runNanos() / NANOS_PER_SECOND / seconds));
            samples.add(Metrics.PROCESS_COMPILERS_WAIT.of(labels, taken.waitNanos() / NANOS_PER_SECOND / seconds));
        }
        return samples;
    }

    List<Sample> sample(long nanoTime, @Nullable ProcessCounters now) {
        List<Sample> samples = new ArrayList<>();
        ProcessCounters before = last;
        if (now == null || (before != null && before.begun() != now.begun())) {
            lost = true;
            return samples;
        }
        if (before != null) {
            double seconds = (nanoTime - lastNanoTime) / NANOS_PER_SECOND;
            samples.add(Metrics.PROCESS_CPU.of(labels, (now.cpuSeconds() - before.cpuSeconds()) / seconds));
            samples.add(Metrics.PROCESS_DISK_READ.of(labels, (now.readBytes() - before.readBytes()) / seconds));
            samples.add(Metrics.PROCESS_DISK_WRITTEN.of(labels, (now.writeBytes() - before.writeBytes()) / seconds));
        }
        samples.add(Metrics.PROCESS_MEMORY.of(labels, (double) now.residentBytes()));
        last = now;
        lastNanoTime = nanoTime;
        return samples;
    }
}
