package dev.assay.analysis.comparison;

import java.util.Locale;
import java.util.Optional;

public enum Difference {
    /** Says that the whole interval of the ratio is above 1, and the estimate at the threshold or beyond. */
    GREATER,
    /** Says that the whole interval of the ratio is below 1, and the estimate at the threshold or beyond. */
    LESS,
    /** Says that neither is known: the values may be alike, differ by less than matters, or be too few. */
    INCONCLUSIVE;

    /** Gives the least difference that matters by default, as a fraction. */
    public static final double USUAL_THRESHOLD = 0.05;

    /**
     * Draws the conclusion from two conditions, of which either alone misleads: the whole interval has to lie on one side of 1, for a
     * difference to exist at all, and the estimate has to be at the threshold or beyond, for it to matter.
     *
     * @param estimate empty where there are too few blocks
     * @param threshold the least difference that matters, as a fraction: 0.05 means a ratio of 1.05, or of 1 / 1.05
     */
    public static Difference of(Optional<RatioEstimate> estimate, double threshold) {
        if (!(threshold >= 0)) {
            throw new IllegalArgumentException("a threshold must be a fraction of at least 0, but is " + threshold);
        }
        return estimate.map(RatioEstimate::interval)
                .map(seen -> seen.low() > 1 && seen.centre() >= 1 + threshold
                        ? GREATER
                        : seen.high() < 1 && seen.centre() <= 1 / (1 + threshold) ? LESS : INCONCLUSIVE)
                .orElse(INCONCLUSIVE);
    }

    public static boolean isAlike(RatioEstimate estimate, double threshold) {
        return estimate.interval().low() >= 1 / (1 + threshold)
                && estimate.interval().high() <= 1 + threshold;
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
