package dev.assay.analysis.comparison;

import dev.assay.analysis.reading.Reading;
import dev.assay.analysis.reading.Reading.Outcome;
import dev.assay.analysis.reading.Reading.Source;
import dev.assay.analysis.reading.Readings;
import dev.assay.model.result.Comparability;
import dev.assay.model.result.Interval;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.IntFunction;

/**
 * Compares one statistic of two subjects, in nanoseconds, or in messages per second for {@code capacity}.
 *
 * @param baseline its values that count
 * @param candidate its values that count
 * @param ratios candidate divided by baseline, for each block in which both have a value; none where trials were not interleaved
 * @param places the interval of the ratio of each sample, a block or a cluster, beyond all others where a trial of one side failed; none
 *     where trials were not interleaved
 * @param estimate of the ratio, with failed trials as the worst of their side; empty with too few trials
 * @param unexcluded all values, with those that were left out; empty where none of those has a value
 * @param family the number of statistics judged together
 * @param pValue of the difference, after Holm over the family; 1 without an estimate
 * @param sampling what the values are samples of
 * @param difference the conclusion; inconclusive where the values are trials of too few runs
 * @param counts of blocks with values and failures
 * @param settled the fraction of the counting trials, on the side that has less, that are known to have been steady
 * @param leftOut reasons why trials of either side do not count, with their numbers
 */
