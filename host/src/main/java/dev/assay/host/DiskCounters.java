package dev.assay.host;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * Holds what one disk has done since boot; see the kernel's iostats documentation.
 *
 * @param busySeconds with at least one request under way
 */
record DiskCounters(long readBytes, long writeBytes, double busySeconds) {
    /** A sector of these files is 512 bytes, whatever the disk's own. */
    private static final long SECTOR_BYTES = 512;

    static Map<String, DiskCounters> parse(String diskstats, Set<String> disks) {
        Map<String, DiskCounters> counters = new HashMap<>();
        for (String line : diskstats.split("\n", -1)) {
            String[] word = line.strip().split("\\s+", -1);
            if (word.length >= 13 && disks.contains(word[2])) {
                counters.put(
                        word[2],
                        new DiskCounters(
                                Long.parseLong(word[5]) * SECTOR_BYTES,
                                Long.parseLong(word[9]) * SECTOR_BYTES,
                                Long.parseLong(word[12]) / 1000.0));
            }
        }
        return counters;
    }
}
