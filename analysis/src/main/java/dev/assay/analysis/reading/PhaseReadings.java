package dev.assay.analysis.reading;

import dev.assay.analysis.quality.PhaseQualities;
import dev.assay.analysis.quality.Quality;
import dev.assay.analysis.reading.Reading.Source;
import dev.assay.analysis.statistics.CatchUp;
import dev.assay.analysis.statistics.CensoredSamples;
import dev.assay.analysis.statistics.EventWindow;
import dev.assay.analysis.statistics.GroupLoad;
import dev.assay.analysis.statistics.PhaseStatistics;
import dev.assay.analysis.statistics.SampleStatistics.Of;
import dev.assay.model.failure.FailedOperation;
import dev.assay.model.failure.FailureClass;
import dev.assay.model.failure.FailureCount;
import dev.assay.model.metric.LatencyMetric;
import dev.assay.model.metric.LatencyStatistic;
import dev.assay.model.result.Comparability;
import dev.assay.model.result.Delivery.PhaseDelivery;
import dev.assay.model.result.TrialRecord;
import dev.assay.model.result.TrialSubscription;
import dev.assay.model.result.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.Predicate;
import org.HdrHistogram.Histogram;

public final class PhaseReadings {
    private static final double NANOS_PER_SECOND = 1e9;

    private final TrialRecord trial;
    private final String phase;
    private final Standing standing;
    private final List<Reading> rows = new ArrayList<>();

    private PhaseReadings(TrialRecord trial, String phase, Standing standing) {
        this.trial = trial;
        this.phase = phase;
        this.standing = standing;
    }

    /**
     * Returns all values of a phase: its rate, the latencies of all live subscriptions together, the values of each subscription, the
     * harness's hiccups, and how often servers waited for their disks.
     *
     * @param verdict of the trial
     */
    public static List<Reading> of(
            TrialRecord trial,
            Verdict verdict,
            PhaseStatistics phase,
            PhaseQualities qualities,
            List<TrialSubscription> subscriptions) {
        String name = phase.phase().name();
        PhaseReadings readings = new PhaseReadings(trial, name, Standing.of(verdict, name));
        readings.rows.add(readings.standing.achieved(
                readings.source("", Statistic.ACHIEVED),
                phase.achievedPerSecond(),
                Math.round(phase.achievedPerSecond() * seconds(phase))));
        readings.latencies(phase, qualities, "");
        for (TrialSubscription subscription : subscriptions) {
            if (!subscription.name().isEmpty()) {
                readings.latencies(phase, qualities, subscription.name());
            }
            phase.groups().stream()
                    .filter(group -> group.subscription().equals(subscription))
                    .findFirst()
                    .ifPresent(load -> readings.load(load, seconds(phase)));
        }
        readings.failures();
        readings.hiccups(phase.hiccups());
        phase.syncs()
                .forEach(server ->
                        readings.other("", Statistic.syncs(server.node()), server.perSecond(), server.seconds()));
        return List.copyOf(readings.rows);
    }

    /** Returns the values of a part of the load that is no phase, whose samples have no known quality. */
    public static List<Reading> of(TrialRecord trial, EventWindow.Window window) {
        PhaseReadings readings =
                new PhaseReadings(trial, window.name(), Standing.of(Verdict.of(List.of()), window.name()));
        double seconds = window.toSeconds() - window.fromSeconds();
        long acked = window.latencies(LatencyMetric.RESPONSE).getTotalCount();
        readings.other("", Statistic.ACHIEVED, seconds > 0 ? acked / seconds : 0, acked);
        for (LatencyMetric metric : LatencyMetric.values()) {
            CensoredSamples samples = new CensoredSamples(window.latencies(metric), 0);
            if (samples.histogram().getTotalCount() > 0) {
                LatencyStatistic.PERCENTS.forEach(percent -> readings.latency(
                        "",
                        Statistic.quantile(metric, percent),
                        (double) samples.nanosAt(percent),
                        samples.histogram().getTotalCount(),
                        Quality.ofSamplesAbove(samples.above(percent)),
                        percent >= Comparability.TAIL_FROM_PERCENT));
            }
        }
        return List.copyOf(readings.rows);
    }

