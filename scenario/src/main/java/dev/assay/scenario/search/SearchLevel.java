package dev.assay.scenario.search;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Chooses the rate of the next trial in one stage of a search, whose trials have one length.
 *
 * @param fromPerSecond the lowest rate
 * @param toPerSecond the highest rate
 * @param seconds the length of the stage's trials
 * @param sumSeconds the total time at one rate that is needed to decide
 * @param width the final distance of the bounds, as a fraction of the upper one
 * @param step the factor by which the rate changes at first while only one bound is known
 */
record SearchLevel(
        double fromPerSecond, double toPerSecond, double seconds, double sumSeconds, double width, double step) {
    /** Limits the age of the upper bound: after more trials it is measured again, since the system may have changed. */
    static final int STALE_TRIALS = 4;

    /** Limits the distance, in widths, of a hint that is tried at once. */
    private static final double NEAR_WIDTHS = 5;

    private static final int DIGITS = 4;

    /**
     * Holds a conclusive trial.
     *
     * @param seconds the planned length; a trial that ended early because it was decided counts in full
     */
    record Evidence(double ratePerSecond, double seconds, boolean good) {}

    SearchBounds bounds(List<Evidence> trials) {
        Double lower = null;
        for (Map.Entry<Double, RateStatus> rate : statuses(trials).entrySet()) {
            if (rate.getValue() == RateStatus.UPPER) {
                return new SearchBounds(lower, rate.getKey());
            }
            lower = rate.getValue() == RateStatus.LOWER ? rate.getKey() : lower;
        }
        return new SearchBounds(lower, null);
    }

    private TreeMap<Double, RateStatus> statuses(List<Evidence> trials) {
        TreeMap<Double, RateStatus> rates = new TreeMap<>();
        trials.stream()
                .map(Evidence::ratePerSecond)
                .distinct()
                .forEach(rate -> rates.put(
                        rate,
                        RateStatus.of(
                                trials.stream()
                                        .filter(trial -> trial.ratePerSecond() == rate)
                                        .toList(),
                                seconds,
                                sumSeconds)));
        return rates;
    }

    /** Returns the rate to offer next; null when this stage is finished. */
    @Nullable
    Double next(List<Evidence> trials) {
        SearchBounds bounds = bounds(trials);
        Double lower = bounds.lower();
        Double upper = bounds.upper();
        Double begun = begun(trials, bounds);
        if (begun != null) {
            return begun;
        }
        if (lower == null) {
            if (upper == null) {
                return hintBelow(trials, Double.MAX_VALUE).orElse(fromPerSecond);
            }
            return upper <= fromPerSecond ? null : (Double) below(trials, upper);
        }
        if (upper == null) {
            return lower >= toPerSecond ? null : (Double) above(trials, lower);
        }
        return bounds.within(width) ? null : between(lower, upper);
    }

    /** Returns a rate between the bounds that was tried at this length and is undecided; null for none. */
    private @Nullable Double begun(List<Evidence> trials, SearchBounds bounds) {
        TreeMap<Double, RateStatus> rates = statuses(trials);
        for (Evidence trial : trials) {
            double rate = trial.ratePerSecond();
            if (trial.seconds() >= seconds
                    && rates.get(rate) == RateStatus.UNDECIDED
                    && (bounds.lower() == null || rate > bounds.lower())
                    && (bounds.upper() == null || rate < bounds.upper())) {
                return rate;
            }
        }
        return null;
    }

    /**
     * Returns the upper bound if it has to be measured again, since its last trial missed the rate too long ago; else null. The
     * lower bound is confirmed in any case.
     */
    @Nullable
    Double stale(List<Evidence> trials) {
        Double upper = bounds(trials).upper();
        return upper != null && age(trials, upper) > STALE_TRIALS ? upper : null;
    }

    /** Returns how many trials ago the last long trial at a rate missed it; {@code Integer.MAX_VALUE} where it met the rate. */
    private int age(List<Evidence> trials, double rate) {
        for (int index = trials.size() - 1; index >= 0; index--) {
            Evidence trial = trials.get(index);
            if (trial.ratePerSecond() == rate && trial.seconds() >= seconds) {
                return trial.good() ? Integer.MAX_VALUE : trials.size() - 1 - index;
            }
        }
        return Integer.MAX_VALUE;
    }

    private double above(List<Evidence> trials, double lower) {
        Optional<Double> missed = trials.stream()
                .map(Evidence::ratePerSecond)
                .filter(rate -> rate > lower && net(trials, rate) < 0)
                .min(Double::compare);
        double hint = missed.orElse(toPerSecond);
        boolean near = missed.isPresent() && hint - lower <= NEAR_WIDTHS * width * hint;
        return near ? hint : Math.min(hint, rounded(lower * expansion(trials, RateStatus.LOWER)));
    }

    private double below(List<Evidence> trials, double upper) {
        Optional<Double> met = hintBelow(trials, upper);
        double hint = met.orElse(fromPerSecond);
        boolean near = met.isPresent() && upper - hint <= NEAR_WIDTHS * width * upper;
        return near ? hint : Math.max(hint, rounded(upper / expansion(trials, RateStatus.UPPER)));
    }

    /** Returns the factor to the next rate: the step, squared for each further rate with that status, up to 2. */
    private double expansion(List<Evidence> trials, RateStatus status) {
        TreeMap<Double, RateStatus> rates = statuses(trials);
        long decided = trials.stream()
                .filter(trial -> trial.seconds() >= seconds)
                .map(Evidence::ratePerSecond)
                .distinct()
                .filter(rate -> rates.get(rate) == status)
                .count();
        return step >= 2 ? step : Math.min(2, Math.pow(step, Math.pow(2, (double) Math.max(0, decided - 1))));
    }

    /** Returns the highest rate below {@code below} at which trials of any length were more often good than bad, by time. */
    private static Optional<Double> hintBelow(List<Evidence> trials, double below) {
        double lowestBad = trials.stream()
                .map(Evidence::ratePerSecond)
                .filter(rate -> net(trials, rate) < 0)
                .min(Double::compare)
                .orElse(Double.MAX_VALUE);
        return trials.stream()
                .map(Evidence::ratePerSecond)
                .filter(rate -> rate < below && rate < lowestBad && net(trials, rate) > 0)
                .max(Double::compare);
    }

    /** Returns the seconds of good trials at a rate, less those of bad ones. */
    private static double net(List<Evidence> trials, double rate) {
        return trials.stream()
                .filter(trial -> trial.ratePerSecond() == rate)
                .mapToDouble(trial -> trial.good() ? trial.seconds() : -trial.seconds())
                .sum();
    }

    /** Returns the geometric mean; null where it is rounded to one of the bounds. */
    private static @Nullable Double between(double lower, double upper) {
        double middle = rounded(Math.sqrt(lower * upper));
        return middle > lower && middle < upper ? (Double) middle : null;
    }

    /** Rounds to four significant digits, for people. */
    static double rounded(double rate) {
        return new BigDecimal(rate)
                .round(new MathContext(DIGITS, RoundingMode.HALF_EVEN))
                .doubleValue();
    }

    /**
     * Classifies a rate by the sums of the lengths of its trials, as MLRsearch does
     * (draft-ietf-bmwg-mlrsearch, appendix "Load Classification").
     */
    private enum RateStatus {
        /** Whatever further trials show, the rate counts as met. */
        LOWER,
        /** Whatever further trials show, the rate does not count as met. */
        UPPER,
        /** Further trials decide. */
        UNDECIDED;

        /**
         * Limits the fraction of the time that may miss the objectives: with a half, one trial that contradicts two others does
         * not prevail (as in ETSI GS NFV-TST 009, binary search with loss verification).
         */
        private static final double EXCEED_RATIO = 0.5;

        /**
         * Classifies one rate.
         *
         * @param trials all trials at that rate
         * @param finalSeconds the minimum length of a trial that decides; shorter ones only count against the rate, unless as
         *     many short good ones compensate for them
         * @param sumSeconds the total time of such trials that is needed
         */
        static RateStatus of(List<Evidence> trials, double finalSeconds, double sumSeconds) {
            double fullGood = seconds(trials, finalSeconds, true, true);
            double fullBad = seconds(trials, finalSeconds, true, false);
            double shortGood = seconds(trials, finalSeconds, false, true);
            double shortBad = seconds(trials, finalSeconds, false, false);
            double excess = Math.max(0, shortBad - shortGood * EXCEED_RATIO / (1 - EXCEED_RATIO));
            double bad = fullBad + excess;
            double whole = Math.max(fullGood + bad, sumSeconds);
            double tolerated = whole * EXCEED_RATIO;
            if (whole - fullGood <= tolerated) {
                return LOWER;
            }
            return bad > tolerated ? UPPER : UNDECIDED;
        }

        private static double seconds(List<Evidence> trials, double finalSeconds, boolean full, boolean good) {
            return trials.stream()
                    .filter(trial -> trial.seconds() >= finalSeconds == full && trial.good() == good)
                    .mapToDouble(Evidence::seconds)
                    .sum();
        }
    }
}
