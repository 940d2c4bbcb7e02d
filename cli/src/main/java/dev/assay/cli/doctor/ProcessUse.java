package dev.assay.cli.doctor;

import dev.assay.host.ProcText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * Holds what the processes of this machine have used of processors and disks, as far as this user may see it.
 *
 * @param processes by process ID
 */
record ProcessUse(Map<Long, Used> processes) {
    /** Gives the least use of processors, in cores, that is worth naming. */
    private static final double MIN_CORES = 0.05;

    private static final double MIN_MEGABYTES = 1;
    private static final int MAX_NAMED = 3;
    private static final double BYTES_PER_MEGABYTE = 1e6;
    private static final double NANOS_PER_SECOND = 1e9;

    /**
     * Holds the use of one process since it began.
     *
     * @param diskBytes fetched from disks and sent to them; 0 where it is not reported
     */
    record Used(String name, Duration time, long diskBytes) {
        private static final Used NOTHING = new Used("", Duration.ZERO, 0);
    }

    ProcessUse {
        processes = Map.copyOf(processes);
    }

    /** Returns the use up to now, without that of this process. */
    static ProcessUse now() {
        Map<Long, Used> processes = new HashMap<>();
        ProcessHandle.allProcesses()
                .filter(process -> process.pid() != ProcessHandle.current().pid())
                .forEach(process -> process.info()
                        .totalCpuDuration()
                        .ifPresent(time ->
                                processes.put(process.pid(), new Used(name(process), time, diskBytes(process.pid())))));
        return new ProcessUse(processes);
    }

    private static String name(ProcessHandle process) {
        return process.info()
                .command()
                .map(command -> String.valueOf(Path.of(command).getFileName()))
                .orElse("a process");
    }

    /** Returns the bytes in {@code /proc/PID/io}, which only the process's owner and root may read; see proc_pid_io(5). */
    private static long diskBytes(long pid) {
        try {
            Map<String, Long> io = ProcText.keyed(Files.readString(Path.of("/proc", Long.toString(pid), "io")), ":");
            return io.getOrDefault("read_bytes", 0L) + io.getOrDefault("write_bytes", 0L);
        } catch (IOException goneOrUnavailable) {
            return 0;
        }
    }

    /**
     * Lists the processes that used most processor time up to {@code later}, most first, such as {@code java (1234) 0.93
     * cores}.
     */
    List<String> busiestUntil(ProcessUse later, Duration meanwhile) {
        return max(later, used -> used.time().toNanos() / (double) meanwhile.toNanos(), MIN_CORES, "%.2f cores");
    }

    /** Lists the processes that used disks most up to {@code later}, most first, such as {@code dd (1234) 1,285.0 MB/s}. */
    List<String> onDisksUntil(ProcessUse later, Duration meanwhile) {
        double seconds = meanwhile.toNanos() / NANOS_PER_SECOND;
        return max(later, used -> used.diskBytes() / BYTES_PER_MEGABYTE / seconds, MIN_MEGABYTES, "%,.1f MB/s");
    }

    /** Ranks processes by their use up to {@code later}; new processes count with all their use. */
    private List<String> max(ProcessUse later, ToDoubleFunction<Used> value, double min, String format) {
        record Busy(long pid, String name, double used) {}
        return later.processes().entrySet().stream()
                .map(entry -> new Busy(
                        entry.getKey(),
                        entry.getValue().name(),
                        value.applyAsDouble(entry.getValue())
                                - value.applyAsDouble(processes.getOrDefault(entry.getKey(), Used.NOTHING))))
                .filter(busy -> busy.used() >= min)
                .sorted(Comparator.comparingDouble(Busy::used).reversed())
                .limit(MAX_NAMED)
                .map(busy -> busy.name() + " (" + busy.pid() + ") " + String.format(Locale.ROOT, format, busy.used()))
                .toList();
    }
}
