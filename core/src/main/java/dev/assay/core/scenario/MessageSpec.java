package dev.assay.core.scenario;

import dev.assay.core.message.MessageHeader;
import dev.assay.core.unit.ByteSize;

/** One message: how large, with what in it, under which key. */
public record MessageSpec(
        @Key(value = "Size of each message's payload, including Assay's header of 40 bytes.", fallback = "1 KB")
        ByteSize size,

        @Key(value = "What fills the payload after the header: random (incompressible) or zeros.", fallback = "random")
        Payload payload,

        @Key(
                value =
                        "Keys of the messages: none (the client picks the partition), random (one of 1000 keys) or sequence (1000 keys in turn).",
                fallback = "none")
        Keys keys) {

    /** What fills a payload. */
    public enum Payload {
        RANDOM,
        ZEROS
    }

    /** How messages are keyed. */
    public enum Keys {
        NONE,
        RANDOM,
        SEQUENCE
    }

    /** The largest payload that the harness makes. */
    public static final long LARGEST_BYTES = 16L << 20;

    public MessageSpec {
        Check.that(
                size.bytes() >= MessageHeader.BYTES && size.bytes() <= LARGEST_BYTES,
                "message size must be between " + MessageHeader.BYTES + " B (the header) and 16 MiB, but is " + size);
    }
}
