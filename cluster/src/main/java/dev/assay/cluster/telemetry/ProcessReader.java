package dev.assay.cluster.telemetry;

import dev.assay.model.metric.Labels;
import dev.assay.model.metric.Metrics;
import dev.assay.model.metric.Sample;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Turns one process's counters, read twice, into values about the time in between. */
final class ProcessReader {
    private final Labels labels;
    private final long pid;
    private @Nullable ProcessCounters last;
    private long lastNanoTime;

    /** Of the process with that number; its values carry these labels. */
    ProcessReader(Labels labels, long pid) {
        this.labels = labels;
        this.pid = pid;
    }

    Labels labels() {
        return labels;
    }

    long pid() {
        return pid;
    }

    /** Values since the last call; none when the process is gone, or another has its number now. */
    List<Sample> sample(long nanoTime) {
        return sample(nanoTime, ProcessCounters.read(pid));
    }

    List<Sample> sample(long nanoTime, @Nullable ProcessCounters now) {
        List<Sample> samples = new ArrayList<>();
        ProcessCounters before = last;
        if (now == null || (before != null && before.begun() != now.begun())) {
            return samples;
        }
        if (before != null) {
            double seconds = (nanoTime - lastNanoTime) / 1e9;
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
