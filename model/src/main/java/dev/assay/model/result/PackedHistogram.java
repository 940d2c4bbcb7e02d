package dev.assay.model.result;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import org.HdrHistogram.Histogram;

/**
 * Unpacks histograms of HdrHistogram's compressed form, version 2, that come from elsewhere. The form says itself how much
 * memory to take for its counts; that is checked before any is taken, as a few bytes can ask for gigabytes.
 */
public final class PackedHistogram {
    /** Files have no more digits of precision; each more takes ten times the memory. */
    static final int MAX_DIGITS = 4;

    private static final int DIGITS = 3;

    /** With three digits, 2048 counts reach up to the first power of two; each more takes 1024. */
    private static final int FIRST_BITS = 11;

    private static final int COUNTS_OF_BIT = 1 << (FIRST_BITS - 1);

    /** A histogram with {@value #MAX_DIGITS} digits and the full range has this many bytes of counts. */
    static final int MAX_BYTES = 8 << 20;

    /** The header has the cookie, length of the counts, offset of the index, digits; lowest value, highest value and ratio follow. */
    private static final int HEADER_BYTES = 40;

    /** All values together have no more samples: more than are sent in ten thousand years, and exact as a double. */
    public static final long MAX_SAMPLES = 1L << 53;

    private static final int PACKED_COOKIE = 0x1c849304;
    private static final int COOKIE = 0x1c849303;
    /** Masks out the bits of the cookie that tell the size of a count. */
    private static final int COOKIE_BASE = ~0xf0;

    private static final int LENGTH_AT = 4;
    private static final int DIGITS_AT = 12;
    private static final int HIGHEST_AT = 24;
    /** A cookie and the number of compressed bytes come first. */
    private static final int PREFIX_BYTES = 8;

    private PackedHistogram() {}

    /** Returns the packed form in Base64. */
    public static String text(Histogram histogram) {
        ByteBuffer buffer = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
        int length = histogram.encodeIntoCompressedByteBuffer(buffer);
        return Base64.getEncoder().encodeToString(Arrays.copyOf(buffer.array(), length));
    }

    /** @throws IllegalArgumentException when it is none, or as {@link #unpack} does */
    public static Histogram ofText(String text) {
        try {
            return unpack(Base64.getDecoder().decode(text));
        } catch (DataFormatException e) {
            throw new IllegalArgumentException("it is no packed histogram: " + e.getMessage(), e);
        }
    }

    /**
     * @throws DataFormatException when the bytes are none
     * @throws IllegalArgumentException when it would take more than any that Assay records, or says what cannot be
     */
    public static Histogram unpack(byte[] packed) throws DataFormatException {
        checkedHeader(packed);
        Histogram histogram = Histogram.decodeFromCompressedByteBuffer(ByteBuffer.wrap(packed), 0);
        // Counts that add up to more than a long holds become anything, mostly below zero.
        if (histogram.getTotalCount() < 0 || histogram.getTotalCount() > MAX_SAMPLES) {
            throw new IllegalArgumentException("a histogram has at most " + MAX_SAMPLES
                    + " samples, but the counts of this one add up to " + histogram.getTotalCount());
        }
        return histogram;
    }

    /**
     * Returns the memory that unpacking a worker's histogram takes, in bytes, without taking any.
     *
     * @throws DataFormatException when it is no histogram
     * @throws IllegalArgumentException when it is none of three digits, or says what cannot be
     */
    public static long unpackedBytes(byte[] packed) throws DataFormatException {
        ByteBuffer header = checkedHeader(packed);
        int digits = header.getInt(DIGITS_AT);
        if (digits != DIGITS) {
            throw new IllegalArgumentException(
                    "workers record with " + DIGITS + " digits of precision, but a histogram has " + digits);
        }
        int bits = Long.SIZE - Long.numberOfLeadingZeros(header.getLong(HIGHEST_AT));
        long counts = (Math.max(1, bits - FIRST_BITS + 1) + 1L) * COUNTS_OF_BIT;
        return counts * Long.BYTES + header.getInt(LENGTH_AT);
    }

    private static ByteBuffer checkedHeader(byte[] packed) throws DataFormatException {
        ByteBuffer header = ByteBuffer.wrap(header(packed));
        if ((ByteBuffer.wrap(packed).getInt() & COOKIE_BASE) != PACKED_COOKIE
                || (header.getInt() & COOKIE_BASE) != COOKIE) {
            throw new DataFormatException("it is not of version 2");
        }
        int length = header.getInt(LENGTH_AT);
        int digits = header.getInt(DIGITS_AT);
        if (digits < 0 || digits > MAX_DIGITS) {
            throw new IllegalArgumentException(
                    "a histogram has at most " + MAX_DIGITS + " digits of precision, but this one has " + digits);
        }
        if (length < 0 || length > MAX_BYTES) {
            throw new IllegalArgumentException("a histogram has at most " + MAX_BYTES
                    + " bytes of counts, but this one has " + length + " unpacked");
        }
        return header;
    }

    private static byte[] header(byte[] packed) throws DataFormatException {
        if (packed.length <= PREFIX_BYTES) {
            throw new DataFormatException("it has only " + packed.length + " bytes");
        }
        byte[] header = new byte[HEADER_BYTES];
        try (Inflater inflater = new Inflater()) {
            inflater.setInput(packed, PREFIX_BYTES, packed.length - PREFIX_BYTES);
            int filled = 0;
            while (filled < HEADER_BYTES) {
                int more = inflater.inflate(header, filled, HEADER_BYTES - filled);
                if (more == 0) {
                    throw new DataFormatException("it ends after " + filled + " bytes");
                }
                filled += more;
            }
        }
        return header;
    }
}
