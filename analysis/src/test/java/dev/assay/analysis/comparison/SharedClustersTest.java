package dev.assay.analysis.comparison;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.analysis.RulesPage;
import dev.assay.analysis.comparison.Comparison.Pair;
import dev.assay.model.result.Interval;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.apache.commons.statistics.distribution.TDistribution;
import org.junit.jupiter.api.Test;

/**
 * Measures how often intervals cover the ratio where several blocks lie on one cluster, and what that saves. The tables are in
 * docs/RULES.md.
 */
class SharedClustersTest {
    private static final String HEADING = "## Shared clusters";
    private static final Pattern NUMBER = Pattern.compile("[0-9]+\\.[0-9]+");

    /** Gives the simulated comparisons of each kind; with so many a rate of 95 % is known to a third of a per cent. */
    private static final int MANY = 5000;

    private static final double[] OF_CLUSTER = {0, 0.05, 0.1, 0.2};
    private static final double[] OF_TRIAL = {0.05, 0.1};

    private static final String LINGER = "settings.kafka.producer.linger.ms";
    private static final Map<String, String> BASELINE = Map.of(LINGER, "0");
    private static final Map<String, String> CANDIDATE = Map.of(LINGER, "5");

    private record Covered(double blocks, double clusters) {}

    /**
     * Simulates comparisons of two equal sides. What a block or a cluster does to both sides cancels.
     *
     * @param blocks on each cluster
     * @param trial the scatter of trials, as the standard deviation of logarithms
     * @param cluster how far the ratio itself differs between clusters
     */
    private static Covered covered(int[] blocks, double trial, double cluster) {
        RandomGenerator random = new SplittableRandom(Arrays.hashCode(blocks));
        int byBlocks = 0;
        int byClusters = 0;
        for (int i = 0; i < MANY; i++) {
            List<Interval> all = new ArrayList<>();
            List<Interval> means = new ArrayList<>();
            for (int n : blocks) {
                double ofBoth = 0.2 * random.nextGaussian();
                double ofCandidate = cluster * random.nextGaussian();
                List<Interval> onCluster = IntStream.range(0, n)
                        .mapToObj(_ -> {
                            double level = ofBoth + 0.3 * random.nextGaussian();
                            double below = level + trial * random.nextGaussian();
                            double above = level + ofCandidate + trial * random.nextGaussian();
                            return RatioEstimate.point(Math.exp(above - below));
                        })
                        .toList();
                all.addAll(onCluster);
                means.add(RatioEstimate.mean(onCluster));
            }
            byBlocks += isCovered(all) ? 1 : 0;
            byClusters += isCovered(means) ? 1 : 0;
        }
        return new Covered(byBlocks / (double) MANY, byClusters / (double) MANY);
    }

    private static boolean isCovered(List<Interval> ratios) {
        Interval seen = RatioEstimate.withinBlocks(ratios, 1).orElseThrow().interval();
        return seen.low() <= 1 && seen.high() >= 1;
    }

    @Test
    void clustersAreTheSamples() throws IOException {
        List<String> rows = new ArrayList<>();
        for (int[] blocks :
                new int[][] {{1, 1, 1, 1, 1, 1, 1}, {2, 2, 2, 1}, {2, 2, 2, 2}, {3, 3, 3}, {2, 2, 2, 2, 2, 2, 2, 2}}) {
            for (double cluster : OF_CLUSTER) {
                List<String> cells = new ArrayList<>();
                cells.add(String.valueOf(blocks.length));
                cells.add(String.valueOf(Arrays.stream(blocks).sum()));
                cells.add(Math.round(cluster * 100) + " %");
                for (double trial : OF_TRIAL) {
                    Covered covered = covered(blocks, trial, cluster);
                    assertThat(covered.clusters())
                            .as("%s blocks, %s, %s", Arrays.toString(blocks), trial, cluster)
                            .isGreaterThan(0.93);
                    cells.add(String.format(Locale.ROOT, "%.1f", 100 * covered.blocks()));
                    cells.add(String.format(Locale.ROOT, "%.1f", 100 * covered.clusters()));
                }
                rows.add("| " + String.join(" | ", cells) + " |");
            }
        }
        RulesPage.assertHas(HEADING, "| 7 | 7 |", rows, NUMBER, 0.3);
    }

    /**
     * Returns how long it takes with two blocks on each cluster until an interval is as narrow as with one, in multiples of that.
     *
     * @param cluster the time of a new cluster and its warm-up, in multiples of a block's
     * @param between how far the ratio differs between clusters, in multiples of its scatter within one
     */
    private static double time(int blocks, double cluster, double between) {
        return cost(blocks, blocks / 2, cluster, between) / cost(blocks, blocks, cluster, between);
    }

