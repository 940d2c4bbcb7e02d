package dev.assay.engine;

import dev.assay.core.arrival.SplitMix;
import dev.assay.core.message.MessageHeader;
import dev.assay.core.scenario.MessageSpec;
import java.util.zip.CRC32C;

/**
 * Ready-made payloads of one producer. Their bodies are filled and summed once; a message costs only its header. They
 * repeat after 2 MiB, with many producers after less, but never within the window of LZ4, Snappy or gzip (64 KiB at most),
 * so that random bodies stay as incompressible as they look.
 */
final class Payloads {
    private static final long LONGEST_CYCLE_BYTES = 2 << 20;
    private static final long SHORTEST_CYCLE_BYTES = 128 << 10;

    /** What all producers of a worker share as long as their cycles need not be shorter than the shortest. */
    private static final long BUDGET_BYTES = 32 << 20;

    private static final int FEWEST = 2;

    private final byte[][] payloads;
    private final int[] bodyCrcs;
    private final CRC32C crc = new CRC32C();
    private int next;

    /**
     * Whose payloads they are.
     *
     * @param producer its number over all workers
     * @param neighbours how many producers the worker has, this one included
     */
    record Owner(int run, int producer, long seed, int neighbours) {
        private long cycleBytes() {
            return Math.clamp(BUDGET_BYTES / neighbours, SHORTEST_CYCLE_BYTES, LONGEST_CYCLE_BYTES);
        }
    }

    Payloads(MessageSpec message, Owner owner) {
        int size = message.size().asInt();
        int count = (int) Math.max(FEWEST, owner.cycleBytes() / size);
        payloads = new byte[count][size];
        bodyCrcs = new int[count];
        for (int i = 0; i < count; i++) {
            if (message.payload() == MessageSpec.Payload.RANDOM) {
                fill(payloads[i], SplitMix.mix(owner.seed() ^ SplitMix.mix(((long) owner.producer() << 32) + i)));
            }
            MessageHeader.writeIdentity(payloads[i], owner.run(), owner.producer(), 0);
            bodyCrcs[i] = MessageHeader.crcOf(payloads[i], MessageHeader.BYTES, size - MessageHeader.BYTES, crc);
        }
    }

    /** Bytes of all payloads together. */
    long bytes() {
        return (long) payloads.length * payloads[0].length;
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
