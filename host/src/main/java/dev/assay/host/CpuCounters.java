package dev.assay.host;

import java.util.List;
import java.util.Set;

/**
 * Holds processor time since boot, from proc_stat(5), of the processors that Assay may use: what neighbours do on others
 * disturbs nothing.
 *
 * <p>Busy time is not read but is the rest of the time: most kernels charge a whole tick to whatever runs when the tick
 * comes, and a load that wakes in step with the ticks is charged a multiple of what it takes. Idle time they measure.
 *
 * @param idleSeconds of all of them, waiting for disks included
 * @param stealSeconds in which the hypervisor ran something else
 * @param processors how many of them are online
 */
record CpuCounters(double idleSeconds, double stealSeconds, int processors) {
    private static final String CPU = "cpu";

    /** @param allowed numbers of the processors that Assay may use; none where that is not known, which is all */
    static CpuCounters parse(String stat, Set<Integer> allowed) {
        List<String[]> every = stat.lines()
                .filter(line -> line.matches("cpu[0-9].*"))
                .map(line -> line.split(" +", -1))
                .toList();
        List<String[]> ours = every.stream()
                .filter(word -> allowed.contains(Integer.parseInt(word[0].substring(CPU.length()))))
                .toList();
        if (ours.isEmpty() || ours.size() == every.size()) {
            // The sum of all is rounded once, and not once for each.
            return sum(List.<String[]>of(stat.substring(0, stat.indexOf('\n')).split(" +", -1)), every.size());
        }
        return sum(ours, ours.size());
    }

    private static CpuCounters sum(List<String[]> lines, int processors) {
        double ticksPerSecond = ProcText.TICKS_PER_SECOND;
        double idle = 0;
        double stolen = 0;
        for (String[] word : lines) {
            idle += ticks(word, 4) + ticks(word, 5);
            stolen += ticks(word, 8);
        }
        return new CpuCounters(idle / ticksPerSecond, stolen / ticksPerSecond, processors);
    }

    private static double ticks(String[] word, int index) {
        return Long.parseLong(word[index]);
    }
}
