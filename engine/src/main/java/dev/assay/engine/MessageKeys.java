package dev.assay.engine;

import dev.assay.core.arrival.SplitMix;
import dev.assay.core.scenario.MessageSpec;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** The keys of one producer's messages. */
final class MessageKeys {
    private static final int DISTINCT = 1000;

    private final MessageSpec.Keys kind;
    private final byte[][] keys;
    private final long seed;

    MessageKeys(MessageSpec.Keys kind, long seed) {
        this.kind = kind;
        this.seed = seed;
        this.keys = kind == MessageSpec.Keys.NONE ? new byte[0][] : new byte[DISTINCT][];
        for (int i = 0; i < keys.length; i++) {
            keys[i] = "key-%03d".formatted(i).getBytes(StandardCharsets.US_ASCII);
        }
    }

    byte @Nullable [] of(long sequence) {
        return switch (kind) {
            case NONE -> null;
            case SEQUENCE -> keys[(int) (sequence % DISTINCT)];
            case RANDOM -> keys[(int) Long.remainderUnsigned(SplitMix.bits(seed, sequence), DISTINCT)];
        };
    }
}
