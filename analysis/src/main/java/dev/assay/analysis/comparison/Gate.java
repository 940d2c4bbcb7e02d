package dev.assay.analysis.comparison;

import dev.assay.analysis.comparison.Comparison.Pair;
import dev.assay.model.result.Comparability;
import dev.assay.model.result.Interval;
import java.math.BigDecimal;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A condition under which a change is not let through, such as {@code response.p99 > 1.10x}. It is decided by the interval of the ratio: it
 * holds where the whole interval does, does not where none of it does, and is undecided in between. Each condition is a test of its own: what
 * passes all of them is let through, so that several make it no easier.
 *
 * <p>Trials that failed rank as the worst of their side, and nothing passes by those that are left: enough of the planned blocks need to have
 * values on both sides, and both sides the same durability.
 *
 * @param statistic such as {@code response.p99}, or {@code capacity}
 * @param above whether it fails above the ratio, or below it
 * @param ratio of the candidate by the baseline
 */
public record Gate(String statistic, boolean above, double ratio) {
    private static final Pattern TEXT = Pattern.compile("\\s*(.+?)\\s*([<>])\\s*([0-9]+(?:\\.[0-9]+)?)\\s*x\\s*");

    private static final double PER_CENT = 100;

    /** What came of a condition. */
    public enum Outcome {
        /** The change is on the right side of it. */
        PASSED,
        /** The values allow either. */
        UNDECIDED,
        /** The change is on the wrong side of it. */
        FAILED;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * One condition at one pair.
     *
     * @param why in words
     * @param blocksMore about how many would decide it; empty where it is decided, or it can't be told
     */
    public record Decision(
            Gate gate,
            Pair pair,
            Optional<ComparedStatistic> compared,
            Outcome outcome,
            String why,
            Optional<Integer> blocksMore) {}

    public Gate {
        ComparisonRequest.check(statistic);
        if (!(ratio > 0) || Double.isInfinite(ratio)) {
            throw new IllegalArgumentException("a ratio must be positive and finite, but is " + ratio);
        }
    }

    /**
     * Reads a condition.
     *
     * @throws IllegalArgumentException when the text is none
     */
    public static Gate parse(String text) {
        Matcher parts = TEXT.matcher(text);
        if (!parts.matches()) {
            throw new IllegalArgumentException(
                    "expected a condition like 'response.p99 > 1.10x' or 'capacity < 0.95x', but found '" + text + "'");
        }
        return new Gate(parts.group(1), parts.group(2).equals(">"), Double.parseDouble(parts.group(3)));
    }

    /** Decides it for each pair. */
    public List<Decision> decide(Comparison comparison) {
        return comparison.pairs().stream().map(this::decide).toList();
    }

    private Decision decide(Pair pair) {
        if (pair.otherLevel().isPresent()) {
            return decision(pair, Outcome.UNDECIDED, pair.otherLevel().get(), Optional.empty());
        }
        if (!pair.sampling().allowsWords()) {
            return decision(pair, Outcome.UNDECIDED, Sampling.IN_THESE_RUNS, Optional.empty());
        }
        if (pair.compared(statistic).isEmpty()) {
            return decision(pair, Outcome.UNDECIDED, "it was not measured", Optional.empty());
        }
        ComparedStatistic compared = pair.compared(statistic).get();
        BlockCounts counts = compared.counts();
        if (counts.onlyCandidateFails()) {
            String why = "%s failed in %d of %d %s (%s), %s in none"
                    .formatted(
                            pair.candidate(),
                            counts.failedCandidate(),
                            counts.planned(),
                            compared.sampling(),
                            String.join("; ", counts.causes()),
                            pair.baseline());
            return decision(pair, Outcome.FAILED, why, Optional.empty());
        }
        if (compared.estimate().isEmpty()) {
            String why = "too few values: n = %d, and at least %d are needed"
                    .formatted(counts.known(), RatioEstimate.MIN_BLOCKS);
            return decision(pair, Outcome.UNDECIDED, why, Optional.of(RatioEstimate.MIN_BLOCKS - counts.known()));
        }
        if (compared.settled() < Interval.MIN_SETTLED) {
            String why =
                    "only %.0f %% of the trials of a side are known to have stayed where they were while they were measured, and %.0f %% are needed: measure for longer"
                            .formatted(compared.settled() * PER_CENT, Interval.MIN_SETTLED * PER_CENT);
            return decision(pair, Outcome.UNDECIDED, why, Optional.empty());
        }
        Interval seen = compared.estimate().get().interval();
        String side = (above ? "above " : "below ") + limit();
        if (counts.enoughKnown() && (above ? seen.low() > ratio : seen.high() < ratio)) {
            return decision(pair, Outcome.FAILED, "the whole interval is " + side, Optional.empty());
        }
        if (!counts.enoughValues()) {
            String why = "%d of %d %s have values on both sides that count, and %.0f %% are needed"
                    .formatted(
                            counts.values(),
                            counts.planned(),
                            compared.sampling(),
                            Comparability.MIN_FRACTION * PER_CENT);
            return decision(pair, Outcome.UNDECIDED, why, Optional.empty());
        }
        return (above ? seen.high() <= ratio : seen.low() >= ratio)
                ? decision(pair, Outcome.PASSED, "no part of the interval is " + side, Optional.empty())
                : decision(
                        pair,
                        Outcome.UNDECIDED,
                        "part of the interval is " + side,
                        compared.estimate().get().blocksToTell(ratio));
    }

    private Decision decision(Pair pair, Outcome outcome, String why, Optional<Integer> blocksMore) {
        return new Decision(this, pair, pair.compared(statistic), outcome, why, blocksMore);
    }

    /** The ratio with two decimals, and with more where it was written with more. */
    private String limit() {
        BigDecimal exact = BigDecimal.valueOf(ratio);
        return exact.setScale(Math.max(2, exact.scale())).toPlainString();
    }

    /** The text that {@link #parse} reads. */
    @Override
    public String toString() {
        return "%s %s %sx".formatted(statistic, above ? ">" : "<", limit());
    }
}
