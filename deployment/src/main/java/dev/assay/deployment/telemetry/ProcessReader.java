package dev.assay.deployment.telemetry;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Turns one process's counters, read twice, into figures about the time in between. */
final class ProcessReader {
    private final long pid;
    private @Nullable ProcessCounters last;
    private long lastNanoTime;

    ProcessReader(long pid) {
        this.pid = pid;
    }

    long pid() {
        return pid;
    }

    /** Figures since the last call; none when the process is gone, or another has its number now. */
    Map<String, Double> sample(long nanoTime) {
        return sample(nanoTime, ProcessCounters.read(pid));
    }

    Map<String, Double> sample(long nanoTime, Optional<ProcessCounters> read) {
        Map<String, Double> figures = new LinkedHashMap<>();
        ProcessCounters before = last;
        if (read.isEmpty() || (before != null && before.begun() != read.get().begun())) {
            return figures;
        }
        ProcessCounters now = read.get();
        if (before != null) {
            double seconds = (nanoTime - lastNanoTime) / 1e9;
            figures.put("cpu_cores", (now.cpuSeconds() - before.cpuSeconds()) / seconds);
            figures.put("disk_read_bytes_per_s", (now.readBytes() - before.readBytes()) / seconds);
            figures.put("disk_write_bytes_per_s", (now.writeBytes() - before.writeBytes()) / seconds);
        }
        figures.put("resident_bytes", (double) now.residentBytes());
        last = now;
        lastNanoTime = nanoTime;
        return figures;
    }
}
