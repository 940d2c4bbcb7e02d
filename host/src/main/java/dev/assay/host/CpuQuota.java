package dev.assay.host;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * Samples how often the kernel stopped this process because its quota of processor time was used up (CFS bandwidth control,
 * by which containers and units of systemd are limited; sched-bwc.rst in the kernel's documentation). Every control group
 * above it that can be seen from here may be the one that runs out, so all are watched. Used by one thread.
 */
public final class CpuQuota {
    private static final String STATISTICS = "cpu.stat";
    private static final String COUNT = "nr_throttled";

    /** Is the kernel's period where none is set. */
    private static final long DEFAULT_PERIOD_MICROS = 100_000;

    private static final double MICROS_PER_SECOND = 1e6;

    private final List<Group> groups;

    /** Watches the calling process from now on. */
    public CpuQuota() {
        this(Path.of("/"));
    }

    CpuQuota(Path root) {
        this.groups = groups(root);
    }

    /**
     * Returns the fraction of the kernel's periods in which it was stopped since the last call, by the group that was stopped
     * most; 0 where none has a quota. Empty where the kernel does not tell.
     *
     * @param seconds since the last call
     */
    public OptionalDouble sample(double seconds) {
        OptionalDouble most = OptionalDouble.empty();
        for (Group group : groups) {
            double fraction = group.sample(seconds);
            if (!Double.isNaN(fraction) && fraction >= most.orElse(0)) {
                most = OptionalDouble.of(fraction);
            }
        }
        return most;
    }

    /**
     * Returns the groups with a count, from the process' own upwards; cgroups(7). In a container the kernel may name a place
     * that only its host sees: then the top of what is mounted is the container's own.
     */
    private static List<Group> groups(Path root) {
        Path mounts = root.resolve("sys/fs/cgroup");
        Path top = mounts;
        String place = "";
        for (String line : text(root.resolve("proc/self/cgroup")).split("\n", -1)) {
            String[] part = line.split(":", 3);
            if (part.length < 3) {
                continue;
            }
            if (List.of(part[1].split(",", -1)).contains("cpu")) { // This is version 1 of control groups.
                top = mounts.resolve(part[1]);
                place = part[2];
                break;
            }
            if (part[1].isEmpty()) { // This is version 2.
                place = part[2];
            }
        }
        Path ownGroup = top.resolve("." + place).normalize();
        List<Group> groups = new ArrayList<>();
        for (Path folder = ownGroup.startsWith(top) ? ownGroup : top;
                folder != null && folder.startsWith(top);
                folder = folder.getParent()) {
            if (count(folder) >= 0) {
                groups.add(new Group(folder));
            }
        }
        return groups;
    }

    private static final class Group {
        private final Path folder;
        private long throttled;

        Group(Path folder) {
            this.folder = folder;
            this.throttled = count(folder);
        }

        /** Returns NaN where the group is gone. */
        double sample(double seconds) {
            long previous = throttled;
            throttled = count(folder);
            long more = throttled - previous;
            if (previous < 0 || more < 0) {
                return Double.NaN;
            }
            return more == 0 ? 0 : Math.min(1, more * periodMicros() / MICROS_PER_SECOND / seconds);
        }

        /** Reads the period anew, since a changed quota may come with another period. */
        private long periodMicros() {
            String[] max = text(folder.resolve("cpu.max")).split(" ", -1);
            String period = max.length == 2 ? max[1] : text(folder.resolve("cpu.cfs_period_us"));
            return period.matches("\\d{1,9}") ? Long.parseLong(period) : DEFAULT_PERIOD_MICROS;
        }
    }

    /** Returns in how many periods it was stopped so far; -1 where that is not known. */
    private static long count(Path folder) {
        Map<String, Long> statistics = ProcText.keyed(text(folder.resolve(STATISTICS)), " ");
        return statistics.getOrDefault(COUNT, -1L);
    }

    /** Returns the file's text; empty where there is no such file, or it can't be read. */
    private static String text(Path file) {
        try {
            return Files.readString(file).strip();
        } catch (IOException e) {
            return "";
        }
    }
}