    /** Returns the time times the square of the interval's width, which hardly changes with the number of blocks. */
    private static double cost(int blocks, int clusters, double cluster, double between) {
        double quantile = TDistribution.of(clusters - 1.0).inverseSurvivalProbability(0.025);
        return (clusters * cluster + blocks) * quantile * quantile * (between * between / clusters + 1.0 / blocks);
    }

    @Test
    void oneBlockOnEachClusterDecidesSoonest() throws IOException {
        List<String> rows = new ArrayList<>();
        for (double cluster : new double[] {0.5, 1}) {
            for (double between : new double[] {0, 0.5, 1}) {
                List<String> cells = new ArrayList<>();
                cells.add(String.format(Locale.ROOT, "%.1f", cluster));
                cells.add(String.format(Locale.ROOT, "%.1f", between));
                for (int blocks : new int[] {8, 16, 32}) {
                    double time = time(blocks, cluster, between);
                    assertThat(time)
                            .as("%s blocks, %s, %s", blocks, cluster, between)
                            .isGreaterThan(blocks == 8 ? 1.1 : blocks == 16 ? 0.9 : 0.8);
                    cells.add(String.format(Locale.ROOT, "%.2f", time));
                }
                rows.add("| " + String.join(" | ", cells) + " |");
            }
        }
        RulesPage.assertHas(HEADING, "| 0.5 | 0.0 |", rows, NUMBER, 0.01);
    }

    // ---- From the records of a run

    /** @param onEach blocks on each cluster, one after the other; 0 for a cluster for each trial */
    private static Pair pair(int blocks, int onEach) {
        RandomGenerator random = new SplittableRandom(blocks);
        MeasuredRun run = new MeasuredRun("a");
        String first = "";
        for (int block = 1; block <= blocks; block++) {
            boolean anew = onEach > 0 && (block - 1) % onEach == 0;
            run.earlierTrials = first.isEmpty() || anew ? List.of() : List.of(first);
            run.trial(block, BASELINE, 10 + random.nextDouble());
            if (anew) {
                first = run.run().trials().getLast().trial().folder();
                run.earlierTrials = List.of(first);
            }
            run.trial(block, CANDIDATE, 12 + random.nextDouble());
        }
        return Comparison.within(
                        run.run(),
                        new ComparisonRequest(
                                Optional.of(LINGER), Optional.empty(), List.of(), Difference.USUAL_THRESHOLD))
                .pairs()
                .getFirst();
    }

    private static RatioEstimate p99(Pair pair) {
        return pair.compared("response.p99")
                .flatMap(ComparedStatistic::estimate)
                .orElseThrow();
    }

    @Test
    void blocksOnOneClusterMakeOneValue() {
        Pair pair = pair(8, 2);
        assertThat(pair.sampling()).isEqualTo(Sampling.CLUSTERS);
        assertThat(pair.clusters()).isEqualTo(4);
        assertThat(p99(pair).blocks()).isEqualTo(4);
        assertThat(pair.compared("response.p99").orElseThrow().counts().planned())
                .isEqualTo(8);
    }

    @Test
    void blocksOnClustersOfTheirOwnAreTheSamples() {
        Pair pair = pair(8, 1);
        assertThat(pair.sampling()).isEqualTo(Sampling.BLOCKS);
        assertThat(pair.clusters()).isEqualTo(8);
        assertThat(p99(pair)).isEqualTo(p99(pair(8, 0)));
    }

    @Test
    void whereEachTrialHasItsOwnClusterNoneIsCounted() {
        assertThat(pair(8, 0).clusters()).isZero();
        assertThat(pair(8, 0).sampling()).isEqualTo(Sampling.BLOCKS);
    }

    /** An interval of one or two clusters' means says nothing, or nearly: the ratio is that of these clusters. */
    @Test
    void oneOrTwoClustersAreNoSample() {
        assertThat(pair(8, 8).clusters()).isEqualTo(1);
        assertThat(pair(8, 4).clusters()).isEqualTo(2);
        assertThat(p99(pair(8, 4))).isEqualTo(p99(pair(8, 0)));
    }

    @Test
    void aClusterOnWhichBothSidesFailedOnceSaysNothing() {
        Interval mean = RatioEstimate.mean(List.of(
                new Interval(0, 0, 0),
                new Interval(Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY)));
        assertThat(mean).isEqualTo(new Interval(0, 1, Double.POSITIVE_INFINITY));
        assertThat(RatioEstimate.mean(List.of(RatioEstimate.point(2), RatioEstimate.point(8)))
                        .centre())
                .isEqualTo(4);
    }
}
