package dev.assay.host;

/**
 * Processor time of the whole machine since boot, from proc_stat(5).
 *
 * <p>What was busy is not read but is what is left of the time: most kernels charge a whole tick to whatever runs when the tick comes, and
 * a load that wakes in step with the ticks is charged a multiple of what it takes. Idle time they measure.
 *
 * @param idleSeconds of all processors, waiting for disks included
 * @param stealSeconds in which the hypervisor ran something else
 * @param processors that are online
 */
record CpuCounters(double idleSeconds, double stealSeconds, int processors) {
    static CpuCounters parse(String stat) {
        String[] word = stat.substring(0, stat.indexOf('\n')).split(" +", -1);
        double hz = ProcText.TICKS_PER_SECOND;
        int processors =
                (int) stat.lines().filter(line -> line.matches("cpu[0-9].*")).count();
        return new CpuCounters((ticks(word, 4) + ticks(word, 5)) / hz, ticks(word, 8) / hz, processors);
    }

    private static double ticks(String[] word, int index) {
        return Long.parseLong(word[index]);
    }
}
