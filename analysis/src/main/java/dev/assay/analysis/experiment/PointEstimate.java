package dev.assay.analysis.experiment;

import dev.assay.model.metric.LatencyStatistic;
import dev.assay.model.result.Comparability;
import dev.assay.model.result.Interval;
import dev.assay.model.result.Verdict.Grade;
import dev.assay.model.spec.Repeat.Precise;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * Estimates a statistic from the trials of one point. Its interval covers the typical value of a trial in 95 of 100 cases although
 * trials were added until it was narrow, if their logarithms are normal: as in the two-stage sample of Stein ("A two-sample test
 * for a linear hypothesis whose power is independent of the variance", Annals of Mathematical Statistics 16, 1945), only the first
 * trials determine the scatter, and later ones can make the interval wider, never narrower than that allows. The mean of normal
 * values is independent of their scatter, so the scatter that ended the repetition says nothing about the mean.
 *
 * @param values of its trials that count, in the order of blocks, in nanoseconds
 * @param pilot how many of them, from the first on, determine the scatter
 * @param degraded how many of the values are of trials that are DEGRADED
 * @param invalid trials left out because they are INVALID
 * @param without trials left out because their value would not count in a comparison
 * @param failed trials left out because they did not finish
 */
record PointEstimate(
        String label,
        LatencyStatistic of,
        List<Double> values,
        int pilot,
        long degraded,
        long invalid,
        long without,
        long failed) {
    private static final double TAIL = 0.025;
    private static final double PER_CENT = 100;

    PointEstimate {
        values = List.copyOf(values);
    }

    /**
     * Estimates from all results with a label.
     *
     * @param done in the order of blocks
     * @param first the number of blocks before which nothing is decided
     */
    static PointEstimate of(String label, LatencyStatistic statistic, List<TrialResult> done, int first) {
        List<TrialResult> all =
                done.stream().filter(result -> result.label().equals(label)).toList();
        List<TrialResult> good = all.stream()
                .filter(result -> result.credible(statistic).isPresent())
                .toList();
        long early =
                good.stream().filter(result -> result.repetition() <= first).count();
        long failed = all.stream().filter(result -> result.grade().isEmpty()).count();
        long invalid = count(all, Grade.INVALID);
        return new PointEstimate(
                label,
                statistic,
                good.stream()
                        .map(result -> result.credible(statistic).orElseThrow())
                        .toList(),
                Math.max(Precise.MIN_BLOCKS, (int) early),
                count(good, Grade.DEGRADED),
                invalid,
                all.size() - failed - invalid - good.size(),
                failed);
    }

    private static long count(List<TrialResult> results, Grade grade) {
        return results.stream()
                .filter(result -> result.grade().equals(Optional.of(grade)))
                .count();
    }

    /** Returns the interval of the typical value; empty below {@value Interval#MIN_TRIALS} values. */
    Optional<Interval> interval() {
        int n = values.size();
        if (n < Interval.MIN_TRIALS) {
            return Optional.empty();
        }
        double mean = mean(n);
        double half = Math.max(ofPilot(), student(n)) / Math.sqrt(n);
        return Optional.of(new Interval(Math.exp(mean - half), Math.exp(mean), Math.exp(mean + half)));
    }

    private double ofPilot() {
        return student(Math.min(pilot, values.size()));
    }

    private double student(int n) {
        double mean = mean(n);
        double squares = values.subList(0, n).stream()
                .mapToDouble(value -> (Math.log(value) - mean) * (Math.log(value) - mean))
                .sum();
        return squares == 0
                ? 0
                : TDistribution.of(n - 1.0).inverseSurvivalProbability(TAIL) * Math.sqrt(squares / (n - 1));
    }

    private double mean(int n) {
        return values.subList(0, n).stream().mapToDouble(Math::log).sum() / n;
    }

    private int all() {
        return (int) (values.size() + invalid + without + failed);
    }

    /** Tells whether too few trials count, so that the value would be that of the better ones alone. */
    private boolean fewGood() {
        return !Comparability.enough(values.size(), all());
    }

    /** Tells whether enough trials have a value, and the half width of the interval is at most a fraction of it. */
    boolean within(double relative) {
        return values.size() >= pilot
                && !fewGood()
                && interval()
                        .filter(interval -> interval.relativeHalfWidth() <= relative)
                        .isPresent();
    }

    /** Returns how many more blocks are needed at least, if all of them count; 0 where the value is precise. */
    int blocksMore(double relative) {
        if (within(relative)) {
            return 0;
        }
        // Half the width of exp(mean ± half), divided by exp(mean), is sinh(half).
        double half = Math.log(relative + Math.sqrt(1 + relative * relative));
        double needed = values.size() < pilot ? pilot : Math.ceil(Math.pow(ofPilot() / half, 2));
        double more = Math.min(needed - values.size(), Integer.MAX_VALUE / 2.0);
        return Math.max(1, (int) more);
    }

    String text() {
        String trials = List.of(
                        values.size() + " trials",
                        degraded == 0 ? "" : degraded + " of them DEGRADED",
                        invalid == 0 ? "" : invalid + " INVALID left out",
                        without == 0 ? "" : without + " whose value does not count left out",
                        failed == 0 ? "" : failed + " failed",
                        fewGood()
                                ? "only %.0f %% count, %.0f %% are needed"
                                        .formatted(
                                                Math.floor(PER_CENT * values.size() / all()),
                                                PER_CENT * Comparability.MIN_FRACTION)
                                : "")
                .stream()
                .filter(part -> !part.isEmpty())
                .collect(Collectors.joining(", "));
        return "%s: %s %s (%s)"
                .formatted(
                        label,
                        of,
                        interval()
                                .map(PointEstimate::text)
                                .orElse("has no interval below " + Interval.MIN_TRIALS + " trials"),
                        trials);
    }

    private static String text(Interval interval) {
        return String.format(
                Locale.ROOT,
                "%.3f ms, from %.3f to %.3f ms at 95 %% (± %.1f %%)",
                interval.centre() / 1e6,
                interval.low() / 1e6,
                interval.high() / 1e6,
                interval.relativeHalfWidth() * PER_CENT);
    }
}
