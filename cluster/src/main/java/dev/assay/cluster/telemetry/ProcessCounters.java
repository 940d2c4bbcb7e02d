package dev.assay.cluster.telemetry;

import dev.assay.host.ProcText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Holds the kernel's counters of one process since its start; see proc_pid_stat(5) and proc_pid_io(5).
 *
 * @param begun clock tick of its start, which tells it from a later process of the same number
 * @param cpuSeconds in user and kernel mode, of all threads
 * @param residentBytes at this moment
 * @param readBytes fetched from disks
 * @param writeBytes sent towards disks, counted when the page cache takes them
 */
record ProcessCounters(long begun, double cpuSeconds, long residentBytes, long readBytes, long writeBytes) {
    /** Reads the counters; null when the process is gone or has only its exit code left. */
    static @Nullable ProcessCounters read(long pid) {
        Path folder = Path.of("/proc/" + pid);
        try {
            return parse(Files.readString(folder.resolve("stat")), Files.readString(folder.resolve("io")));
        } catch (IOException vanished) {
            return null;
        }
    }

    static @Nullable ProcessCounters parse(String stat, String io) {
        // The name in parentheses may itself hold spaces and parentheses; the state, field 3, follows it.
        String[] field = stat.substring(stat.lastIndexOf(')') + 2).strip().split(" ", -1);
        if (field[0].equals("Z") || field[0].equals("X")) {
            return null;
        }
        Map<String, Long> bytes = ProcText.keyed(io, ":");
        return new ProcessCounters(
                Long.parseLong(field[19]),
                (Long.parseLong(field[11]) + Long.parseLong(field[12])) / ProcText.TICKS_PER_SECOND,
                Long.parseLong(field[21]) * ProcText.PAGE_BYTES,
                bytes.getOrDefault("read_bytes", 0L),
                bytes.getOrDefault("write_bytes", 0L));
    }
}
