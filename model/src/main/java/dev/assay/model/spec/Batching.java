package dev.assay.model.spec;

import dev.assay.model.unit.ByteSize;
import java.time.Duration;

public record Batching(
        @Key(value = "How long a producer waits for a batch to fill.", fallback = "1 ms")
        Duration linger,

        @Key(
                value = "Largest size of a batch; 0 B turns batching off where the client allows it.",
                fallback = "128 KiB")
        ByteSize size) {

    public Batching {
        Check.notNegative("linger", linger);
        Check.inRange("size", "batch size in bytes", size.bytes(), 0, 1L << 30);
    }
}
