package dev.assay.store;

import java.io.ByteArrayInputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogScanner;
import org.HdrHistogram.HistogramLogScanner.EncodableHistogramSupplier;
import org.HdrHistogram.PackedHistogram;
import org.jspecify.annotations.Nullable;

/** Reads the logs that {@link HistogramLog} wrote, all whole lines of them. */
final class HistogramLogLines implements HistogramLogScanner.EventHandler {
    /**
     * One line.
     *
     * @param name what stands before the tag's @
     * @param startNanos to the millisecond, as all times of the format
     */
    record Line(
            String name,
            String worker,
            long startNanos,
            long endNanos,
            Histogram histogram,
            long negatives,
            long worstNegativeNanos) {}

    /** So many histograms of a log, about 128 KB each, are held unpacked. */
    private static final int ROOMY = 2000;

    private final Path file;
    private final List<Line> lines = new ArrayList<>();
    private long negatives;
    private long worstNegativeNanos;
    private @Nullable StoreException damage;

    private HistogramLogLines(Path file) {
        this.file = file;
    }

    /**
     * All lines in the file's order; none when there is no such file.
     *
     * @throws StoreException when one that is not the last cannot be read
     */
    static List<Line> read(Path file) {
        HistogramLogLines handler = new HistogramLogLines(file);
        try (HistogramLogScanner scanner =
                new HistogramLogScanner(new ByteArrayInputStream(AppendedFile.wholeLines(file)))) {
            scanner.process(handler);
        }
        if (handler.damage != null) {
            throw handler.damage;
        }
        return handler.lines;
    }

    @Override
    public boolean onComment(String comment) {
        if (!comment.startsWith(HistogramLog.NEGATIVES)) {
            return false;
        }
        String[] figures = comment.substring(HistogramLog.NEGATIVES.length(), comment.length() - 1)
                .split(";", 2);
        negatives = Long.parseLong(figures[0]);
        worstNegativeNanos = Long.parseLong(figures[1]);
        return false;
    }

    @Override
    public boolean onBaseTime(double secondsSinceEpoch) {
        return false;
    }

    @Override
    public boolean onStartTime(double secondsSinceEpoch) {
        return false;
    }

    @Override
    public boolean onHistogram(
            @Nullable String tag, double timestamp, double length, EncodableHistogramSupplier reader) {
        int at = tag == null ? -1 : tag.indexOf('@');
        if (tag == null || at < 0) {
            return onException(new IllegalArgumentException("its tag is not of the form metric@worker"));
        }
        try {
            long start = nanos(timestamp);
            long end = nanos(timestamp + length);
            Histogram histogram = compact((Histogram) reader.read(), lines.size() >= ROOMY);
            lines.add(new Line(
                    tag.substring(0, at), tag.substring(at + 1), start, end, histogram, negatives, worstNegativeNanos));
            negatives = 0;
            worstNegativeNanos = 0;
            return false;
        } catch (DataFormatException | RuntimeException e) {
            return onException(e);
        }
    }

    @Override
    public boolean onException(Throwable problem) {
        damage = StoreException.damaged(
                file, "the line after its histogram number " + lines.size() + " cannot be read (" + problem + ")");
        return true;
    }

    private static long nanos(double seconds) {
        return Math.round(seconds * 1e3) * 1_000_000;
    }

    /**
     * The same histogram without room for values that it has not. Those of a long log are packed as well: a tenth of the
     * memory at fifty times the effort.
     */
    static Histogram compact(Histogram histogram, boolean packed) {
        long lowest = histogram.getLowestDiscernibleValue();
        long highest = Math.max(2 * lowest, histogram.getMaxValue());
        int digits = histogram.getNumberOfSignificantValueDigits();
        Histogram compact =
                packed ? new PackedHistogram(lowest, highest, digits) : new Histogram(lowest, highest, digits);
        compact.setAutoResize(true);
        compact.add(histogram);
        return compact;
    }
}
