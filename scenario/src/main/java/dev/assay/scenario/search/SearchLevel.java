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
 * A stage of a search: which rate a trial is offered next, at one length of trials.
 *
 * @param fromPerSecond the lowest rate
 * @param toPerSecond the highest
 * @param seconds how long its trials are
 * @param sumSeconds how much time at one rate it takes to decide
 * @param width how far the bounds may lie apart in the end, by the upper
 * @param step by what factor the range is left at first, where only one bound is known
 */
record SearchLevel(
        double fromPerSecond, double toPerSecond, double seconds, double sumSeconds, double width, double step) {
    /** An upper bound that was seen by so many trials ago is looked at once more: the system may have changed. */
    static final int STALE_TRIALS = 4;

    /** A hint that is no further away than so many widths is tried at once. */
    private static final double NEAR_WIDTHS = 5;

    private static final int DIGITS = 4;

    /**
     * A trial that tells something of its rate.
     *
     * @param seconds how long it was to last; one that was ended early because it was decided counts in full
     */
    record Evidence(double ratePerSecond, double seconds, boolean good) {}

    /** What these trials show at this stage. */
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

    /** The rate to offer next; nothing where this stage has nothing more to find out. */
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

    /** A rate between the bounds that a trial of this length has not decided. */
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
     * The upper bound, where it is to be looked at once more: its last trial contradicts it, or was too long ago to be relied on. The
     * lower one is confirmed in any case.
     */
    @Nullable
    Double stale(List<Evidence> trials) {
        Double upper = bounds(trials).upper();
        return upper != null && age(trials, upper) > STALE_TRIALS ? upper : null;
    }

    /** How many trials ago the last long one at a rate missed it; any number where it was met. */
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

    /** The step, squared with each rate of that kind that was decided before. */
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

    /** The highest rate below that one of which trials of any length say more good than bad. */
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

    /** The seconds that speak for a rate, less those that speak against it. */
    private static double net(List<Evidence> trials, double rate) {
        return trials.stream()
                .filter(trial -> trial.ratePerSecond() == rate)
                .mapToDouble(trial -> trial.good() ? trial.seconds() : -trial.seconds())
                .sum();
    }

    /** Half way on the scale of ratios; nothing where no other rate lies in between. */
    private static @Nullable Double between(double lower, double upper) {
        double middle = rounded(Math.sqrt(lower * upper));
        return middle > lower && middle < upper ? (Double) middle : null;
    }

    /** To four digits, for people. */
    static double rounded(double rate) {
        return new BigDecimal(rate)
                .round(new MathContext(DIGITS, RoundingMode.HALF_EVEN))
                .doubleValue();
    }

    /**
     * What trials at one rate amount to, by the sums of their lengths: the classification of loads of MLRsearch
     * (draft-ietf-bmwg-mlrsearch, appendix "Load Classification").
     */
    private enum RateStatus {
        /** Whatever further trials show, the rate counts as met. */
        LOWER,
        /** Whatever further trials show, it does not. */
        UPPER,
        /** Further trials decide. */
        UNDECIDED;

        /**
         * What fraction of the time may miss the objectives: with a half, one trial that contradicts two others does not prevail (as
         * in ETSI GS NFV-TST 009, binary search with loss verification).
         */
        private static final double EXCEED_RATIO = 0.5;

        /**
         * Decides.
         *
         * @param trials of one rate
         * @param finalSeconds how long a trial has to be to decide; shorter ones only count against the rate, as far as as many
         *     short good ones do not make up for them
         * @param sumSeconds how much time of such trials it takes
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
