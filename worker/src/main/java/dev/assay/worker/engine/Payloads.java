package dev.assay.worker.engine;

import dev.assay.model.arrival.SplitMix;
import dev.assay.model.message.MessageHeader;
import dev.assay.model.spec.BodyPlan;
import dev.assay.model.spec.MessageSpec;
import dev.assay.model.spec.PayloadFill;
import dev.assay.worker.engine.Bodies.Body;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * Stamps the ready-made payloads of one producer; a message costs only its header. Its own bodies repeat after 2 MiB, with
 * many producers after less, but never within the window of LZ4, Snappy or gzip (64 KiB at most), so that random bodies stay
 * as incompressible as they look. Large ones are shared by the producers of a worker ({@link BodyPlan}).
 */
final class Payloads {
    private final Bodies bodies;
    private final int run;
    private final int producer;
    private final int[] sizes;
    private final int[] turns;
    private final CRC32C crc = new CRC32C();
    private int next;
    private @Nullable Body stamped;

    private Payloads(BodyPlan plan, Bodies bodies, int run, long seed, int producer) {
        this.bodies = bodies;
        this.run = run;
        this.producer = producer;
        sizes = plan.sequence().stream().mapToInt(Integer::intValue).toArray();
        shuffle(sizes, SplitMix.mix(seed + SplitMix.mix(producer)));
        turns = new int[plan.sizes().size()];
        // Producers that share bodies do not all begin with the same one.
        Arrays.setAll(turns, size -> producer % bodies.count(size));
    }

    /** @param producers their numbers over all workers */
    static List<Payloads> of(MessageSpec message, int run, long seed, List<Integer> producers) {
        BodyPlan plan = BodyPlan.of(message, producers.size());
        PayloadFill fill = message.payload();
        Bodies shared = plan.shared(producers.size()) ? new Bodies(plan, fill, seed(seed, 0), true) : null;
        List<Payloads> all = new ArrayList<>();
        for (int producer : producers) {
            long whose = fill.pool() > 0 ? 0 : (long) producer << 32;
            Bodies bodies = shared == null ? new Bodies(plan, fill, seed(seed, whose), false) : shared;
            all.add(new Payloads(plan, bodies, run, seed, producer));
        }
        return all;
    }

    private static long seed(long seed, long whose) {
        return seed ^ SplitMix.mix(whose);
    }

    long bytes() {
        return bodies.bytes();
    }

    /** Shuffles by seed and producer, after Fisher and Yates (Knuth, TAOCP 2, algorithm 3.4.2P). */
    private static void shuffle(int[] items, long seed) {
        for (int i = items.length - 1; i > 0; i--) {
            int other = (int) Long.remainderUnsigned(SplitMix.bits(seed, i), i + 1);
            int stamped = items[i];
            items[i] = items[other];
            items[other] = stamped;
        }
    }

    /**
     * Returns the next payload, stamped; good until it is {@link #giveBack given back} or the cycle comes round, and the driver
     * keeps none of it.
     */
    byte[] stamp(long sequence, long intendedNanos, long callStartNanos) {
        int size = sizes[next];
        next = next + 1 == sizes.length ? 0 : next + 1;
        int turn = turns[size];
        turns[size] = turn + 1 == bodies.count(size) ? 0 : turn + 1;
        Body body = bodies.take(size, turn);
        stamped = body;
        MessageHeader.writeIdentity(body.payload, run, producer, 0);
        MessageHeader.writeMessage(body.payload, sequence, intendedNanos, callStartNanos, body.crc, crc);
        return body.payload;
    }

    /** Gives back the payload that was stamped last, once the driver has taken it. */
    void giveBack() {
        Body body = stamped;
        if (body != null) {
            stamped = null;
            body.giveBack();
        }
    }
}
