package dev.assay.model.message;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.zip.CRC32C;

/**
 * Reads and writes the 40 bytes at the start of every payload, little-endian:
 *
 * <pre>
 *  0 run        int   which trial the message belongs to
 *  4 producer   short number of the producer over all workers
 *  6 epoch      short incarnation of that producer
 *  8 sequence   long  0, 1, 2 … per producer
 * 16 intended   long  intended send time, ns on the coordinator's monotonic clock
 * 24 callStart  long  start of the client call, same clock
 * 32 bodyCrc    int   CRC-32C of the bytes after the header
 * 36 headerCrc  int   CRC-32C of the 36 bytes before
 * </pre>
 *
 * Two checksums: a message whose body was damaged can still be identified by its header, so it counts as corrupted and not as
 * lost. The methods are static and allocate nothing but what {@link CRC32C} does inside.
 */
public final class MessageHeader {
    public static final int BYTES = 40;

    private static final int HEADER_CRC_AT = 36;
    private static final VarHandle SHORT = MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private MessageHeader() {}

    /** Writes the parts that stay the same for all messages of a producer. */
    public static void writeIdentity(byte[] payload, int run, int producer, int epoch) {
        INT.set(payload, 0, run);
        SHORT.set(payload, 4, (short) producer);
        SHORT.set(payload, 6, (short) epoch);
    }

    /** Writes the parts that each message has of its own, and seals the header with its checksum. */
    public static void writeMessage(
            byte[] payload, long sequence, long intendedNanos, long callStartNanos, int bodyCrc, CRC32C crc) {
        LONG.set(payload, 8, sequence);
        LONG.set(payload, 16, intendedNanos);
        LONG.set(payload, 24, callStartNanos);
        INT.set(payload, 32, bodyCrc);
        INT.set(payload, HEADER_CRC_AT, crcOf(payload, 0, HEADER_CRC_AT, crc));
    }

    /** Tells whether the bytes at {@code offset} are an undamaged header. */
    public static boolean isIntact(byte[] payload, int offset, int length, CRC32C crc) {
        return length >= BYTES
                && (int) INT.get(payload, offset + HEADER_CRC_AT) == crcOf(payload, offset, HEADER_CRC_AT, crc);
    }

    /** Tells whether the bytes after the header are those that were sent. */
    public static boolean isBodyIntact(byte[] payload, int offset, int length, CRC32C crc) {
        return (int) INT.get(payload, offset + 32) == crcOf(payload, offset + BYTES, length - BYTES, crc);
    }

    public static int run(byte[] payload, int offset) {
        return (int) INT.get(payload, offset);
    }

    public static int producer(byte[] payload, int offset) {
        return (short) SHORT.get(payload, offset + 4) & 0xFFFF;
    }

    public static int epoch(byte[] payload, int offset) {
        return (short) SHORT.get(payload, offset + 6) & 0xFFFF;
    }

    public static long sequence(byte[] payload, int offset) {
        return (long) LONG.get(payload, offset + 8);
    }

    public static long intendedNanos(byte[] payload, int offset) {
        return (long) LONG.get(payload, offset + 16);
    }

    public static long callStartNanos(byte[] payload, int offset) {
        return (long) LONG.get(payload, offset + 24);
    }

    public static int crcOf(byte[] bytes, int offset, int length, CRC32C crc) {
        crc.reset();
        crc.update(bytes, offset, length);
        return (int) crc.getValue();
    }
}
