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
 * @param verdict on this phase alone; always VALID for a phase that is not measured
 * @param offeredPerSecond mean rate of the messages due in the phase
 * @param rows for arrivals the values of all live subscriptions together, and below them those of each
 * @param curves the distributions that latencies are taken from
 * @param workers ordered by name
 * @param drifts how far statistics moved from the phase's beginning to its end, whatever was concluded from that
 * @param limits which resources were at their limits; empty where this was not examined, as in phases that are not measured
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
     * Holds one subscription in a phase.
     *
     * @param live whether it read from the start on and was never held
     */
    public record GroupAnalysis(TrialSubscription subscription, boolean live) {
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

    public double achievedPerSecond() {
        return row(Statistic.ACHIEVED).map(Reading::value).orElse(0.0);
    }

    public Optional<Reading> row(Statistic statistic) {
        return row(statistic, "");
    }

    public Optional<Reading> row(Statistic statistic, String subscription) {
        return rows.stream()
                .filter(row -> row.source().subscription().equals(subscription)
                        && row.statistic().equals(statistic))
                .findFirst();
    }

    /** Returns the metrics that have samples, in the order of the enum. */
    public List<LatencyMetric> metrics() {
        return Arrays.stream(LatencyMetric.values())
                .filter(metric -> row(Statistic.mean(metric)).isPresent())
                .toList();
    }

    /** Returns the number of samples of all live subscriptions; 0 where there are none. */
    public long samples(LatencyMetric metric) {
        return row(Statistic.mean(metric)).map(Reading::n).orElse(0L);
    }

    /**
     * Returns the value that stands for the phase: for arrivals that of the slowest live subscription, so that fast ones do not hide
     * it; for sending and rates the value of all together.
     */
    public Optional<Reading> headline(Statistic statistic) {
        return row(statistic, statistic.metric().map(this::headline).orElse(""));
    }

    public String headline(LatencyMetric metric) {
        return slowest(metric).map(GroupAnalysis::name).orElse("");
    }

    public Optional<LatencyCurve> curve(LatencyMetric metric) {
        String subscription = headline(metric);
        return curves.stream()
                .filter(curve ->
                        curve.metric() == metric && curve.subscription().equals(subscription))
                .findFirst();
    }

    /**
     * Returns the slowest of several live subscriptions: that with the highest p99, and among equals that with the highest mean; empty
     * where there are fewer than two.
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

    /** Accepts the latencies that stand for the phase, as {@link #headline(LatencyMetric)} chooses them. */
    public Predicate<Reading> headlines() {
        Map<LatencyMetric, String> subscriptions = new EnumMap<>(LatencyMetric.class);
        metrics().forEach(metric -> subscriptions.put(metric, headline(metric)));
        return row -> row.statistic()
                .metric()
                .filter(metric -> row.source().subscription().equals(subscriptions.get(metric)))
                .isPresent();
    }

    /** Tells whether rows must name their subscriptions: there are several, or one that is not live. */
    public boolean tellsGroupsApart() {
        return groups.size() > 1 || groups.stream().anyMatch(group -> !group.live());
    }
}
