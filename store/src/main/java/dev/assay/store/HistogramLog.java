package dev.assay.store;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;

/**
 * One HdrHistogram log, version 2. Values are nanoseconds; times are seconds from the start of the load, which is the
 * base time, with the three decimals that the format has. A comment line before a histogram's line holds what the
 * format has no place for: {@code #[Negatives:<count>;<max negative, ns>]}.
 */
final class HistogramLog implements AutoCloseable {
    /** Starts the comment that counts the samples below zero of the line after it. */
    static final String NEGATIVES = "#[Negatives:";

    private static final double NANOS_PER_SECOND = 1e9;

    private final AppendedFile file;
    private final ByteArrayOutputStream pending = new ByteArrayOutputStream();
    private final PrintStream text = new PrintStream(pending, false, StandardCharsets.UTF_8);
    private final HistogramLogWriter writer = new HistogramLogWriter(text);

    HistogramLog(Path path, Instant loadStart) {
        file = new AppendedFile(path);
        writer.outputLogFormatVersion();
        writer.outputBaseTime(loadStart.toEpochMilli());
        writer.outputStartTime(loadStart.toEpochMilli());
        writer.outputLegend();
        writePending();
    }

    /**
     * Returns the tag of a metric or meter of a worker, such as {@code response@w1} or {@code end-to-end@w1@s2}.
     *
     * @param subscription empty where the metric has none
     */
    static String tag(String metric, String worker, String subscription) {
        return metric + "@" + worker + (subscription.isEmpty() ? "" : "@" + subscription);
    }

    /** Appends one interval; the histogram carries the tag afterwards. */
    void append(String tag, long startNanos, long endNanos, Histogram histogram) {
        histogram.setTag(tag);
        writer.outputIntervalHistogram(startNanos / NANOS_PER_SECOND, endNanos / NANOS_PER_SECOND, histogram);
        writePending();
    }

    /** Notes the samples below zero of the interval that is appended next. */
    void noteNegatives(long count, long worstNanos) {
        writer.outputComment("[Negatives:" + count + ";" + worstNanos + "]");
    }

    private void writePending() {
        text.flush();
        byte[] lines = pending.toByteArray();
        pending.reset();
        file.append(lines);
    }

    void sync() {
        file.sync();
    }

    @Override
    public void close() {
        file.close();
    }
}
