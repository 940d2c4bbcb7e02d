package dev.assay.driver.contract;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.SplittableRandom;

/** Makes payloads that can be told apart and checked to the last byte: number, size, and bytes that follow from the number. */
final class TestMessage {
    static final int USUAL_BYTES = 100;

    /** A message with nothing but Assay's own header has this size. */
    static final int SMALLEST_BYTES = 40;

    /** Is returned for bytes that are no test message, or not what was sent. */
    static final long CORRUPT = -1;

    private static final int FIXED_BYTES = Long.BYTES + Integer.BYTES;

    private TestMessage() {}

    static byte[] payload(long id, int size) {
        byte[] payload = new byte[size];
        ByteBuffer.wrap(payload).putLong(id).putInt(size);
        byte[] rest = new byte[size - FIXED_BYTES];
        new SplittableRandom(id).nextBytes(rest);
        System.arraycopy(rest, 0, payload, FIXED_BYTES, rest.length);
        return payload;
    }

    /** Returns the number of a message that arrived as it was sent, or {@link #CORRUPT}. */
    static long read(byte[] buffer, int offset, int length) {
        if (length < SMALLEST_BYTES) {
            return CORRUPT;
        }
        long id = ByteBuffer.wrap(buffer, offset, length).getLong();
        byte[] expected = payload(id, length);
        return Arrays.equals(expected, 0, length, buffer, offset, offset + length) ? id : CORRUPT;
    }
}
