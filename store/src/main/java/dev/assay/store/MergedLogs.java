package dev.assay.store;

import dev.assay.store.HistogramLogLines.Line;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * Returns the lines of several histogram logs in order of their starts. Workers report at times of their own, so a file is in order only
 * by and large: it is read ahead by {@value #AHEAD_NANOS} ns, which is longer than a worker may be silent.
 */
final class MergedLogs implements AutoCloseable {
    static final long AHEAD_NANOS = 60_000_000_000L;

    private final List<Log> logs = new ArrayList<>();
    private final PriorityQueue<Entry> waiting = new PriorityQueue<>(
            Comparator.<Entry>comparingLong(entry -> entry.line().startNanos())
                    .thenComparing(entry -> entry.line().worker())
                    .thenComparingInt(Entry::log)
                    .thenComparingInt(entry -> entry.line().packed().number()));

    /** @param log number of the line's file */
    record Entry(Line line, int log) {}

    private static final class Log {
        final HistogramLogLines lines;
        long readUpToNanos = Long.MIN_VALUE;

        Log(Path file) {
            lines = new HistogramLogLines(file);
        }
    }

    /** Begins to read the files; missing files have no lines. */
    MergedLogs(List<Path> files) {
        try {
            files.forEach(file -> logs.add(new Log(file)));
        } catch (StoreException e) {
            close();
            throw e;
        }
    }

    /** Returns the next line of all logs; null after the last. */
    @Nullable
    Entry next() {
        for (Log behind = behind(); behind != null; behind = behind()) {
            readLine(behind);
        }
        return waiting.poll();
    }

    /** Returns a log that may still have a line to come before the first that waits. */
    private @Nullable Log behind() {
        Entry first = waiting.peek();
        for (Log log : logs) {
            if (log.readUpToNanos < Long.MAX_VALUE
                    && (first == null || log.readUpToNanos < first.line().startNanos() + AHEAD_NANOS)) {
                return log;
            }
        }
        return null;
    }

    private void readLine(Log log) {
        Line line = log.lines.next();
        if (line == null) {
            log.readUpToNanos = Long.MAX_VALUE;
        } else {
            log.readUpToNanos = Math.max(log.readUpToNanos, line.startNanos());
            waiting.add(new Entry(line, logs.indexOf(log)));
        }
    }

    @Override
    public void close() {
        logs.forEach(log -> log.lines.close());
    }
}
