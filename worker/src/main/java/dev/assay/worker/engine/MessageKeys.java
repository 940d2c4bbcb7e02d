package dev.assay.worker.engine;

import dev.assay.model.arrival.SplitMix;
import dev.assay.model.spec.MessageKeying;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Chooses the keys of one producer's messages: a pure function of its seed and the message's number. */
final class MessageKeys {
    private final Table table;
    private final long seed;

    MessageKeys(MessageKeying keying, long seed) {
        this(new Table(keying), seed);
    }

    MessageKeys(Table table, long seed) {
        this.table = table;
        this.seed = seed;
    }

    byte @Nullable [] of(long sequence) {
        return table.of(sequence, seed);
    }

    /** Holds all keys, shared by the producers of a worker; those of low numbers are the frequent ones. */
    static final class Table {
        private final MessageKeying keying;
        private final byte[][] keys;
        private final ZipfRanks ranks;

        Table(MessageKeying keying) {
            this.keying = keying.forPartitions(1);
            keys = new byte[this.keying.count()][];
            for (int i = 0; i < keys.length; i++) {
                keys[i] = "key-%03d".formatted(i).getBytes(StandardCharsets.US_ASCII);
            }
            ranks = new ZipfRanks(keying.skew() > 0 ? keys.length : 0, keying.skew());
        }

        private byte @Nullable [] of(long sequence, long seed) {
            return switch (keying.kind()) {
                case NONE -> null;
                case SEQUENCE -> keys[(int) (sequence % keys.length)];
                case RANDOM ->
                    keys[
                            keying.skew() > 0
                                    ? ranks.at(seed, sequence)
                                    : (int) Long.remainderUnsigned(SplitMix.bits(seed, sequence), keys.length)];
            };
        }
    }
}
