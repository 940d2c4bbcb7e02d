package dev.assay.engine;

import dev.assay.core.arrival.SplitMix;
import dev.assay.core.message.MessageHeader;
import dev.assay.core.scenario.MessageSpec;
import java.util.zip.CRC32C;

/**
 * Ready-made payloads of one producer. Their bodies are filled and summed once; a message costs only its header. They
 * repeat after about 2 MiB, which is beyond the window of LZ4, Snappy and gzip, so that random bodies stay as
 * incompressible as they look.
 */
final class Payloads {
    private static final long CYCLE_BYTES = 2 << 20;
    private static final int FEWEST = 2;

    private final byte[][] payloads;
    private final int[] bodyCrcs;
    private final CRC32C crc = new CRC32C();
    private int next;

    Payloads(MessageSpec message, int run, int producer, long seed) {
        int size = message.size().asInt();
        int count = (int) Math.max(FEWEST, CYCLE_BYTES / size);
        payloads = new byte[count][size];
        bodyCrcs = new int[count];
        for (int i = 0; i < count; i++) {
            if (message.payload() == MessageSpec.Payload.RANDOM) {
                fill(payloads[i], SplitMix.mix(seed ^ SplitMix.mix(((long) producer << 32) + i)));
            }
            MessageHeader.writeIdentity(payloads[i], run, producer, 0);
            bodyCrcs[i] = MessageHeader.crcOf(payloads[i], MessageHeader.BYTES, size - MessageHeader.BYTES, crc);
        }
    }

    private static void fill(byte[] payload, long seed) {
        long bits = 0;
        for (int i = MessageHeader.BYTES; i < payload.length; i++) {
            if ((i & 7) == 0 || i == MessageHeader.BYTES) {
                bits = SplitMix.bits(seed, i >>> 3);
            }
            payload[i] = (byte) (bits >>> ((i & 7) * 8));
        }
    }

    /** The next payload, stamped; good until the cycle comes round, and the driver keeps none of it. */
    byte[] stamp(long sequence, long intendedNanos, long callStartNanos) {
        int index = next;
        next = index + 1 == payloads.length ? 0 : index + 1;
        byte[] payload = payloads[index];
        MessageHeader.writeMessage(payload, sequence, intendedNanos, callStartNanos, bodyCrcs[index], crc);
        return payload;
    }
}
