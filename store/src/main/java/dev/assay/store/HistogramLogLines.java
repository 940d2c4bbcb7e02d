package dev.assay.store;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;

/**
 * Reads the logs that {@link HistogramLog} wrote, all whole lines of them. Histograms stay packed until they are asked for:
 * unpacked, one takes a hundred times the memory, and a long trial has tens of thousands.
 */
final class HistogramLogLines {
    /** Where a packed histogram says how long it is: after a cookie of four bytes. */
    private static final int LENGTH_AT = 4;

    private static final int PREFIX_BYTES = 8;

    /** Base64 of the first {@value #PREFIX_BYTES} bytes and one more. */
    private static final int PREFIX_CHARACTERS = 12;

    private static final int FIELDS = 5;
    private static final String TAG = "Tag=";

    private final Path file;
    private final List<Line> lines = new ArrayList<>();
    private long negatives;
    private long worstNegativeNanos;

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
            Packed packed,
            long negatives,
            long worstNegativeNanos) {}

    /**
     * A histogram as it stands in the file.
     *
     * @param number of histograms before it in the file
     * @param content of the whole file, which all its histograms share
     * @param from where its Base64 begins
     * @param to where it ends
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Packed(Path file, int number, byte[] content, int from, int to) {
        /** Its samples; each call unpacks them again. */
        Histogram unpack() {
            try {
                return Histogram.decodeFromCompressedByteBuffer(
                        Base64.getDecoder().decode(ByteBuffer.wrap(content, from, to - from)), 0);
            } catch (DataFormatException | RuntimeException e) {
                throw damaged(file, number, e);
            }
        }

        /** A packed histogram says how long it is, so that one which was cut is found without unpacking it. */
        void checkLength() {
            int characters = to - from;
            if (characters < PREFIX_CHARACTERS) {
                throw new IllegalArgumentException("its histogram has only " + characters + " characters");
            }
            ByteBuffer prefix = Base64.getDecoder().decode(ByteBuffer.wrap(content, from, PREFIX_CHARACTERS));
            int length = PREFIX_BYTES + prefix.getInt(LENGTH_AT);
            if (characters != (length + 2) / 3 * 4) {
                throw new IllegalArgumentException("its histogram should have " + length + " bytes, but has "
                        + characters + " characters of Base64");
            }
        }
    }

    private HistogramLogLines(Path file) {
        this.file = file;
    }

    /**
     * All lines in the file's order; none when there is no such file.
     *
     * @throws StoreException when one that is not the last cannot be read; what is damaged within a packed histogram shows
     *     when it is unpacked
     */
    static List<Line> read(Path file) {
        HistogramLogLines reader = new HistogramLogLines(file);
        byte[] content = AppendedFile.wholeLines(file);
        for (int start = 0; start < content.length; ) {
            int end = start;
            while (content[end] != '\n') {
                end++;
            }
            reader.take(content, start, end);
            start = end + 1;
        }
        return reader.lines;
    }

    private void take(byte[] content, int start, int end) {
        if (end == start || content[start] == '"') {
            return;
        }
        try {
            if (content[start] == '#') {
                comment(new String(content, start, end - start, StandardCharsets.UTF_8));
            } else {
                histogram(content, start, end);
            }
        } catch (RuntimeException e) {
            throw damaged(file, lines.size(), e);
        }
    }

    private static StoreException damaged(Path file, int number, Exception problem) {
        return StoreException.damaged(
                file, "the line after its histogram number " + number + " cannot be read (" + problem + ")");
    }

    private void comment(String comment) {
        if (comment.startsWith(HistogramLog.NEGATIVES)) {
            String[] figures = comment.substring(HistogramLog.NEGATIVES.length(), comment.length() - 1)
                    .split(";", 2);
            negatives = Long.parseLong(figures[0]);
            worstNegativeNanos = Long.parseLong(figures[1]);
        }
    }

    private void histogram(byte[] content, int start, int end) {
        int payload = end;
        while (payload > start && content[payload - 1] != ',') {
            payload--;
        }
        String[] fields = new String(content, start, payload - start, StandardCharsets.UTF_8).split(",", -1);
        int at = fields[0].indexOf('@');
        if (fields.length != FIELDS || !fields[0].startsWith(TAG) || at < 0) {
            throw new IllegalArgumentException(
                    "it is not of the form Tag=metric@worker,start,length,largest,histogram");
        }
        Packed packed = new Packed(file, lines.size(), content, payload, end);
        packed.checkLength();
        long from = nanos(Double.parseDouble(fields[1]));
        long to = nanos(Double.parseDouble(fields[1]) + Double.parseDouble(fields[2]));
        lines.add(new Line(
                fields[0].substring(TAG.length(), at),
                fields[0].substring(at + 1),
                from,
                to,
                packed,
                negatives,
                worstNegativeNanos));
        negatives = 0;
        worstNegativeNanos = 0;
    }

    private static long nanos(double seconds) {
        return Math.round(seconds * 1e3) * 1_000_000;
    }
}
