package dev.assay.model.spec;

import dev.assay.model.result.LatencyStatistic;
import java.math.BigDecimal;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How many interleaved blocks of trials a scenario asks for: a number, or as many as it takes.
 *
 * @param least at least 1
 * @param most at least as many
 * @param goal what ends it before {@code most}; empty where the number is fixed
 */
public record Repeat(int least, int most, Optional<Goal> goal) {
    /** Once. */
    public static final Repeat ONCE = times(1);

    /** What a goal is of, where it says only how well it is to be known. */
    public static final String USUAL_STATISTIC = "response.p99";

    private static final int MOST = 1_000;

    private static final String COUNT = "[1-9][0-9_]{0,8}";

    private static final String UNTIL_TEXT = "(" + COUNT + ")\\s+to\\s+(" + COUNT + ")\\s+until\\s+("
            + LatencyStatistic.PATTERN + ")\\s+within\\s+([0-9]{1,3}(?:\\.[0-9]+)?)\\s*%";

    /** The texts that {@link #parse} reads, as a regular expression that JSON Schema understands as well. */
    public static final String PATTERN = "^\\s*(?:[-+]?(?:0|[1-9][0-9_]*)|" + UNTIL_TEXT + ")\\s*$";

    private static final Pattern UNTIL = Pattern.compile(UNTIL_TEXT);
    private static final Pattern WHOLE = Pattern.compile("[-+]?(?:0|" + COUNT + ")");

    /**
     * When a statistic is known well enough.
     *
     * @param of over the trials of a point
     * @param within half of the width of its interval, by its centre
     */
    public record Goal(LatencyStatistic of, double within) {
        public Goal {
            Check.that(
                    within > 0 && within < 1,
                    "expected a goal between 0 % and 100 %, but found " + percentText(within));
        }

        /** The goal as people write it, such as {@code 5 %}. */
        public String withinText() {
            return percentText(within);
        }

        private static String percentText(double share) {
            return new BigDecimal(Double.toString(share))
                            .movePointRight(2)
                            .stripTrailingZeros()
                            .toPlainString()
                    + " %";
        }
    }

    public Repeat {
        Check.that(least >= 1, "expected at least 1 block, but found " + least);
        Check.that(most >= least, "expected a budget of at least the " + least + " blocks wanted, but found " + most);
        Check.that(goal.isPresent() || most == least, "expected a goal that ends the blocks before the " + most + "th");
    }

    /** So many blocks. */
    public static Repeat times(int blocks) {
        return new Repeat(blocks, blocks, Optional.empty());
    }

    /**
     * Reads a number of blocks, or what ends them, such as {@code 3 to 15 until response.p99 within 5 %}.
     *
     * @throws IllegalArgumentException when the text is none
     */
    public static Repeat parse(String text) {
        String given = text.strip();
        Matcher until = UNTIL.matcher(given);
        if (until.matches()) {
            Goal goal = new Goal(
                    LatencyStatistic.parse(until.group(3)),
                    new BigDecimal(until.group(4)).movePointLeft(2).doubleValue());
            return new Repeat(blocks(until.group(1)), blocks(until.group(2)), Optional.of(goal));
        }
        if (!WHOLE.matcher(given).matches()) {
            throw new IllegalArgumentException("expected a whole number like 3 or 10_000, or"
                    + " '3 to 15 until response.p99 within 5 %', but found '" + text + "'");
        }
        return times(blocks(given));
    }

    private static int blocks(String text) {
        int blocks = Integer.parseInt(text.replace("_", ""));
        Check.that(blocks >= 1 && blocks <= MOST, "expected 1 to " + MOST + " blocks, but found " + blocks);
        return blocks;
    }

    /** The number of blocks for people, such as {@code 1 block} or {@code 3 to 15 blocks, until response.p99 is within 5 %}. */
    public String blocks() {
        return goal.map(wanted -> "%d to %d blocks, until %s is within %s"
                        .formatted(least, most, wanted.of(), wanted.withinText()))
                .orElse(most == 1 ? "1 block" : most + " blocks");
    }

    /** The text that {@link #parse} reads. */
    @Override
    public String toString() {
        return goal.map(wanted ->
                        "%d to %d until %s within %s".formatted(least, most, wanted.of(), wanted.withinText()))
                .orElse(String.valueOf(most));
    }
}
