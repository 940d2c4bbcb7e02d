package dev.assay.model.spec;

import dev.assay.model.metric.LatencyStatistic;
import dev.assay.model.unit.Fraction;
import java.math.BigDecimal;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Says how many interleaved blocks of trials a scenario asks for: a number, or as many as it takes.
 *
 * @param min at least 1
 * @param max at least as many
 * @param goal what ends it before {@code max}; empty where the number is fixed
 */
public record Repeat(int min, int max, Optional<Goal> goal) implements WordOrKeys {
    /** Reads a repetition that ends once a statistic is known well enough. */
    public record Until(
            @Key("Minimum number of blocks.") int atLeast,
            @Key("Maximum number of blocks.") int atMost,

            @Key("How precisely the statistic must be known: half the width of its interval, divided by its centre.")
            Fraction until,

            @Key(value = "The statistic.", fallback = "response.p99")
            LatencyStatistic of)
            implements Keys {
        public Until {
            checkBlocks("at-least", atLeast);
            checkBlocks("at-most", atMost);
        }

        @Override
        public Repeat value() {
            return new Repeat(atLeast, atMost, Optional.of(new Goal(of, until.ratio())));
        }
    }

    public static final Repeat ONCE = times(1);

    private static final int MAX = 1_000;

    private static final String COUNT = "[1-9][0-9_]{0,8}";

    /** Is part of the JSON Schema too, and must be valid there. */
    public static final String PATTERN = "^\\s*[-+]?(?:0|[1-9][0-9_]*)\\s*$";

    private static final Pattern WHOLE = Pattern.compile("[-+]?(?:0|" + COUNT + ")");

    /**
     * Says when a statistic is known well enough.
     *
     * @param of over the trials of a point
     * @param within half of the width of its interval, by its centre
     */
    public record Goal(LatencyStatistic of, double within) {
        /** No run ends after fewer blocks, and no budget is smaller: fewer hardly tell how far values scatter. */
        public static final int MIN_BLOCKS = 6;

        public Goal {
            Check.that(
                    within > 0 && within < 1,
                    "expected a goal between 0 % and 100 %, but found " + percentText(within));
        }

        /** Returns the goal as people write it, such as {@code 5 %}. */
        public String withinText() {
            return percentText(within);
        }

        private static String percentText(double fraction) {
            return new BigDecimal(Double.toString(fraction))
                            .movePointRight(2)
                            .stripTrailingZeros()
                            .toPlainString()
                    + " %";
        }
    }

    public Repeat {
        Check.that(min >= 1, "expected at least 1 block, but found " + min);
        Check.key(
                "at-most",
                max >= min,
                "expected at least the " + min + " blocks of at-least, but found " + max,
                "at-least");
        Check.key(
                "at-most",
                goal.isEmpty() || max >= Goal.MIN_BLOCKS,
                "expected at least " + Goal.MIN_BLOCKS + " blocks, but found " + max
                        + ": fewer can't show how precisely a value is known");
        Check.that(goal.isPresent() || max == min, "expected a goal (until) that can end the run before block " + max);
    }

    public static Repeat times(int blocks) {
        return new Repeat(blocks, blocks, Optional.empty());
    }

    /** @throws IllegalArgumentException when the text is no number of blocks */
    public static Repeat parse(String text) {
        String stripped = text.strip();
        Check.that(
                WHOLE.matcher(stripped).matches(),
                "expected a whole number like 3 or 10_000, or { at-least: 6, at-most: 15, until: 5 %, of: response.p99 }, but found '"
                        + text + "'");
        int blocks = Integer.parseInt(stripped.replace("_", ""));
        checkBlocks("repeat", blocks);
        return times(blocks);
    }

    private static void checkBlocks(String key, int blocks) {
        Check.key(key, blocks >= 1 && blocks <= MAX, "expected 1 to " + MAX + " blocks, but found " + blocks);
    }

    @Override
    public @Nullable Keys keys() {
        return goal.isEmpty()
                ? null
                : new Until(
                        min, max, new Fraction(goal.get().within()), goal.get().of());
    }

    /** Returns the number of blocks for people, such as {@code 1 block} or {@code 3 to 15 blocks, until response.p99 is within 5 %}. */
    public String blocks() {
        return goal.map(wanted ->
                        "%d to %d blocks, until %s is within %s".formatted(min, max, wanted.of(), wanted.withinText()))
                .orElse(max == 1 ? "1 block" : max + " blocks");
    }

    /** Returns a text for people; of a number, the text that {@link #parse} reads. */
    @Override
    public String toString() {
        return goal.map(wanted -> "%d to %d until %s within %s".formatted(min, max, wanted.of(), wanted.withinText()))
                .orElse(String.valueOf(max));
    }
}