    public static List<Reading> of(TrialRecord trial, Verdict verdict, List<CatchUp> catchUps) {
        PhaseReadings readings = new PhaseReadings(trial, "", Standing.ofTrial(trial, verdict));
        for (CatchUp catchUp : catchUps) {
            long n = Math.round(catchUp.backlogMessages());
            readings.catchUp(catchUp, Statistic.rate("catch-up.rate"), catchUp.messagesPerSecond(), n);
            readings.catchUp(catchUp, Statistic.rate("catch-up.best"), catchUp.bestPerSecond(), n);
            readings.catchUp(
                    catchUp, Statistic.of("catch-up.time", Statistic.Unit.SECONDS), catchUp.lengthSeconds(), n);
            readings.catchUp(catchUp, Statistic.FROM_DISK, catchUp.fractionOfDisk(), n);
        }
        return List.copyOf(readings.rows);
    }

    private static double seconds(PhaseStatistics phase) {
        return phase.phase().lengthNanos() / NANOS_PER_SECOND;
    }

    private Source source(String subscription, Statistic statistic) {
        return Source.of(trial, phase, subscription, statistic);
    }

    private void other(String subscription, Statistic statistic, double value, long n) {
        rows.add(standing.other(source(subscription, statistic), value, n));
    }

    private void catchUp(CatchUp of, Statistic statistic, OptionalDouble value, long n) {
        value.ifPresent(number -> other(of.subscription(), statistic, number, n));
    }

    private void latencies(PhaseStatistics statistics, PhaseQualities qualities, String subscription) {
        for (LatencyMetric metric : LatencyMetric.values()) {
            Of of = new Of(metric, subscription);
            qualities.samples(of).ifPresent(samples -> {
                long n = samples.histogram().getTotalCount();
                double mean = samples.histogram().getMean();
                latency(subscription, Statistic.mean(metric), mean, n, qualities.mean(of), false);
                LatencyStatistic.PERCENTS.forEach(percent -> latency(
                        subscription,
                        Statistic.quantile(metric, percent),
                        (double) samples.nanosAt(percent),
                        n,
                        qualities.quantile(of, percent),
                        percent >= Comparability.TAIL_FROM_PERCENT));
                double max = samples.histogram().getMaxValue();
                latency(subscription, Statistic.max(metric), max, n, qualities.largest(of), true);
                other(subscription, Statistic.negatives(metric), (double) negatives(statistics, of), n);
                other(subscription, Statistic.censored(metric), (double) samples.censored(), n);
            });
        }
    }

    private static long negatives(PhaseStatistics phase, Of of) {
        return (of.subscription().isEmpty()
                        ? phase.latencies().of(of.metric())
                        : phase.latencies().of(of.metric(), of.subscription()))
                .negatives();
    }

    private void latency(
            String subscription, Statistic statistic, double nanos, long n, Quality quality, boolean tail) {
        rows.add(standing.latency(source(subscription, statistic), nanos, n, quality, tail));
    }

    private void load(GroupLoad load, double seconds) {
        String subscription = load.subscription().name();
        double received = seconds > 0 ? load.received() / seconds : 0;
        other(subscription, Statistic.RECEIVED, received, Math.round(load.received()));
        other(subscription, Statistic.BACKLOG, load.backlogAtEnd(), 1);
        other(subscription, Statistic.BACKLOG_GROWTH, load.backlog().slope(), Math.round(seconds));
    }

    /**
     * Adds one row for each class of failure that occurred; n is the number of messages sent in the phase, or for consumers the number
     * of failures.
     */
    private void failures() {
        long sent = trial.delivery()
                .phase(phase)
                .map(PhaseDelivery::sent)
                .orElseGet(() -> trial.delivery().sent());
        for (FailureClass kind : FailureClass.values()) {
            long sends = failed(count -> count.operation() == FailedOperation.SEND && count.kind() == kind);
            if (sends > 0) {
                other("", Statistic.errors(kind), (double) sends, sent);
            }
            long ofConsumers = failed(count -> count.operation() != FailedOperation.SEND && count.kind() == kind);
            if (ofConsumers > 0) {
                Statistic statistic =
                        kind == FailureClass.REBALANCED ? Statistic.REBALANCES : Statistic.consumerErrors(kind);
                other("", statistic, (double) ofConsumers, ofConsumers);
            }
        }
    }

    private long failed(Predicate<FailureCount> which) {
        return trial.failures().stream()
                .filter(which)
                .mapToLong(count -> count.in(phase))
                .sum();
    }

    private void hiccups(Histogram merged) {
        long n = merged.getTotalCount();
        double p99 = merged.getValueAtPercentile(99);
        double p999 = merged.getValueAtPercentile(99.9);
        double max = merged.getMaxValue();
        rows.add(Reading.exact(source("", Statistic.HICCUP_P99), p99, n));
        rows.add(Reading.exact(source("", Statistic.HICCUP_P999), p999, n));
        rows.add(Reading.exact(source("", Statistic.HICCUP_MAX), max, n));
    }
}
