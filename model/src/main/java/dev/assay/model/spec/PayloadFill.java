package dev.assay.model.spec;

import dev.assay.model.message.MessageHeader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Says what fills a payload after the header, and with it how far it can be compressed.
 *
 * @param random fraction of each body, its first part, that is random bytes; the rest is zeros
 * @param pool number of different bodies; 0 for as many as fill 2 MiB or so of each producer
 * @param file path of a file, relative to the scenario's, each of whose lines is one body; empty for none
 * @param lines the lines of the file, once it was read; none before
 */
public record PayloadFill(double random, int pool, String file, List<String> lines) implements WordOrKeys {
    /** Reads bodies of which a part is random, a number of bodies, or those of a file. */
    public record Bodies(
            @Key(value = "Fraction of each body that is random; the rest is zeros.", fallback = "1")
            double random,

            @Key(
                    value = "Number of distinct bodies; 0 means as many as fill about 2 MiB of each producer.",
                    fallback = "0")
            int pool,

            @Key(
                    value = "A file, by its path relative to the scenario's folder; each of its lines is one body.",
                    fallback = "")
            String file)
            implements Keys {
        public Bodies {
            Check.key(
                    "file",
                    file.isEmpty() || (random == 1 && pool == 0),
                    "the lines of a file are the bodies, so file can't be combined with random or pool",
                    "random",
                    "pool");
        }

        @Override
        public PayloadFill value() {
            return file.isEmpty() ? new PayloadFill(random, pool) : new PayloadFill(0, 0, file, List.of());
        }
    }

    /** Fills bodies with random bytes, which cannot be compressed. */
    public static final PayloadFill RANDOM = new PayloadFill(1, 0);

    public static final PayloadFill ZEROS = new PayloadFill(0, 0);

    private static final int MAX = 100_000;

    /** No file of bodies is longer, in bytes: every worker is sent all of it, together with its other instructions. */
    public static final int LONGEST_FILE_BYTES = 1 << 20;

    /** Is part of the JSON Schema too, and must be valid there. */
    public static final String PATTERN = "^(?:zeros|random)$";

    public PayloadFill {
        Check.key(
                "random",
                random >= 0 && random <= 1,
                "payload random must be a fraction between 0 and 1, but is " + random);
        Check.inRange("pool", "payload pool", pool, 0, MAX);
        Check.inRange("file", "lines of the payload file", lines.size(), 0, MAX);
        lines = List.copyOf(lines);
    }

    public PayloadFill(double random, int pool) {
        this(random, pool, "", List.of());
    }

    public boolean isOfFile() {
        return !file.isEmpty();
    }

    /**
     * Returns this fill with the lines of its file.
     *
     * @throws IllegalArgumentException when the text is empty, or longer than {@link #LONGEST_FILE_BYTES}
     */
    public PayloadFill read(String text) {
        long bytes = text.getBytes(StandardCharsets.UTF_8).length;
        Check.that(
                bytes <= LONGEST_FILE_BYTES,
                "the payload file '%s' has %d B, but at most %d B (1 MiB) are allowed, as it is sent to every worker"
                        .formatted(file, bytes, LONGEST_FILE_BYTES));
        Check.that(
                !text.isEmpty(),
                "the payload file '" + file + "' is empty, but needs at least one line: each line is one body");
        return new PayloadFill(random, pool, file, text.lines().toList());
    }

    PayloadFill unread() {
        return new PayloadFill(random, pool, file, List.of());
    }

    static int messageBytes(String line) {
        return MessageHeader.BYTES + line.getBytes(StandardCharsets.UTF_8).length;
    }

    /** Returns the bytes of one message with each of the lines. */
    long linesBytes() {
        return lines.stream().mapToLong(PayloadFill::messageBytes).sum();
    }

    int longestBytes() {
        return lines.stream().mapToInt(PayloadFill::messageBytes).max().orElse(MessageHeader.BYTES);
    }

    /**
     * Reads {@code random} or {@code zeros}.
     *
     * @throws IllegalArgumentException when the text is neither
     */
    public static PayloadFill parse(String text) {
        return switch (text.strip()) {
            case "random" -> RANDOM;
            case "zeros" -> ZEROS;
            default ->
                throw new IllegalArgumentException(
                        "expected random, zeros, { random: 0.5, pool: 1000 } or { file: bodies.txt }, but found '"
                                + text + "'");
        };
    }

    @Override
    public @Nullable Keys keys() {
        boolean word = !isOfFile() && pool == 0 && (random == 0 || random == 1);
        return word ? null : new Bodies(isOfFile() ? 1 : random, pool, file);
    }

    /** Returns a text for people; of a word, the text that {@link #parse} reads. */
    @Override
    public String toString() {
        if (isOfFile()) {
            return "file " + file;
        }
        if (pool == 0 && random == 0) {
            return "zeros";
        }
        return "random" + (random == 1 ? "" : " " + Check.plain(random)) + (pool == 0 ? "" : ", pool " + pool);
    }
}
