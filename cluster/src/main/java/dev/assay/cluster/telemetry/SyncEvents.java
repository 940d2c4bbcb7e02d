package dev.assay.cluster.telemetry;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Counts calls that return when data is on the disk, from the text of a trace: {@code fsync}, {@code fdatasync}, and {@code msync} with
 * {@code MS_SYNC}.
 *
 * @param byThread calls by the number of the thread
 * @param lost events of any kind that the kernel had no room to keep
 */
record SyncEvents(Map<Long, Syncs> byThread, long lost) {
    /** The system calls counted, by their names in events. */
    static final List<String> CALLS = List.of("fsync", "fdatasync", "msync");

    private static final String MS_SYNC = "4";

    /** Matches a call's arguments; the kernel writes numbers below 10 without {@code 0x}. */
    private static final Pattern SYNC = Pattern.compile("-(\\d+) +\\[\\d+\\] [^:]*: sys_(?:"
            + "f(?:data)?sync\\(fd: (?:0x)?(?<descriptor>[0-9a-f]+)\\)"
            + "|msync\\(.*flags: (?:0x)?(?<flags>[0-9a-f]+)\\))");

    private static final Pattern LOST = Pattern.compile("\\[LOST (\\d+) EVENTS\\]");

    /**
     * @param ofMessages all but those of metadata
     * @param ofMetadata of the server's metadata log
     */
    record Syncs(long ofMessages, long ofMetadata) {
        static final Syncs NONE = new Syncs(0, 0);

        Syncs plus(Syncs more) {
            return new Syncs(ofMessages + more.ofMessages, ofMetadata + more.ofMetadata);
        }
    }

    interface OpenFiles {
        /** Returns whether that file belongs to a server's metadata log; false where the file is closed by now. */
        boolean isMetadata(long thread, int descriptor);
    }

    SyncEvents {
        byThread = Map.copyOf(byThread);
    }

    /**
     * Counts the calls in a trace. A call of {@code msync} names an address and no file: it counts for the file that its thread has synced
     * last by descriptor, as servers sync a log's segment and then its indexes, which they map into memory.
     *
     * @param onMetadata threads whose last sync by descriptor was of metadata, brought up to date
     */
    static SyncEvents parse(String trace, Set<Long> onMetadata, OpenFiles files) {
        Map<Long, Syncs> threads = new HashMap<>();
        Map<String, Boolean> known = new HashMap<>();
        long lost = 0;
        for (String line : trace.split("\n", -1)) {
            Matcher sync = SYNC.matcher(line);
            if (sync.find()) {
                long thread = Long.parseLong(sync.group(1));
                String descriptor = sync.group("descriptor");
                if (descriptor != null) {
                    boolean metadata = known.computeIfAbsent(
                            thread + " " + descriptor, _ -> files.isMetadata(thread, Integer.parseInt(descriptor, 16)));
                    if (metadata) {
                        onMetadata.add(thread);
                    } else {
                        onMetadata.remove(thread);
                    }
                }
                if (descriptor != null || MS_SYNC.equals(sync.group("flags"))) {
                    Syncs one = onMetadata.contains(thread) ? new Syncs(0, 1) : new Syncs(1, 0);
                    threads.merge(thread, one, Syncs::plus);
                }
            }
            Matcher gap = LOST.matcher(line);
            if (gap.find()) {
                lost += Long.parseLong(gap.group(1));
            }
        }
        return new SyncEvents(threads, lost);
    }
}
