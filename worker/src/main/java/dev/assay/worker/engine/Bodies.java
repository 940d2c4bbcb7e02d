package dev.assay.worker.engine;

import dev.assay.model.arrival.SplitMix;
import dev.assay.model.message.MessageHeader;
import dev.assay.model.spec.BodyPlan;
import dev.assay.model.spec.PayloadFill;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * Keeps ready-made messages, whose bodies are filled and summed once. Producers that share them take one for as long as a
 * call to a client lasts, which keeps nothing of it.
 */
final class Bodies {
    /** LZ4, Snappy and gzip look no further back. */
    private static final int WINDOW_BYTES = 64 << 10;

    private final Body[][] bySize;
    private final boolean shared;

    /** Holds a message whose header is still to be written. */
    static final class Body {
        final byte[] payload;
        final int crc;
        private final AtomicBoolean taken = new AtomicBoolean();

        Body(byte[] payload, int crc) {
            this.payload = payload;
            this.crc = crc;
        }

        private boolean take() {
            return !taken.getOpaque() && taken.compareAndSet(false, true);
        }

        void giveBack() {
            taken.setRelease(false);
        }
    }

    /**
     * @param seed of this pool
     * @param shared whether several threads take them
     */
    Bodies(BodyPlan plan, PayloadFill fill, long seed, boolean shared) {
        this.shared = shared;
        CRC32C crc = new CRC32C();
        bySize = new Body[plan.sizes().size()][];
        int number = 0;
        for (int size = 0; size < bySize.length; size++) {
            bySize[size] = new Body[plan.counts().get(size)];
            for (int i = 0; i < bySize[size].length; i++) {
                byte[] payload = new byte[plan.sizes().get(size)];
                if (fill.lines().isEmpty()) {
                    int randomBytes = (int) Math.round(fill.random() * (payload.length - MessageHeader.BYTES));
                    fill(payload, MessageHeader.BYTES + randomBytes, SplitMix.mix(seed + number++));
                } else {
                    byte[] line = fill.lines().get(size).getBytes(StandardCharsets.UTF_8);
                    System.arraycopy(line, 0, payload, MessageHeader.BYTES, line.length);
                }
                int sum = MessageHeader.crcOf(payload, MessageHeader.BYTES, payload.length - MessageHeader.BYTES, crc);
                bySize[size][i] = new Body(payload, sum);
            }
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

    int count(int size) {
        return bySize[size].length;
    }

    /**
     * Returns the body of that size and number; or, while another producer, whose client may block, has it, a copy, since nobody
     * waits for another producer. A large body may be replaced by the next free one instead; a small one would come again before
     * its turn, and be found by a compressor.
     */
    Body take(int size, int number) {
        Body[] ones = bySize[size];
        Body wanted = ones[number];
        if (!shared || wanted.take()) {
            return wanted;
        }
        Body other = wanted.payload.length < WINDOW_BYTES ? null : after(ones, number);
        return other == null ? new Body(wanted.payload.clone(), wanted.crc) : other;
    }

    private static @Nullable Body after(Body[] ones, int number) {
        for (int i = 1; i < ones.length; i++) {
            Body body = ones[(number + i) % ones.length];
            if (body.take()) {
                return body;
            }
        }
        return null;
    }

    long bytes() {
        long bytes = 0;
        for (Body[] ones : bySize) {
            for (Body body : ones) {
                bytes += body.payload.length;
            }
        }
        return bytes;
    }
}
