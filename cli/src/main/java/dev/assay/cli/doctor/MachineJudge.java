package dev.assay.cli.doctor;

import dev.assay.analysis.verdict.Threshold;
import dev.assay.cli.doctor.Finding.Grade;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/** Judges the state of a machine, by the verdict's thresholds where there are some. */
final class MachineJudge {
    static final String UNAVAILABLE = "unavailable here";
    private static final long GIB = 1L << 30;
    /**
     * Enough memory: three nodes, a worker and this process need less than half of it, and the rest is for the file caches
     * that servers rely on.
     */
    private static final long MEMORY_BYTES = 4 * GIB;
    /** Gives the least memory, below which a node can't keep its data structures. */
    private static final long MIN_MEMORY_BYTES = GIB;
    /** Enough open files for 5 000 partitions, as a broker opens three files for each partition that it has a copy of. */
    private static final long OPEN_FILES = 16_384;
    /** Gives the least number of open files; one server's jars, logs and connections use up any lower limit. */
    private static final long MIN_OPEN_FILES = 1_024;

    private MachineJudge() {}

    static List<Finding> judge(MachineState machine, MachineState.Load load) {
        return List.of(
                processors(machine.processors()),
                fraction(
                        "busy neighbours",
                        load.busyFraction(),
                        Threshold.FOREIGN_CPU,
                        "of all processors in use" + max(load.busiest()),
                        "Other work takes processor time from servers and workers: trials would be DEGRADED.",
                        "Stop other work on the machine: builds, browsers, backups, other tests."),
                fraction(
                        "busy disks",
                        load.diskFraction(),
                        Threshold.FOREIGN_DISK,
                        "of the time the busiest disk was in use" + max(load.onDisks()),
                        "Writes and syncs of servers wait for those of others: trials would be DEGRADED.",
                        "Stop what uses the disk: backups, downloads, builds, other databases; or give servers a disk of their own."),
                fraction(
                        "steal",
                        load.stealFraction(),
                        Threshold.STEAL,
                        "of processor time stolen",
                        "The hypervisor runs other machines instead: trials would be DEGRADED.",
                        "Run at a quieter time, or on a machine with dedicated processors."),
                fraction(
                        "memory pressure",
                        load.memoryPressureFraction(),
                        Threshold.MEMORY_PRESSURE,
                        "of the time",
                        "Processes wait for memory: trials would be DEGRADED.",
                        "Free memory, or lower the heaps of brokers and workers."),
                governor(machine.governor()),
                memory(machine),
                swap(machine),
                groupSwap(machine),
                disks(machine.rotating()),
                openFiles(machine.openFiles()),
                clock(machine.clockSource()));
    }

    private static String max(List<String> processes) {
        return processes.isEmpty() ? "" : ", most by " + String.join(", ", processes);
    }

    private static Finding processors(int processors) {
        String state = processors + " for this process";
        return processors >= 2
                ? Finding.ok("processors", state)
                : new Finding(
                        Grade.WARNING,
                        "processors",
                        state,
                        "Servers and workers share one processor, and every latency includes waiting for it.",
                        "Use a machine with at least 2 processors, or raise the container's limit.");
    }

    private static Finding fraction(
            String check, OptionalDouble fraction, Threshold threshold, String of, String why, String remedy) {
        if (fraction.isEmpty()) {
            return Finding.ok(check, UNAVAILABLE);
        }
        String state = String.format(Locale.ROOT, "%.1f %% %s (n = 1 s)", 100 * fraction.getAsDouble(), of);
        return fraction.getAsDouble() > threshold.value()
                ? new Finding(Grade.WARNING, check, state, why, remedy)
                : Finding.ok(check, state);
    }

    private static Finding governor(String governor) {
        String state = governor.isEmpty() ? UNAVAILABLE : governor;
        return governor.isEmpty() || state.equals("performance")
                ? Finding.ok("frequency governor", state)
                : new Finding(
                        Grade.WARNING,
                        "frequency governor",
                        state,
                        "Processors change their frequency with the load, so that lower rates may show longer latencies.",
                        "As root: cpupower frequency-set -g performance");
    }

