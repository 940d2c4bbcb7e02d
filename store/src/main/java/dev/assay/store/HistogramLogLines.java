package dev.assay.store;

import dev.assay.core.result.PackedHistogram;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Base64;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * Reads a log that {@link HistogramLog} wrote, line by line, all whole lines of it. Histograms stay packed until they are asked
 * for: unpacked, one takes a hundred times the memory.
 */
final class HistogramLogLines implements AutoCloseable {
    /** Where a packed histogram says how long it is: after a cookie of four bytes. */
    private static final int LENGTH_AT = 4;

    private static final int PREFIX_BYTES = 8;

    /** Base64 of the first {@value #PREFIX_BYTES} bytes and one more. */
    private static final int PREFIX_CHARACTERS = 12;

    private static final int FIELDS = 5;
    private static final String TAG = "Tag=";

    private final Path file;
    private final WholeLines lines;
    private int histograms;
    private long negatives;
    private long worstNegativeNanos;

    /**
     * One line.
     *
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

    /**
     * A histogram as it stands in the file.
     *
     * @param number of histograms before it in the file
     * @param base64 what the file has of it
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Packed(Path file, int number, byte[] base64) {
        /** Its samples; each call unpacks them again. */
        Histogram unpack() {
            try {
                return PackedHistogram.unpack(Base64.getDecoder().decode(base64));
            } catch (DataFormatException | RuntimeException e) {
                throw damaged(file, number, e);
            }
        }

        /** A packed histogram says how long it is, so that one which was cut is found without unpacking it. */
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
        this.lines = new WholeLines(file);
    }

    Path file() {
        return file;
    }

    /**
     * The next line in the file's order; null after the last, and when there is no such file.
     *
     * @throws StoreException when one that is not the last cannot be read; what is damaged within a packed histogram shows
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

    private Line histogram() {
        int end = lines.length();
        int payload = end;
        while (payload > 0 && lines.at(payload - 1) != ',') {
            payload--;
        }
        String[] fields = lines.text(0, payload).split(",", -1);
        String[] tag = fields[0].split("@", 3);
        if (fields.length != FIELDS || !fields[0].startsWith(TAG) || tag.length < 2) {
            throw new IllegalArgumentException(
                    "it is not of the form Tag=metric@worker[@subscription],start,length,largest,histogram");
        }
        Packed packed = new Packed(file, histograms, lines.bytes(payload, end));
        packed.checkLength();
        double start = Double.parseDouble(fields[1]);
        Line line = new Line(
                tag[0].substring(TAG.length()),
                tag[1],
                tag.length > 2 ? tag[2] : "",
                nanos(start),
                nanos(start + Double.parseDouble(fields[2])),
                packed,
                negatives,
                worstNegativeNanos);
        histograms++;
        negatives = 0;
        worstNegativeNanos = 0;
        return line;
    }

    private static long nanos(double seconds) {
        return Math.round(seconds * 1000) * 1_000_000;
    }

    @Override
    public void close() {
        lines.close();
    }
}
