package dev.assay.analysis.comparison;

import dev.assay.model.result.Interval;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Judges a measurement that repeats values published by somebody else, by the rules of comparisons. The two were measured apart,
 * so that differences between the machines are part of the ratio.
 *
 * @param estimate of the ratio, repeated by published; empty where neither side has {@value RatioEstimate#MIN_BLOCKS} values
 * @param pValue of a difference, after Holm over all that are judged together; 1 without an estimate
 * @param difference of the repeated values from the published ones
 * @param alike whether no part of the interval is a difference that matters
 */
public record Replication(Optional<RatioEstimate> estimate, double pValue, Difference difference, boolean alike) {
    /**
     * Holds the intervals of the values of one statistic, one of each run or trial, all positive and finite.
     *
     * @param published the values as published
     * @param again the values of the repetition
     */
    public record Sides(List<Interval> published, List<Interval> again) {
        public Sides {
            published = List.copyOf(published);
            again = List.copyOf(again);
        }

        private Optional<RatioEstimate> estimate(int family) {
            return RatioEstimate.ofUnequalSides(again, published, family);
        }
    }

    /**
     * Judges several statistics together.
     *
     * @param threshold the least difference that matters, as a fraction
     */
    public static List<Replication> of(List<Sides> all, double threshold) {
        int family = (int)
                all.stream().filter(sides -> sides.estimate(1).isPresent()).count();
        List<Optional<RatioEstimate>> estimates =
                all.stream().map(sides -> sides.estimate(family)).toList();
        List<Double> adjusted = Holm.adjusted(estimates.stream()
                .flatMap(Optional::stream)
                .map(RatioEstimate::pValue)
                .toList());
        List<Replication> replications = new ArrayList<>();
        int judged = 0;
        for (Optional<RatioEstimate> estimate : estimates) {
            double pValue = estimate.isPresent() ? adjusted.get(judged++) : 1;
            boolean alike = estimate.filter(ratio -> Difference.isAlike(ratio, threshold))
                    .isPresent();
            replications.add(new Replication(
                    estimate,
                    pValue,
                    pValue <= RatioEstimate.LEVEL ? Difference.of(estimate, threshold) : Difference.INCONCLUSIVE,
                    alike));
        }
        return replications;
    }
}
