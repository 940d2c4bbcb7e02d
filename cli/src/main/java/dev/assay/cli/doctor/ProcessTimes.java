package dev.assay.cli.doctor;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Processor time of the processes of this machine, as far as this user may see them.
 *
 * @param processes by process ID
 */
record ProcessTimes(Map<Long, Used> processes) {
    /** Less is not worth a name. */
    private static final double LEAST_CORES = 0.05;

    private static final int MOST_NAMED = 3;

    /** One process. */
    record Used(String name, Duration time) {}

    ProcessTimes {
        processes = Map.copyOf(processes);
    }

    /** Those of now, without this process. */
    static ProcessTimes now() {
        Map<Long, Used> processes = new HashMap<>();
        ProcessHandle.allProcesses()
                .filter(process -> process.pid() != ProcessHandle.current().pid())
                .forEach(process -> process.info()
                        .totalCpuDuration()
                        .ifPresent(time -> processes.put(process.pid(), new Used(name(process), time))));
        return new ProcessTimes(processes);
    }

    private static String name(ProcessHandle process) {
        return process.info()
                .command()
                .map(command -> String.valueOf(Path.of(command).getFileName()))
                .orElse("a process");
    }

    /** Who has used most since, most first: {@code java (1234) 0.93 cores}; those that began since count with all their time. */
    List<String> busiestUntil(ProcessTimes later, Duration meanwhile) {
        record Busy(long pid, String name, double cores) {}
        return later.processes().entrySet().stream()
                .map(entry -> {
                    Used earlier = processes.get(entry.getKey());
                    Duration time = entry.getValue().time().minus(earlier == null ? Duration.ZERO : earlier.time());
                    double cores = (double) time.toNanos() / meanwhile.toNanos();
                    return new Busy(entry.getKey(), entry.getValue().name(), cores);
                })
                .filter(busy -> busy.cores() >= LEAST_CORES)
                .sorted(Comparator.comparingDouble(Busy::cores).reversed())
                .limit(MOST_NAMED)
                .map(busy -> String.format(Locale.ROOT, "%s (%d) %.2f cores", busy.name(), busy.pid(), busy.cores()))
                .toList();
    }
}
