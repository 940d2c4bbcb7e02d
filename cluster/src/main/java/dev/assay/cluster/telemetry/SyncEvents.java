package dev.assay.cluster.telemetry;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Calls that return when data is on the disk, from the text of a trace: {@code fsync} and {@code fdatasync}.
 *
 * @param byThread calls by the number of the thread
 * @param lost events of any kind that the kernel had no room to keep
 */
record SyncEvents(Map<Long, Long> byThread, long lost) {
    /** The system calls counted, by their names in events. */
    static final List<String> CALLS = List.of("fsync", "fdatasync");

    private static final Pattern SYNC =
            Pattern.compile("-(\\d+) +\\[\\d+\\] [^:]*: sys_(?:" + String.join("|", CALLS) + ")\\(");
    private static final Pattern LOST = Pattern.compile("\\[LOST (\\d+) EVENTS\\]");

    SyncEvents {
        byThread = Map.copyOf(byThread);
    }

    static SyncEvents parse(String trace) {
        Map<Long, Long> threads = new HashMap<>();
        long lost = 0;
        for (String line : trace.split("\n", -1)) {
            Matcher sync = SYNC.matcher(line);
            if (sync.find()) {
                threads.merge(Long.parseLong(sync.group(1)), 1L, Long::sum);
            }
            Matcher gap = LOST.matcher(line);
            if (gap.find()) {
                lost += Long.parseLong(gap.group(1));
            }
        }
        return new SyncEvents(threads, lost);
    }
}
