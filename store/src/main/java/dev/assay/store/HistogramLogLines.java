package dev.assay.store;

import dev.assay.model.display.LongText;
import dev.assay.model.result.PackedHistogram;
import dev.assay.model.timeline.Phase;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * Reads all whole lines of a log that {@link HistogramLog} wrote. Histograms stay packed until they are asked
 * for: an unpacked one takes a hundred times the memory.
 */
final class HistogramLogLines implements AutoCloseable {
    /** A packed histogram has its length here, after a cookie of four bytes. */
    private static final int LENGTH_AT = 4;

    private static final int PREFIX_BYTES = 8;

    /** Covers the base64 of the first {@value #PREFIX_BYTES} bytes and one more. */
    private static final int PREFIX_CHARACTERS = 12;

    /** The widest histogram takes a small part of this. */
    private static final int LONGEST_LINE_BYTES = 1 << 24;

    /** Bounds tag, times and comments; names have at most some hundred characters. */
    private static final int LONGEST_FIELDS = 4096;

    /** Bounds workers times metrics times subscriptions. */
    private static final int MAX_TAGS = 1 << 17;

    /** Bounds the intervals that begin in the same millisecond, which is the resolution of the format. */
    private static final int MAX_AT_ONCE = 16;

    /** No load ends later; nanoseconds overflow beyond. */
    private static final double FARTHEST_SECONDS = 2.0 * Phase.LATEST_END_NANOS / 1e9;

    private static final int FIELDS = 5;
    private static final String TAG = "Tag=";

    private final Path file;
    private final WholeLines lines;
    private final Map<String, Last> lastByTag = new HashMap<>();
    private int histograms;
    private long negatives;
    private long worstNegativeNanos;

    /**
     * @param name what stands before the tag's first @
     * @param worker what stands after it
     * @param subscription what stands after a second one; empty without
     * @param startNanos to the millisecond, as all times of the format
     */
    record Line(
            String name,
            String worker,
            String subscription,
            long startNanos,
            long endNanos,
            Packed packed,
            long negatives,
            long worstNegativeNanos) {}

    /** The previous line of one tag, and how many lines before it began in the same millisecond. */
    @SuppressWarnings("ArrayRecordComponent") // It is never compared.
    private record Last(double start, double length, byte[] base64, int more) {
        /**
         * Returns the next line of that tag, which can't begin earlier: samples that stand there twice would count twice.
         *
         * @throws IllegalArgumentException when it can't follow
         */
        Last next(Last next) {
            boolean same = next.start == start && next.length == length && Arrays.equals(next.base64, base64);
            if (next.start < start || same || more == MAX_AT_ONCE) {
                throw new IllegalArgumentException("an interval of the same tag "
                        + (same ? "appears twice, starting at " : "already starts at ") + start
                        + " s, and this one starts at "
                        + next.start + " s");
            }
            return next.start == start ? new Last(next.start, next.length, next.base64, more + 1) : next;
        }
    }

    /**
     * A histogram as it stands in the file.
     *
     * @param number of histograms before it in the file
     * @param base64 its text in the file
     */
    @SuppressWarnings("ArrayRecordComponent") // It is never compared.
    record Packed(Path file, int number, byte[] base64) {
        /** Unpacks the samples, anew at each call. */
        Histogram unpack() {
            try {
                return PackedHistogram.unpack(Base64.getDecoder().decode(base64));
            } catch (DataFormatException | RuntimeException e) {
                throw damaged(file, number, e);
            }
        }

        /** Checks the length that a packed histogram states, so that a truncated one is found without unpacking it. */
        void checkLength() {
            int characters = base64.length;
            if (characters < PREFIX_CHARACTERS) {
                throw new IllegalArgumentException("its histogram has only " + characters + " characters");
            }
            ByteBuffer prefix = Base64.getDecoder().decode(ByteBuffer.wrap(base64, 0, PREFIX_CHARACTERS));
            int length = PREFIX_BYTES + prefix.getInt(LENGTH_AT);
            if (characters != (length + 2) / 3 * 4) {
                throw new IllegalArgumentException("its histogram should have " + length + " bytes, but has "
                        + characters + " characters of Base64");
            }
        }
    }