public record ComparedStatistic(
        String statistic,
        Readings baseline,
        Readings candidate,
        List<Double> ratios,
        List<Interval> places,
        Optional<RatioEstimate> estimate,
        Optional<Measured> unexcluded,
        int family,
        double pValue,
        Sampling sampling,
        Difference difference,
        BlockCounts counts,
        double settled,
        SortedMap<String, Integer> leftOut) {
    /**
     * @param ratios candidate divided by baseline, for each block; none where trials were not interleaved
     * @param estimate of the ratio; empty with too few trials
     */
    public record Measured(
            Readings baseline, Readings candidate, List<Double> ratios, Optional<RatioEstimate> estimate) {
        public Measured {
            ratios = List.copyOf(ratios);
        }
    }

    public ComparedStatistic {
        ratios = List.copyOf(ratios);
        places = List.copyOf(places);
        leftOut = Collections.unmodifiableSortedMap(new TreeMap<>(leftOut));
    }

    /**
     * Compares statistics that are judged together.
     *
     * @param baseline the readings of a statistic, by block where blocks are compared; otherwise all of one side are compared with all
     *     of the other
     * @param clusters the cluster of a block, by which blocks are put together where clusters are the samples
     * @param threshold the least difference that matters, as a fraction
     */
    static List<ComparedStatistic> of(
            List<String> statistics,
            Function<String, Map<Integer, Reading>> baseline,
            Function<String, Map<Integer, Reading>> candidate,
            Sampling sampling,
            IntFunction<String> clusters,
            double threshold) {
        List<Gathered> all = statistics.stream()
                .map(statistic -> Gathered.of(
                        statistic, baseline.apply(statistic), candidate.apply(statistic), sampling, clusters))
                .toList();
        int family = (int) all.stream().filter(Gathered::judged).count();
        List<Optional<RatioEstimate>> estimates =
                all.stream().map(gathered -> gathered.estimate(family)).toList();
        List<Double> adjusted = Holm.adjusted(estimates.stream()
                .flatMap(Optional::stream)
                .map(RatioEstimate::pValue)
                .toList());
        List<ComparedStatistic> compared = new ArrayList<>();
        int judged = 0;
        for (int i = 0; i < all.size(); i++) {
            double pValue = estimates.get(i).isPresent() ? adjusted.get(judged++) : 1;
            compared.add(all.get(i).compared(estimates.get(i), family, pValue, threshold));
        }
        return compared;
    }

    private static final class Gathered {
        private final String statistic;
        private final Reading none;
        private final Sampling sampling;
        private final boolean interleaved;
        private final List<Reading> baseline = new ArrayList<>();
        private final List<Reading> candidate = new ArrayList<>();
        private final List<Reading> notBaseline = new ArrayList<>();
        private final List<Reading> notCandidate = new ArrayList<>();
        private final List<Double> ratios = new ArrayList<>();
        private final List<Reading> allBaseline = new ArrayList<>();
        private final List<Reading> allCandidate = new ArrayList<>();
        private final List<Double> allRatios = new ArrayList<>();
        private final Places counted = new Places();
        private final Places everything = new Places();
        private final TreeMap<String, Integer> leftOut = new TreeMap<>();
        private final TreeSet<String> causes = new TreeSet<>();
        private boolean excluded;
        private int planned;
        private int values;
        private int known;
        private int failedBaseline;
        private int failedCandidate;
        private int failedBoth;
        private int baselineSettled;
        private int candidateSettled;

        private static final class Places {
            private final Map<String, List<Interval>> ratios = new LinkedHashMap<>();
            private final List<Interval> below = new ArrayList<>();
            private final List<Interval> above = new ArrayList<>();

            /** Adds the ratio of both to those of its sample, and returns whether they determine one. */
            boolean addRatio(String sample, Optional<Interval> one, Optional<Interval> other) {
                if (one.isEmpty() || other.isEmpty()) {
                    return false;
                }
                Interval below = one.get();
                Interval above = other.get();
                // Where both failed, 0 / 0 and infinity / infinity are no ratios.
                if (Double.isNaN(above.centre() / below.centre())) {
                    return false;
                }
                ratios.computeIfAbsent(sample, _ -> new ArrayList<>())
                        .add(new Interval(
                                above.low() / below.high(),
                                above.centre() / below.centre(),
                                above.high() / below.low()));
                return true;
            }

            /** Returns the ratio of each sample. */
            List<Interval> samples() {
                return ratios.values().stream().map(RatioEstimate::mean).toList();
            }

            Optional<RatioEstimate> estimate(boolean interleaved, int family) {
                return interleaved
                        ? RatioEstimate.withinBlocks(samples(), family)
                        : RatioEstimate.ofSides(above, below, family);
            }
        }

        private Gathered(String statistic, Sampling sampling) {
            this.statistic = statistic;
            this.none = Reading.without(Source.of(ComparisonRequest.statistic(statistic)), Outcome.NOT_RUN, "not run");
            this.sampling = sampling;
            this.interleaved = sampling.interleaved();
        }

        static Gathered of(
                String statistic,
                Map<Integer, Reading> below,
                Map<Integer, Reading> above,
                Sampling sampling,
                IntFunction<String> clusters) {
            Gathered gathered = new Gathered(statistic, sampling);
            if (gathered.interleaved) {
                TreeSet<Integer> blocks = new TreeSet<>(below.keySet());
                blocks.addAll(above.keySet());
                blocks.forEach(block -> gathered.add(
                        sampling == Sampling.CLUSTERS ? clusters.apply(block) : block.toString(),
                        below.getOrDefault(block, gathered.none),
                        above.getOrDefault(block, gathered.none)));
            } else {
                gathered.add(
                        below.values().stream().toList(),
                        above.values().stream().toList());
            }
            return gathered;
        }

        /** Adds a block, which counts with both of its trials or with neither. */
        private void add(String sample, Reading below, Reading above) {
            planned++;
            boolean bothFailed = below.outcome() == Outcome.FAILED && above.outcome() == Outcome.FAILED;
            failedBoth += bothFailed ? 1 : 0;
            boolean usable = counted.addRatio(sample, below.place(false), above.place(false));
            known += usable ? 1 : 0;
            if (everything.addRatio(sample, below.place(true), above.place(true))) {
                boolean baselineHasValue = addValue(below, allBaseline);
                boolean candidateHasValue = addValue(above, allCandidate);
                if (baselineHasValue && candidateHasValue) {
                    allRatios.add(above.value() / below.value());
                }
            }
            if (below.counts() && above.counts()) {
                values++;
                ratios.add(above.value() / below.value());
            }
            addBaseline(below, usable);
            addCandidate(above, usable);
        }

        private void add(List<Reading> below, List<Reading> above) {
            for (Reading reading : below) {
                reading.place(false).ifPresent(counted.below::add);
                reading.place(true).ifPresent(everything.below::add);
                addValue(reading, allBaseline);
                addBaseline(reading, true);
            }
            for (Reading reading : above) {
                reading.place(false).ifPresent(counted.above::add);
                reading.place(true).ifPresent(everything.above::add);
                addValue(reading, allCandidate);
                addCandidate(reading, true);
            }
            boolean fewerBelow = (double) baseline.size() * above.size() <= (double) candidate.size() * below.size();
            planned = fewerBelow ? below.size() : above.size();
            values = fewerBelow ? baseline.size() : candidate.size();
            known = fewerBelow ? baseline.size() + failedBaseline : candidate.size() + failedCandidate;
        }

        private static boolean addValue(Reading reading, List<Reading> all) {
            return reading.outcome() != Outcome.FAILED && reading.place(true).isPresent() && all.add(reading);
        }

        private void addBaseline(Reading reading, boolean usable) {
            failedBaseline += reading.outcome() == Outcome.FAILED ? 1 : 0;
            if (usable && reading.counts()) {
                baseline.add(reading);
                baselineSettled += reading.settled() ? 1 : 0;
            } else {
                leaveOut(reading, notBaseline);
            }
        }

        private void addCandidate(Reading reading, boolean usable) {
            failedCandidate += reading.outcome() == Outcome.FAILED ? 1 : 0;
            if (usable && reading.counts()) {
                candidate.add(reading);
                candidateSettled += reading.settled() ? 1 : 0;
            } else {
                leaveOut(reading, notCandidate);
            }
        }

        private void leaveOut(Reading reading, List<Reading> uncounted) {
            if (!reading.counts()) {
                uncounted.add(reading);
            }
            if (reading.outcome() == Outcome.FAILED) {
                causes.add(reading.why());
            } else {
                excluded |= reading.outcome() == Outcome.LEFT_OUT && reading.value() > 0;
                leftOut.merge(
                        reading.why().isEmpty() ? "without a counterpart in their block" : reading.why(),
                        1,
                        Integer::sum);
            }
        }

        private Measured unexcluded() {
            return new Measured(
                    side(allBaseline, notBaseline),
                    side(allCandidate, notCandidate),
                    allRatios,
                    everything.estimate(interleaved, 1));
        }

        private Readings side(List<Reading> rows, List<Reading> uncounted) {
            return new Readings(
                    none.statistic(),
                    rows,
                    uncounted.stream().filter(row -> !rows.contains(row)).toList());
        }

        boolean judged() {
            return estimate(1).isPresent();
        }

        Optional<RatioEstimate> estimate(int family) {
            return counted.estimate(interleaved, family);
        }

        ComparedStatistic compared(Optional<RatioEstimate> estimate, int family, double pValue, double threshold) {
            BlockCounts counts =
                    new BlockCounts(planned, values, known, failedBaseline, failedCandidate, failedBoth, causes);
            double settled = Math.min(
                    baselineSettled / (double) Math.max(1, baseline.size()),
                    candidateSettled / (double) Math.max(1, candidate.size()));
            boolean different = sampling.allowsWords() && pValue <= RatioEstimate.LEVEL && counts.enoughKnown();
            return new ComparedStatistic(
                    statistic,
                    new Readings(none.statistic(), baseline, notBaseline),
                    new Readings(none.statistic(), candidate, notCandidate),
                    ratios,
                    counted.samples(),
                    estimate,
                    excluded ? Optional.of(unexcluded()) : Optional.empty(),
                    family,
                    pValue,
                    sampling,
                    different ? Difference.of(estimate, threshold) : Difference.INCONCLUSIVE,
                    counts,
                    settled,
                    leftOut);
        }
    }

    /** Returns the number of trials that count, on the side that has fewer. */
    public int n() {
        return Math.min(baseline.n(), candidate.n());
    }

    /** Returns the values to show: those that count, or all where these are too few for a ratio and others were left out. */
    public Measured shown() {
        return withoutWord() ? unexcluded.orElseThrow() : new Measured(baseline, candidate, ratios, estimate);
    }

    /** Tells whether the values shown are too few to conclude anything, so that left-out ones are among them. */
    public boolean withoutWord() {
        return estimate.isEmpty() && unexcluded.isPresent();
    }

    /** Tells whether there is a ratio, and neither side is known to be greater. */
    public boolean undecided() {
        return sampling.allowsWords() && estimate.isPresent() && difference == Difference.INCONCLUSIVE;
    }

    /** Tells whether enough blocks count, and their interval contains no difference that matters. */
    public boolean alike(double threshold) {
        return undecided()
                && counts.enoughKnown()
                && estimate.filter(ratio -> Difference.isAlike(ratio, threshold))
                        .isPresent();
    }

    public boolean disturbed() {
        return leftOut.containsKey(Comparability.DISTURBED);
    }

    /**
     * Returns the smallest ratio that so many blocks, with their scatter, distinguish from 1 in nine of ten cases; empty where it is not
     * known.
     */
    public OptionalDouble smallestTold() {
        return estimate.filter(_ -> sampling.allowsWords())
                .map(ratio -> ratio.smallestTold(family))
                .orElse(OptionalDouble.empty());
    }
}
