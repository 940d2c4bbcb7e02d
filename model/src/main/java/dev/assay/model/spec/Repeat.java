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
    private static final String OF = "response.p99";

    private static final LatencyStatistic USUAL = LatencyStatistic.parse(OF);

    /** Reads a repetition that ends once enough is known. */
    public record Until(
            @Key("Minimum number of blocks.") int atLeast,
            @Key("Maximum number of blocks.") int atMost,

            @Key(
                    "What ends it: decided, once each statistic of 'result' is greater, less or equal to within 5 % at each point that is compared; or a fraction, how precisely a statistic must be known: half the width of its interval, divided by its centre.")
            EnoughBlocks until,

            @Key(value = "The statistic that a fraction is of.", fallback = OF)
            LatencyStatistic of)
            implements Keys {
        public Until {
            checkBlocks("at-least", atLeast);
            checkBlocks("at-most", atMost);
            Check.key(
                    "of",
                    until.within().isPresent() || of.equals(USUAL),
                    "of: what is decided are the statistics of 'result', not " + of,
                    "until");
        }

        @Override
        public Repeat value() {
            return new Repeat(
                    atLeast,
                    atMost,
                    Optional.of(until.within()
                            .<Goal>map(within -> new Precise(of, within.ratio()))
                            .orElse(new Decided())));
        }

        private static Until of(Repeat repeat, Goal goal) {
            return switch (goal) {
                case Precise precise ->
                    new Until(
                            repeat.min,
                            repeat.max,
                            new EnoughBlocks(Optional.of(new Fraction(precise.within()))),
                            precise.of());
                case Decided _ -> new Until(repeat.min, repeat.max, EnoughBlocks.DECIDED, USUAL);
            };
        }
    }

    public static final Repeat ONCE = times(1);

    private static final int MAX = 1_000;

    private static final String COUNT = "[1-9][0-9_]{0,8}";

    /** Is part of the JSON Schema too, and must be valid there. */
    public static final String PATTERN = "^\\s*[-+]?(?:0|[1-9][0-9_]*)\\s*$";

    private static final Pattern WHOLE = Pattern.compile("[-+]?(?:0|" + COUNT + ")");

    /** Says what ends a repetition before its last block. */
    public sealed interface Goal {
        /** Returns the number of blocks before which no run ends, and than which no budget is smaller. */
        int minBlocks();

        /** Returns it for people, such as {@code response.p99 is within 5 %}. */
        String sentence();
    }

    /** Ends a repetition once each declared result is greater, less or equal to within what matters, wherever it is compared. */
    public record Decided() implements Goal {
        /** A ratio needs so many blocks. */
        private static final int MIN_BLOCKS = 3;

        @Override
        public int minBlocks() {
            return MIN_BLOCKS;
        }

        @Override
        public String sentence() {
            return "each result is decided";
        }

        @Override
        public String toString() {
            return "decided";
        }
    }

    /**
     * Ends a repetition once a statistic is known well enough.
     *
     * @param of over the trials of a point
     * @param within half of the width of its interval, by its centre
     */
    public record Precise(LatencyStatistic of, double within) implements Goal {
        /** Fewer blocks hardly tell how far values scatter. */
        public static final int MIN_BLOCKS = 6;

        public Precise {
            Check.that(
                    within > 0 && within < 1,
                    "expected a goal between 0 % and 100 %, but found " + percentText(within));
        }

        @Override
        public int minBlocks() {
            return MIN_BLOCKS;
        }

        @Override
        public String sentence() {
            return of + " is within " + percentText(within);
        }

        @Override
        public String toString() {
            return of + " within " + percentText(within);
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
                max >= goal.map(Goal::minBlocks).orElse(1),
                "expected at least " + goal.map(Goal::minBlocks).orElse(1) + " blocks, but found " + max
                        + ": fewer can't show how far values scatter");
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
        return goal.isEmpty() ? null : Until.of(this, goal.get());
    }

    /** Returns the number of blocks for people, such as {@code 1 block} or {@code 3 to 15 blocks, until response.p99 is within 5 %}. */
    public String blocks() {
        return goal.map(wanted -> "%d to %d blocks, until %s".formatted(min, max, wanted.sentence()))
                .orElse(max == 1 ? "1 block" : max + " blocks");
    }

    /** Returns a text for people; of a number, the text that {@link #parse} reads. */
    @Override
    public String toString() {
        return goal.map(wanted -> "%d to %d until %s".formatted(min, max, wanted))
                .orElse(String.valueOf(max));
    }
}