    private static Finding memory(MachineState machine) {
        OptionalLong available = machine.memoryAvailableBytes();
        if (available.isEmpty()) {
            return Finding.ok("memory", UNAVAILABLE);
        }
        long bytes = Math.min(available.getAsLong(), machine.memoryLimitBytes().orElse(Long.MAX_VALUE));
        String state =
                gib(bytes) + " available" + (bytes < available.getAsLong() ? " (the limit of the control group)" : "");
        if (bytes >= MEMORY_BYTES) {
            return Finding.ok("memory", state);
        }
        return new Finding(
                bytes < MIN_MEMORY_BYTES ? Grade.BAD : Grade.WARNING,
                "memory",
                state,
                "Three nodes and a worker need about half of " + gib(MEMORY_BYTES)
                        + ", plus file caches; assay plan shows what a scenario needs.",
                "Free memory, raise the container's limit, or run fewer nodes with smaller heaps.");
    }

    private static Finding swap(MachineState machine) {
        if (machine.swapTotalBytes().isEmpty()) {
            return Finding.ok("swap", UNAVAILABLE);
        }
        long total = machine.swapTotalBytes().getAsLong();
        long used = machine.swapUsedBytes().orElse(0);
        String state = total == 0 ? "off" : gib(used) + " used of " + gib(total);
        return used == 0
                ? Finding.ok("swap", state)
                : new Finding(
                        Grade.WARNING,
                        "swap",
                        state,
                        "Servers' memory may be swapped in from disk, which stalls them.",
                        "As root: swapoff -a, or free memory first.");
    }

    /** Warns of swap allowed to a control group with a memory limit: the limit then shows as stalls instead of a failure. */
    private static Finding groupSwap(MachineState machine) {
        String state = machine.groupSwapBytes().isPresent()
                ? gib(machine.groupSwapBytes().getAsLong()) + " allowed"
                : UNAVAILABLE;
        boolean swaps = machine.memoryLimitBytes().isPresent()
                && machine.groupSwapBytes().orElse(0) > 0
                && machine.swapTotalBytes().orElse(0) > 0;
        return swaps
                ? new Finding(
                        Grade.WARNING,
                        "swap of the container",
                        state,
                        "Beyond its memory limit, the container is swapped out, which stalls servers.",
                        "Give the container no swap, such as --memory-swap equal to --memory.")
                : Finding.ok("swap of the container", state);
    }

    private static Finding disks(List<String> rotating) {
        return rotating.isEmpty()
                ? Finding.ok("disks", "none reported as rotational")
                : new Finding(
                        Grade.WARNING,
                        "disks",
                        String.join(", ", rotating) + " reported as rotational",
                        "A spinning disk takes milliseconds to sync; some hypervisors report every disk as rotational.",
                        "Let assay doctor --calibrate measure the syncs of the disk that servers write to.");
    }

    private static Finding openFiles(OptionalLong limit) {
        if (limit.isEmpty()) {
            return Finding.ok("open files", UNAVAILABLE);
        }
        String state = limit.getAsLong() + " per process";
        if (limit.getAsLong() >= OPEN_FILES) {
            return Finding.ok("open files", state);
        }
        return new Finding(
                limit.getAsLong() < MIN_OPEN_FILES ? Grade.BAD : Grade.WARNING,
                "open files",
                state,
                "Servers open files for each partition and sockets for each client, and fail when they reach the limit.",
                "Raise the limit: ulimit -n " + OPEN_FILES);
    }

    private static Finding clock(String source) {
        String state = source.isEmpty() ? UNAVAILABLE : source;
        return List.of("hpet", "acpi_pm", "jiffies").contains(state)
                ? new Finding(
                        Grade.WARNING,
                        "clock source",
                        state,
                        "Reading this clock takes a system call, and every message is timed four times.",
                        "Use a machine whose kernel offers tsc or a hypervisor clock.")
                : Finding.ok("clock source", state);
    }

    static String gib(long bytes) {
        return String.format(Locale.ROOT, "%.1f GiB", (double) bytes / GIB);
    }
}
