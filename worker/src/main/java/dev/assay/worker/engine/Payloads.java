package dev.assay.worker.engine;

import dev.assay.model.arrival.SplitMix;
import dev.assay.model.message.MessageHeader;
import dev.assay.model.spec.MessageSize;
import dev.assay.model.spec.MessageSpec;
import dev.assay.model.spec.PayloadFill;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
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

    private static final int MIN = 2;

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
        PayloadFill fill = message.payload();
        if (!fill.lines().isEmpty()) {
            payloads = ofLines(fill.lines(), owner);
            bodyCrcs = new int[payloads.length];
            sumAll(owner);
            return;
        }
        payloads = new byte[count(message, owner)][];
        bodyCrcs = new int[payloads.length];
        int[] order = message.size().isFixed() ? new int[0] : order(message.size(), owner);
        for (int i = 0; i < payloads.length; i++) {
            int size = order.length == 0 ? (int) message.size().largestBytes() : order[i % order.length];
            payloads[i] = new byte[size];
            int body = fill.pool() == 0 ? i : i % fill.pool();
            long whose = fill.pool() == 0 ? (long) owner.producer() << 32 : 0;
            int randomBytes = (int) Math.round(fill.random() * (size - MessageHeader.BYTES));
            fill(
                    payloads[i],
                    MessageHeader.BYTES + randomBytes,
                    SplitMix.mix(owner.seed() ^ SplitMix.mix(whose + body)));
        }
        sumAll(owner);
    }

    private void sumAll(Owner owner) {
        for (int i = 0; i < payloads.length; i++) {
            MessageHeader.writeIdentity(payloads[i], owner.run(), owner.producer(), 0);
            bodyCrcs[i] = MessageHeader.crcOf(
                    payloads[i], MessageHeader.BYTES, payloads[i].length - MessageHeader.BYTES, crc);
        }
    }

    /** A payload for each line, in an order of this producer; a single line twice, since one payload is no cycle. */
    private static byte[][] ofLines(List<String> lines, Owner owner) {
        int[] order = new int[lines.size()];
        Arrays.setAll(order, i -> i);
        shuffle(order, owner);
        byte[][] payloads = new byte[Math.max(MIN, order.length)][];
        for (int i = 0; i < payloads.length; i++) {
            byte[] body = lines.get(order[i % order.length]).getBytes(StandardCharsets.UTF_8);
            payloads[i] = new byte[MessageHeader.BYTES + body.length];
            System.arraycopy(body, 0, payloads[i], MessageHeader.BYTES, body.length);
        }
        return payloads;
    }

    /** Bytes of all payloads together. */
    long bytes() {
        return Arrays.stream(payloads).mapToLong(payload -> payload.length).sum();
    }

    /** With sizes that differ it is a multiple of their number, so that the size of a message depends on its sequence number alone. */
    private static int count(MessageSpec message, Owner owner) {
        if (!message.size().isFixed()) {
            int rounds = Math.ceilDiv(message.payload().pool(), MessageSize.STRATA);
            return Math.max(1, rounds) * MessageSize.STRATA;
        }
        long fitting = owner.cycleBytes() / message.size().largestBytes();
        return message.payload().pool() > 0 ? message.payload().pool() : (int) Math.max(MIN, fitting);
    }

    /** The sizes in an order of this producer. */
    private static int[] order(MessageSize size, Owner owner) {
        int[] sizes = size.strata();
        shuffle(sizes, owner);
        return sizes;
    }

    /** By seed and producer, after Fisher and Yates (Knuth, TAOCP 2, algorithm 3.4.2P). */
    private static void shuffle(int[] items, Owner owner) {
        long seed = SplitMix.mix(owner.seed() + SplitMix.mix(owner.producer()));
        for (int i = items.length - 1; i > 0; i--) {
            int other = (int) Long.remainderUnsigned(SplitMix.bits(seed, i), i + 1);
            int held = items[i];
            items[i] = items[other];
            items[other] = held;
        }
    }

    private static void fill(byte[] payload, int end, long seed) {
        long bits = 0;
        for (int i = MessageHeader.BYTES; i < end; i++) {
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
