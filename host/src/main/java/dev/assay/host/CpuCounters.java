package dev.assay.host;

/**
 * Processor time of the whole machine since boot, from the first line of proc_stat(5).
 *
 * @param busySeconds of all processors; guests count as user time already
 * @param stealSeconds in which the hypervisor ran something else
 * @param allSeconds busy, idle, waiting and stolen
 */
record CpuCounters(double busySeconds, double stealSeconds, double allSeconds) {
    static CpuCounters parse(String stat) {
        String[] word = stat.substring(0, stat.indexOf('\n')).split(" +", -1);
        double all = 0;
        for (int i = 1; i <= 8; i++) {
            all += ticks(word, i);
        }
        double idle = ticks(word, 4) + ticks(word, 5);
        double steal = ticks(word, 8);
        double hz = ProcText.TICKS_PER_SECOND;
        return new CpuCounters((all - idle - steal) / hz, steal / hz, all / hz);
    }

    private static double ticks(String[] word, int index) {
        return Long.parseLong(word[index]);
    }
}
