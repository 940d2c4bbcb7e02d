package dev.assay.analysis.comparison;

import dev.assay.model.result.Interval;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * One statistic of two subjects, in nanoseconds, or in messages per second for {@code capacity}.
 *
 * @param baseline one value of each trial that counts
 * @param candidate of the others; within blocks in the same order
 * @param ratios candidate by baseline of each block; none where trials were not interleaved
 * @param estimate of the ratio; empty with too few trials
 * @param difference what may be said of it
 * @param settled the fraction of the trials that count, of the side that has less, that are known to have stayed where they were
 * @param leftOut why trials of either side do not count, and how many
 */
public record ComparedStatistic(
        String statistic,
        List<Double> baseline,
        List<Double> candidate,
        List<Double> ratios,
        Optional<RatioEstimate> estimate,
        Difference difference,
        double settled,
        SortedMap<String, Integer> leftOut) {
    public ComparedStatistic {
        baseline = List.copyOf(baseline);
        candidate = List.copyOf(candidate);
        ratios = List.copyOf(ratios);
        leftOut = Collections.unmodifiableSortedMap(new TreeMap<>(leftOut));
    }

    /** Compares trials of the same blocks: whatever moves both alike divides out. */
    static ComparedStatistic withinBlocks(String statistic, Subject baseline, Subject candidate, double threshold) {
        Map<Integer, Reading> below = baseline.readings(statistic);
        Map<Integer, Reading> above = candidate.readings(statistic);
        Gathered gathered = new Gathered();
        TreeMap<Integer, Boolean> blocks = new TreeMap<>();
        below.keySet().forEach(block -> blocks.put(block, true));
        above.keySet().forEach(block -> blocks.put(block, true));
        for (int block : blocks.keySet()) {
            gathered.add(
                    Optional.ofNullable(below.get(block)).orElse(MISSING),
                    Optional.ofNullable(above.get(block)).orElse(MISSING));
        }
        List<Double> ratios = new ArrayList<>();
        for (int i = 0; i < gathered.baseline.size(); i++) {
            ratios.add(gathered.candidate.get(i) / gathered.baseline.get(i));
        }
        return gathered.compared(statistic, ratios, RatioEstimate.withinBlocks(ratios), threshold);
    }

    /** Compares all trials of the one with all of the other. */
    static ComparedStatistic ofSides(String statistic, Subject baseline, Subject candidate, double threshold) {
        Gathered gathered = new Gathered();
        baseline.readings(statistic).values().forEach(gathered::addBaseline);
        candidate.readings(statistic).values().forEach(gathered::addCandidate);
        return gathered.compared(
                statistic, List.of(), RatioEstimate.ofSides(gathered.candidate, gathered.baseline), threshold);
    }

    private static final Reading MISSING = Reading.without("did not finish");

    private static final class Gathered {
        private final List<Double> baseline = new ArrayList<>();
        private final List<Double> candidate = new ArrayList<>();
        private final TreeMap<String, Integer> leftOut = new TreeMap<>();
        private boolean atLeast;
        private boolean atMost;
        private int baselineSettled;
        private int candidateSettled;

        /** A block counts with both of its trials, or with none. */
        void add(Reading below, Reading above) {
            if (below.value().isPresent() && above.value().isPresent()) {
                addBaseline(below);
                addCandidate(above);
            } else {
                leaveOut(below);
                leaveOut(above);
            }
        }

        void addBaseline(Reading reading) {
            reading.value().ifPresentOrElse(baseline::add, () -> leaveOut(reading));
            atMost |= reading.lowerBound();
            baselineSettled += reading.value().isPresent() && reading.settled() ? 1 : 0;
        }

        void addCandidate(Reading reading) {
            reading.value().ifPresentOrElse(candidate::add, () -> leaveOut(reading));
            atLeast |= reading.lowerBound();
            candidateSettled += reading.value().isPresent() && reading.settled() ? 1 : 0;
        }

        private void leaveOut(Reading reading) {
            leftOut.merge(
                    reading.leftOut().isEmpty() ? "without a counterpart in their block" : reading.leftOut(),
                    1,
                    Integer::sum);
        }

        ComparedStatistic compared(
                String statistic, List<Double> ratios, Optional<RatioEstimate> estimate, double threshold) {
            Optional<RatioEstimate> found = estimate.map(ratio -> ratio.bounded(atLeast, atMost));
            double settled = Math.min(
                    baselineSettled / (double) Math.max(1, baseline.size()),
                    candidateSettled / (double) Math.max(1, candidate.size()));
            return new ComparedStatistic(
                    statistic, baseline, candidate, ratios, found, Difference.of(found, threshold), settled, leftOut);
        }
    }

    /** How many trials of a side there are at least that count. */
    public int n() {
        return Math.min(baseline.size(), candidate.size());
    }

    /** The typical value of the baseline and where it lies, over trials; empty below three. */
    public Optional<Interval> ofBaseline() {
        return Interval.of(baseline);
    }

    /** The same of the candidate. */
    public Optional<Interval> ofCandidate() {
        return Interval.of(candidate);
    }

    /** The median of values of trials, which are one sample each; empty without any. */
    public static OptionalDouble median(List<Double> values) {
        double[] sorted = values.stream().mapToDouble(value -> value).sorted().toArray();
        int n = sorted.length;
        return n == 0 ? OptionalDouble.empty() : OptionalDouble.of((sorted[(n - 1) / 2] + sorted[n / 2]) / 2);
    }
}
