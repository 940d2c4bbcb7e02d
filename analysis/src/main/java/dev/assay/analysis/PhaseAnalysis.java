package dev.assay.analysis;

import dev.assay.analysis.bottleneck.PhaseBottlenecks;
import dev.assay.analysis.reading.Reading;
import dev.assay.analysis.reading.Statistic;
import dev.assay.analysis.statistics.PhaseDrift;
import dev.assay.analysis.statistics.PhaseStatistics.WorkerLoad;
import dev.assay.analysis.statistics.Standstill;
import dev.assay.model.metric.LatencyMetric;
import dev.assay.model.result.TrialSubscription;
import dev.assay.model.result.Verdict;
import dev.assay.model.timeline.Phase;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * What is known of one phase: its values, and what explains them.
 *
 * @param verdict what was judged of it alone; always VALID where it is not measured
 * @param offeredPerSecond mean rate of the messages due in it
 * @param rows its values; of arrivals those of all live subscriptions, and below them those of each
 * @param curves the distributions that latencies are taken from
 * @param groups each subscription
 * @param workers each worker, by name
 * @param drifts how far its statistics moved from its begin to its end, whatever was made of that
 * @param limits what was at its limit; empty where nobody looked, as in phases that are not measured
 * @param standstills times in which the system answered next to nothing, in order
 */
public record PhaseAnalysis(
        Phase phase,
        Verdict verdict,
        double offeredPerSecond,
        List<Reading> rows,
        List<LatencyCurve> curves,
        List<GroupAnalysis> groups,
        List<WorkerLoad> workers,
        List<PhaseDrift> drifts,
        Optional<PhaseBottlenecks> limits,
        List<Standstill> standstills) {
    /**
     * One subscription in a phase.
     *
     * @param live whether it read from the start on and was never held
     */
    public record GroupAnalysis(TrialSubscription subscription, boolean live) {
        /** As rows have it. */
        public String name() {
            return subscription.name();
        }
    }

    private static final double P99 = 99;

    public PhaseAnalysis {
        rows = List.copyOf(rows);
        curves = List.copyOf(curves);
        groups = List.copyOf(groups);
        workers = List.copyOf(workers);
        drifts = List.copyOf(drifts);
        standstills = List.copyOf(standstills);
    }

    /** Messages acknowledged within it, whenever they were due, by its length. */
    public double achievedPerSecond() {
        return row(Statistic.ACHIEVED).map(Reading::value).orElse(0.0);
    }

    /** A value of all live subscriptions together, or of sending. */
    public Optional<Reading> row(Statistic statistic) {
        return row(statistic, "");
    }

    /** A value of one subscription. */
    public Optional<Reading> row(Statistic statistic, String subscription) {
        return rows.stream()
                .filter(row -> row.source().subscription().equals(subscription)
                        && row.statistic().equals(statistic))
                .findFirst();
    }

    /** The metrics that have samples, in their order. */
    public List<LatencyMetric> metrics() {
        return Arrays.stream(LatencyMetric.values())
                .filter(metric -> row(Statistic.mean(metric)).isPresent())
                .toList();
    }

    /** How many samples of a metric there are, of all live subscriptions. */
    public long samples(LatencyMetric metric) {
        return row(Statistic.mean(metric)).map(Reading::n).orElse(0L);
    }

    /**
     * The value that stands for the phase: of arrivals that of the slowest live subscription, so that a slow one does not hide
     * behind fast ones; of sending, and of rates, that of all.
     */
    public Optional<Reading> headline(Statistic statistic) {
        return row(statistic, statistic.metric().map(this::headline).orElse(""));
    }

    /** The subscription whose values of a metric stand for the phase; empty for all together. */
    public String headline(LatencyMetric metric) {
        return slowest(metric).map(GroupAnalysis::name).orElse("");
    }

    /** The distribution of the values that stand for the phase. */
    public Optional<LatencyCurve> curve(LatencyMetric metric) {
        String subscription = headline(metric);
        return curves.stream()
                .filter(curve ->
                        curve.metric() == metric && curve.subscription().equals(subscription))
                .findFirst();
    }

    /**
     * The slowest of several live subscriptions: the one with the highest p99, and of those with the same the one with the highest
     * mean; empty where there is but one.
     */
    public Optional<GroupAnalysis> slowest(LatencyMetric metric) {
        Map<String, Double> means = bySubscription(Statistic.mean(metric));
        Map<String, Double> tails = bySubscription(Statistic.quantile(metric, P99));
        List<GroupAnalysis> liveSubscriptions = groups.stream()
                .filter(group -> group.live() && means.containsKey(group.name()))
                .toList();
        return liveSubscriptions.size() < 2
                ? Optional.empty()
                : liveSubscriptions.stream()
                        .max(Comparator.<GroupAnalysis>comparingDouble(group -> tails.getOrDefault(group.name(), 0.0))
                                .thenComparingDouble(group -> means.getOrDefault(group.name(), 0.0)));
    }

    private Map<String, Double> bySubscription(Statistic statistic) {
        return rows.stream()
                .filter(row -> row.statistic().equals(statistic))
                .collect(Collectors.toMap(row -> row.source().subscription(), Reading::value, (one, _) -> one));
    }

    /** Whether a latency is one of those that stand for the phase, as {@link #headline(LatencyMetric)} has them. */
    public Predicate<Reading> headlines() {
        Map<LatencyMetric, String> subscriptions = new EnumMap<>(LatencyMetric.class);
        metrics().forEach(metric -> subscriptions.put(metric, headline(metric)));
        return row -> row.statistic()
                .metric()
                .filter(metric -> row.source().subscription().equals(subscriptions.get(metric)))
                .isPresent();
    }

    /** Whether its subscriptions have to be told apart: there are several, or one that is not live. */
    public boolean tellsGroupsApart() {
        return groups.size() > 1 || groups.stream().anyMatch(group -> !group.live());
    }
}