    HistogramLogLines(Path file) {
        this.file = file;
        this.lines = new WholeLines(file, LONGEST_LINE_BYTES);
    }

    /**
     * Returns the next line in the file's order; null after the last, and when there is no such file.
     *
     * @throws StoreException when a line that is not the last can't be read; damage within a packed histogram shows
     *     when it is unpacked
     */
    @Nullable
    Line next() {
        while (lines.next()) {
            try {
                if (lines.length() == 0 || lines.at(0) == '"') {
                    continue;
                }
                if (lines.at(0) != '#') {
                    return histogram();
                }
                comment(lines.text());
            } catch (RuntimeException e) {
                throw damaged(file, histograms, e);
            }
        }
        return null;
    }

    private static StoreException damaged(Path file, int number, Exception problem) {
        return StoreException.damaged(
                file,
                "the line after its histogram number " + number + " cannot be read ("
                        + LongText.truncate(problem.getMessage() == null ? problem.toString() : problem.getMessage())
                        + ")");
    }

    private void comment(String comment) {
        checkFields(comment.length());
        if (comment.startsWith(HistogramLog.NEGATIVES)) {
            String[] values = comment.substring(HistogramLog.NEGATIVES.length(), comment.length() - 1)
                    .split(";", 2);
            negatives = Long.parseLong(values[0]);
            worstNegativeNanos = Long.parseLong(values[1]);
            if (negatives < 0 || worstNegativeNanos > 0) {
                throw new IllegalArgumentException("there can't be " + negatives + " samples below zero, the lowest of "
                        + worstNegativeNanos + " ns");
            }
        }
    }

    private static void checkFields(int length) {
        if (length > LONGEST_FIELDS) {
            throw new IllegalArgumentException("the fields before its histogram have " + length
                    + " characters, more than the " + LONGEST_FIELDS + " that make sense");
        }
    }

    private Line histogram() {
        int end = lines.length();
        int payload = end;
        while (payload > 0 && lines.at(payload - 1) != ',') {
            payload--;
        }
        checkFields(payload);
        String[] fields = lines.text(0, payload).split(",", -1);
        String[] tag = fields[0].split("@", 3);
        if (fields.length != FIELDS || !fields[0].startsWith(TAG) || tag.length < 2) {
            throw new IllegalArgumentException(
                    "it is not of the form Tag=metric@worker[@subscription],start,length,largest,histogram");
        }
        Packed packed = new Packed(file, histograms, lines.bytes(payload, end));
        packed.checkLength();
        double start = seconds(fields[1]);
        double length = seconds(fields[2]);
        follow(fields[0], new Last(start, length, packed.base64(), 0));
        Line line = new Line(
                tag[0].substring(TAG.length()),
                tag[1],
                tag.length > 2 ? tag[2] : "",
                nanos(start),
                nanos(start + length),
                packed,
                negatives,
                worstNegativeNanos);
        histograms++;
        negatives = 0;
        worstNegativeNanos = 0;
        return line;
    }

    private void follow(String tag, Last line) {
        Last before = lastByTag.get(tag);
        lastByTag.put(tag, before == null ? line : before.next(line));
        if (lastByTag.size() > MAX_TAGS) {
            throw new IllegalArgumentException("there are more than " + MAX_TAGS + " tags");
        }
    }

    private static double seconds(String field) {
        double seconds = Double.parseDouble(field);
        if (!(Math.abs(seconds) <= FARTHEST_SECONDS)) {
            throw new IllegalArgumentException("a load can't have a time of " + seconds + " s");
        }
        return seconds;
    }

    private static long nanos(double seconds) {
        return Math.round(seconds * 1000) * 1_000_000;
    }

    @Override
    public void close() {
        lines.close();
    }
}
