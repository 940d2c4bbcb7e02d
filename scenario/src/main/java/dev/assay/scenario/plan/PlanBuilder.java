package dev.assay.scenario.plan;

import dev.assay.model.result.UnfinishedTrial.Point;
import dev.assay.model.spec.ClusterSharing;
import dev.assay.model.spec.Repeat;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Puts trials in the order in which they run. Every repetition is one block with each trial once, so that a machine that slows
 * down over time affects all trials alike. Without repetitions the systems take turns in the file's order; with repetitions
 * each first of two blocks is shuffled from the seed, and the second has the reverse order, so that no trial comes first more
 * often than last by chance. Where clusters are shared, the trials of a block that need the same cluster follow each other: the
 * groups are shuffled, and the trials within each.
 */
public final class PlanBuilder {
    public static final int MAX_TRIALS = 10_000;

    /** Separates the seed of a block's groups from that of its trials. */
    private static final long GROUPS = 1;

    private final String scenario;
    private final Repeat repeat;
    private final long seed;
    private final ClusterSharing clusters;

    /**
     * @param repeat the number of blocks
     * @param seed the source of the order and of the trials' seeds
     * @param clusters which trials share a cluster; with {@link ClusterSharing#AUTO} those that need the same share it within a block if that
     *     saves time
     */
    public PlanBuilder(String scenario, Repeat repeat, long seed, ClusterSharing clusters) {
        this.scenario = scenario;
        this.repeat = repeat;
        this.seed = seed;
        this.clusters = clusters;
    }

    /**
     * Plans the trials.
     *
     * @throws IllegalArgumentException when the plan would have no trial or more than {@link #MAX_TRIALS}
     */
    public Plan build(List<TrialPoint> points) {
        long count = (long) points.size() * repeat.max();
        if (count > MAX_TRIALS) {
            throw new IllegalArgumentException("a plan has at most " + MAX_TRIALS + " trials, but this has " + count);
        }
        ClusterSharing sharing = sharing(points);
        List<String> labels = TrialLabels.of(points);
        Map<String, Point> measured = new LinkedHashMap<>();
        for (int index = 0; index < points.size(); index++) {
            measured.put(labels.get(index), points.get(index).measured());
        }
        List<PlannedTrial> trials = new ArrayList<>();
        for (int repetition = 1; repetition <= repeat.max(); repetition++) {
            for (int index : block(points, repetition, sharing)) {
                trials.add(trial(trials.size() + 1, labels.get(index), repetition, points.get(index)));
            }
        }
        return new Plan(scenario, measured, trials, repeat, sharing);
    }

    private ClusterSharing sharing(List<TrialPoint> points) {
        boolean shared = clusters == ClusterSharing.AUTO
                && SharedClusters.byDefault(
                        points.stream().map(TrialPoint::spec).toList(), repeat.max());
        return shared ? ClusterSharing.SHARED : clusters;
    }

    private PlannedTrial trial(int number, String label, int repetition, TrialPoint point) {
        return new PlannedTrial(
                number, label, repetition, point.measured().dimensions(), point.spec(), seed(point, repetition));
    }

    /** Returns equal seeds for equal loads, so that all systems get the same messages at the same times. */
    private long seed(TrialPoint point, int repetition) {
        return Seeds.derive(Seeds.derive(seed, Seeds.hash(point.load())), repetition);
    }

    private List<Integer> block(List<TrialPoint> points, int repetition, ClusterSharing sharing) {
        int first = repetition - (repetition + 1) % 2;
        List<Integer> order = new ArrayList<>(inTurns(points));
        if (repeat.max() > 1) {
            shuffle(order, Seeds.derive(seed, -first));
        }
        List<Integer> block = sharing == ClusterSharing.SHARED ? grouped(order, points, first) : order;
        return first == repetition ? block : block.reversed();
    }

    /**
     * Returns the order with the trials of each cluster together. Trials within a group keep the shuffled order; the groups are
     * shuffled separately, since a large group would otherwise come first more often.
     */
    private List<Integer> grouped(List<Integer> order, List<TrialPoint> points, int repetition) {
        Map<ClusterNeed, List<Integer>> byCluster = order.stream()
                .collect(Collectors.groupingBy(
                        index -> ClusterNeed.of(points.get(index).spec()), LinkedHashMap::new, Collectors.toList()));
        List<List<Integer>> groups = new ArrayList<>(byCluster.values());
        if (repeat.max() > 1) {
            groups.sort(Comparator.comparing(Collections::min));
            shuffle(groups, Seeds.derive(Seeds.derive(seed, -repetition), GROUPS));
        }
        return groups.stream().flatMap(List::stream).toList();
    }

    private static void shuffle(List<?> order, long seed) {
        for (int i = order.size() - 1; i > 0; i--) {
            Collections.swap(order, i, Seeds.below(i + 1, seed, i));
        }
    }

    /** Returns the first point of each system, then the second of each, and so on. */
    private static List<Integer> inTurns(List<TrialPoint> points) {
        Map<String, List<Integer>> bySystem = IntStream.range(0, points.size())
                .boxed()
                .collect(Collectors.groupingBy(
                        index -> points.get(index).system(), LinkedHashMap::new, Collectors.toList()));
        int longest = bySystem.values().stream().mapToInt(List::size).max().orElse(0);
        return IntStream.range(0, longest)
                .boxed()
                .flatMap(turn -> bySystem.values().stream()
                        .filter(indices -> turn < indices.size())
                        .map(indices -> indices.get(turn)))
                .toList();
    }
}
