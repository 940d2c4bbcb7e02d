package dev.assay.analysis;

import dev.assay.analysis.bottleneck.PhaseBottlenecks;
import dev.assay.analysis.statistics.PhaseDrift;
import dev.assay.analysis.statistics.PhaseStatistics.ServerSyncs;
import dev.assay.analysis.statistics.PhaseStatistics.WorkerLoad;
import dev.assay.model.metric.LatencyMetric;
import dev.assay.model.result.TrialSubscription;
import dev.assay.model.result.Verdict;
import dev.assay.model.timeline.Phase;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The statistics of one phase.
 *
 * @param verdict what was judged of it alone; always VALID where it is not measured
 * @param offeredPerSecond mean rate of the messages due in it
 * @param achievedPerSecond messages acknowledged within it, whenever they were due, by its length
 * @param latencies in the order of {@link LatencyMetric}, only metrics with samples; of arrivals those of all live subscriptions
 * @param groups each subscription
 * @param hiccups what the harness itself suffered: the floor under every value
 * @param workers each worker, by name
 * @param syncs each server whose syncs were counted, by name
 * @param drifts how far its statistics moved from its begin to its end, whatever was made of that
 * @param limits what was at its limit; empty where nobody looked, as in phases that are not measured
 */
public record PhaseAnalysis(
        Phase phase,
        Verdict verdict,
        double offeredPerSecond,
        double achievedPerSecond,
        List<LatencySummary> latencies,
        List<GroupAnalysis> groups,
        HiccupSummary hiccups,
        List<WorkerLoad> workers,
        List<ServerSyncs> syncs,
        List<PhaseDrift> drifts,
        Optional<PhaseBottlenecks> limits) {
    /** How much longer than asked sleeping threads of the workers slept, in nanoseconds. */
    public record HiccupSummary(long samples, long p99Nanos, long p999Nanos, long maxNanos) {}

    /**
     * One subscription in a phase; its rate and backlog are empty where they were not recorded.
     *
     * @param live whether it read from the start on and was never held
     * @param latencies its own, of messages due in the phase
     * @param receivedPerSecond mean
     * @param backlogAtEnd messages acknowledged by the end of the phase, and not yet received
     * @param backlogGrowthPerSecond median slope, in messages per second
     */
    public record GroupAnalysis(
            TrialSubscription subscription,
            boolean live,
            List<LatencySummary> latencies,
            OptionalDouble receivedPerSecond,
            OptionalDouble backlogAtEnd,
            OptionalDouble backlogGrowthPerSecond) {
        public GroupAnalysis {
            latencies = List.copyOf(latencies);
        }

        /** The distribution of one metric. */
        public Optional<LatencySummary> latency(LatencyMetric metric) {
            return latencies.stream()
                    .filter(summary -> summary.metric() == metric)
                    .findFirst();
        }

        private long p99(LatencyMetric metric) {
            return latency(metric)
                    .flatMap(summary -> summary.quantile(P99))
                    .map(LatencySummary.Quantile::nanos)
                    .orElse(0L);
        }
    }

    private static final double P99 = 99;

    public PhaseAnalysis {
        latencies = List.copyOf(latencies);
        groups = List.copyOf(groups);
        workers = List.copyOf(workers);
        syncs = List.copyOf(syncs);
        drifts = List.copyOf(drifts);
    }

    /** The distribution of one metric. */
    public Optional<LatencySummary> latency(LatencyMetric metric) {
        return latencies.stream().filter(summary -> summary.metric() == metric).findFirst();
    }

    /**
     * The values that stand for the phase: of arrivals those of the slowest live subscription, so that a slow one does not hide
     * behind fast ones; of sending, all of them.
     */
    public Optional<LatencySummary> headline(LatencyMetric metric) {
        return slowest(metric).flatMap(group -> group.latency(metric)).or(() -> latency(metric));
    }

    /**
     * The slowest of several live subscriptions: the one with the highest p99, and of those with the same the one with the highest
     * mean; empty where there is but one.
     */
    public Optional<GroupAnalysis> slowest(LatencyMetric metric) {
        List<GroupAnalysis> liveSubscriptions = groups.stream()
                .filter(group -> group.live() && group.latency(metric).isPresent())
                .toList();
        return liveSubscriptions.size() < 2
                ? Optional.empty()
                : liveSubscriptions.stream()
                        .max(Comparator.<GroupAnalysis>comparingLong(group -> group.p99(metric))
                                .thenComparingDouble(group ->
                                        group.latency(metric).orElseThrow().meanNanos()));
    }

    /** Whether its subscriptions have to be told apart: there are several, or one that is not live. */
    public boolean tellsGroupsApart() {
        return groups.size() > 1 || groups.stream().anyMatch(group -> !group.live());
    }
}
