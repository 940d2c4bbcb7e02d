package dev.assay.model.spec;

import dev.assay.model.unit.ByteSize;

public record MessageSpec(
        @Key(
                value =
                        "Size of each message's payload, including Assay's header of 40 bytes; or { p50: 1 KB, p99: 64 KB } (log-normal), or sizes with weights, { 1 KB: 9, 64 KB: 1 }.",
                fallback = "1 KB")
        MessageSize size,

        @Key(
                value =
                        "What fills the payload after the header: random (incompressible), zeros, { random: 0.5, pool: 1000 } (that fraction of each body is random, and there are that many distinct bodies), or { file: bodies.txt } (each line is one body; leave size out then).",
                fallback = "random")
        PayloadFill payload,

        @Key(
                value =
                        "Keys of the messages: none (the client picks the partition), random, sequence (in turn), or { kind: random, count: 5000, skew: 0.99 }; the default count is 10 for each partition, but at least 1000.",
                fallback = "none")
        MessageKeying keys) {

    public static final long LARGEST_BYTES = MessageSize.LARGEST_BYTES;

    private static final MessageSize UNASKED = MessageSize.of(ByteSize.parse("1 KB"));

    public MessageSpec {
        Check.key(
                "size",
                !payload.isOfFile() || size.equals(UNASKED),
                "size is %s, but the lines of the payload file '%s' determine how large messages are; leave size out"
                        .formatted(size, payload.file()),
                "payload");
        if (!payload.isOfFile() && (payload.pool() > 0 || !size.isFixed())) {
            BodyPlan plan = BodyPlan.of(size, payload);
            Check.key(
                    "size",
                    plan.bytes() <= BodyPlan.LARGEST_BYTES,
                    "size: %d different bodies of %d sizes take %d MiB, more than %d MiB; use smaller or fewer sizes%s"
                            .formatted(
                                    plan.counts().stream()
                                            .mapToInt(Integer::intValue)
                                            .sum(),
                                    plan.sizes().size(),
                                    Math.ceilDiv(plan.bytes(), 1L << 20),
                                    BodyPlan.LARGEST_BYTES >> 20,
                                    payload.pool() > 0 ? ", or a smaller pool" : ""),
                    "payload");
        }
    }

    public MessageSpec(ByteSize size, PayloadFill payload, MessageKeying keys) {
        this(MessageSize.of(size), payload, keys);
    }

    public String sizeText() {
        return payload.isOfFile() ? "lines of " + payload.file() : size.toString();
    }

    public double meanBytes() {
        return payload.lines().isEmpty()
                ? size.meanBytes()
                : (double) payload.linesBytes() / payload.lines().size();
    }

    public long largestBytes() {
        return payload.lines().isEmpty() ? size.largestBytes() : payload.longestBytes();
    }

    /** Returns messages of at most that size; made ones replace those of a payload file with longer lines. */
    public MessageSpec atMost(ByteSize limit) {
        return payload.isOfFile() && largestBytes() <= limit.bytes()
                ? this
                : new MessageSpec(size.atMost(limit), payload.isOfFile() ? PayloadFill.RANDOM : payload, keys);
    }

    MessageSpec read(String text) {
        return new MessageSpec(size, payload.read(text), keys);
    }

    MessageSpec unread() {
        return new MessageSpec(size, payload.unread(), keys);
    }

    /** Returns this message with as many keys as the partitions need, where it does not say how many. */
    MessageSpec forPartitions(int partitions) {
        return new MessageSpec(size, payload, keys.forPartitions(partitions));
    }
}
