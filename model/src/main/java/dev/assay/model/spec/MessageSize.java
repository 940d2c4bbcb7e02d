package dev.assay.model.spec;

import dev.assay.model.message.MessageHeader;
import dev.assay.model.unit.ByteSize;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Says how large messages are: all the same, log-normal through two quantiles, or some sizes with weights.
 *
 * <p>A producer sends {@value #STRATA} sizes in turn, those at the middles of as many equally likely parts of the
 * distribution. So every {@value #STRATA} messages of a producer have the distribution, and its mean, exactly.
 *
 * @param median half of the messages are no larger; the size of all where it is that of {@code p99}
 * @param p99 99 % of the messages are no larger
 * @param weighted sizes with their weights, in place of the two, which are then the smallest and the largest; else none
 */
public record MessageSize(ByteSize median, ByteSize p99, List<Weighted> weighted) implements WordOrKeys {
    /** Reads a log-normal distribution through two quantiles. */
    public record Quantiles(
            @Key("Half of the messages are no larger.") ByteSize p50,
            @Key("99 % of the messages are no larger.") ByteSize p99)
            implements Keys {
        @Override
        public MessageSize value() {
            return new MessageSize(p50, p99, List.of());
        }
    }

    /**
     * Reads sizes with weights.
     *
     * @param weights by size, such as 9 for {@code 1 KB}
     */
    public record Weights(Map<String, String> weights) implements Keys {
        @Override
        public MessageSize value() {
            List<Weighted> parts = new ArrayList<>();
            weights.forEach((size, weight) -> {
                Check.that(
                        weight.matches("[0-9]{1,4}"),
                        "expected sizes with weights like { 1 KB: 9, 64 KB: 1 }, or { p50: 1 KB, p99: 64 KB }, but found '"
                                + size + ": " + weight + "'");
                parts.add(new Weighted(ByteSize.parse(size), Integer.parseInt(weight)));
            });
            Check.that(!parts.isEmpty(), "expected at least one size with its weight");
            return of(parts);
        }
    }

    public static final long LARGEST_BYTES = 16L << 20;

    /** A producer sends this many sizes in turn where sizes differ. */
    public static final int STRATA = 1000;

    /** Is the 99 % quantile of the standard normal distribution. */
    private static final double Z_OF_P99 = 2.3263478740408408;

    private static final String SIZE = "[0-9][0-9_]*(?:\\.[0-9]+)?\\s*(?:[kKmMgG][iI]?[bB]|[bB])";

    /** Is part of the JSON Schema too, and must be valid there. */
    public static final String PATTERN = "^\\s*(?:0|" + SIZE + ")\\s*$";

    /** Gives one of several sizes, which has {@code weight} of the sum of all weights. */
    public record Weighted(ByteSize size, int weight) {
        public Weighted {
            checkBytes(size);
            Check.inRange("size weight", weight, 1, STRATA);
        }
    }

    public MessageSize {
        checkBytes(median);
        checkBytes(p99);
        Check.key(
                "p99",
                p99.bytes() >= median.bytes(),
                "message size p99 must be at least p50, but is " + p99 + " with p50 " + median,
                "p50");
        weighted = List.copyOf(weighted);
        Check.that(
                weighted.stream().mapToInt(Weighted::weight).sum() <= STRATA,
                "message size takes weights of at most " + STRATA + " in total");
    }

    private static void checkBytes(ByteSize size) {
        Check.that(
                size.bytes() >= MessageHeader.BYTES && size.bytes() <= LARGEST_BYTES,
                "message size must be between " + MessageHeader.BYTES + " B (the header) and 16 MiB, but is " + size);
    }

    public static MessageSize of(ByteSize size) {
        return new MessageSize(size, size, List.of());
    }

    public static MessageSize of(List<Weighted> weighted) {
        List<Weighted> ordered = weighted.stream()
                .sorted((one, other) ->
                        Long.compare(one.size().bytes(), other.size().bytes()))
                .toList();
        return new MessageSize(ordered.getFirst().size(), ordered.getLast().size(), ordered);
    }

    /**
     * Reads {@code 1 KB}.
     *
     * @throws IllegalArgumentException when the text is no size
     */
    public static MessageSize parse(String text) {
        Check.that(
                !text.contains("x") && !text.contains(","),
                "expected a size like 1 KB, { p50: 1 KB, p99: 64 KB } or sizes with weights like { 1 KB: 9, 64 KB: 1 }, but found '"
                        + text + "'");
        return of(ByteSize.parse(text.strip()));
    }

    @Override
    public @Nullable Keys keys() {
        if (isFixed() && weighted.isEmpty()) {
            return null;
        }
        if (weighted.isEmpty()) {
            return new Quantiles(median, p99);
        }
        Map<String, String> weights = new LinkedHashMap<>();
        weighted.forEach(part -> weights.put(part.size().toString(), String.valueOf(part.weight())));
        return new Weights(weights);
    }

    public boolean isFixed() {
        return median.equals(p99);
    }

    public MessageSize atMost(ByteSize limit) {
        return largestBytes() <= limit.bytes() ? this : of(limit);
    }

    /** Returns the sizes at the middles of {@value #STRATA} equally likely parts, in bytes, from the smallest to the largest. */
    public int[] strata() {
        int[] sizes = new int[STRATA];
        for (int i = 0; i < STRATA; i++) {
            double fraction = (i + 0.5) / STRATA;
            sizes[i] = weighted.isEmpty() ? spreadAt(fraction) : weightedAt(fraction);
        }
        return sizes;
    }

    private int spreadAt(double fraction) {
        if (isFixed()) {
            return median.asInt();
        }
        double sigma = Math.log((double) p99.bytes() / median.bytes()) / Z_OF_P99;
        double bytes = median.bytes() * Math.exp(sigma * NormalQuantile.of(fraction));
        return (int) Math.clamp(Math.round(bytes), (long) MessageHeader.BYTES, LARGEST_BYTES);
    }

    private int weightedAt(double fraction) {
        double remainingWeight =
                fraction * weighted.stream().mapToInt(Weighted::weight).sum();
        for (Weighted part : weighted) {
            remainingWeight -= part.weight();
            if (remainingWeight < 0) {
                return part.size().asInt();
            }
        }
        return p99.asInt();
    }

    public double meanBytes() {
        return isFixed() ? median.bytes() : Arrays.stream(strata()).average().orElseThrow();
    }

    public long largestBytes() {
        return isFixed() ? median.bytes() : strata()[STRATA - 1];
    }

    /** Returns a text for people; of one size, the text that {@link #parse} reads. */
    @Override
    public String toString() {
        if (!weighted.isEmpty()) {
            return weighted.stream()
                    .map(part -> part.size() + " x " + part.weight())
                    .collect(Collectors.joining(", "));
        }
        return isFixed() ? median.toString() : "p50 " + median + ", p99 " + p99;
    }

    /**
     * Computes quantiles of the standard normal distribution by the rational approximation 26.2.23 of Abramowitz and Stegun,
     * Handbook of Mathematical Functions (1964), whose error is below 4.5e-4.
     */
    private static final class NormalQuantile {
        private NormalQuantile() {}

        /** Returns the value that the given fraction, above 0 and below 1, does not exceed. */
        static double of(double fraction) {
            double t = Math.sqrt(-2 * Math.log(Math.min(fraction, 1 - fraction)));
            double value = t
                    - (2.515517 + t * (0.802853 + t * 0.010328)) / (1 + t * (1.432788 + t * (0.189269 + t * 0.001308)));
            return fraction < 0.5 ? -value : value;
        }
    }
}
