package dev.assay.run.metrics;

import dev.assay.model.metric.LatencyMetric;
import dev.assay.model.result.LoadTotals;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.CounterSnapshot.CounterDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot;
import io.prometheus.metrics.model.snapshots.InfoSnapshot;
import io.prometheus.metrics.model.snapshots.InfoSnapshot.InfoDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import io.prometheus.metrics.model.snapshots.StateSetSnapshot;
import io.prometheus.metrics.model.snapshots.StateSetSnapshot.StateSetDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Unit;
import java.util.EnumMap;
import java.util.Map;
import org.HdrHistogram.Histogram;

/**
 * Collects the metrics of one scrape. Names end in the unit, as OpenMetrics has it; formats append {@code _total} to those of counters and
 * {@code _info} to those of information. docs/EVENTS.md describes them.
 */
final class MetricFamilies {
    static final Map<LatencyMetric, String> LATENCIES = new EnumMap<>(Map.of(
            LatencyMetric.RESPONSE, "assay_response_time_seconds",
            LatencyMetric.SERVICE, "assay_service_time_seconds",
            LatencyMetric.END_TO_END, "assay_end_to_end_latency_seconds"));

    static final Unit MESSAGES = new Unit("messages");

    private final CounterSnapshot.Builder offered =
            messages("assay_offered_messages", "Messages that have fallen due.");
    private final CounterSnapshot.Builder sent =
            messages("assay_sent_messages", "Messages that were handed to the client.");
    private final CounterSnapshot.Builder acknowledged =
            messages("assay_acknowledged_messages", "Messages that the system has acknowledged.");
    private final CounterSnapshot.Builder received =
            messages("assay_received_messages", "Messages that have arrived, once for each subscription.");
    private final CounterSnapshot.Builder errors = messages(
            "assay_error_messages", "Messages that went wrong, by kind; most kinds are known when the trial ends.");
    private final CounterSnapshot.Builder failures = CounterSnapshot.builder()
            .name("assay_failures")
            .help("Failures that clients reported, by operation and class; those of sending are messages.");
    private final GaugeSnapshot.Builder backlog = GaugeSnapshot.builder()
            .name("assay_backlog_messages")
            .unit(MESSAGES)
            .help("Messages acknowledged but not yet received by the slowest subscription.");
    private final InfoSnapshot.Builder phase = InfoSnapshot.builder()
            .name("assay_phase")
            .help("The phase of the load that a trial is in, or else its stage.");
    private final StateSetSnapshot.Builder verdict = StateSetSnapshot.builder()
            .name("assay_trial_verdict")
            .help("The verdict on a trial; none is set while it is under way.");
    private final CounterSnapshot.Builder trials = CounterSnapshot.builder()
            .name("assay_trials")
            .help("Trials that this process has ended, by verdict; FAILED ones did not finish.");
    private final Map<LatencyMetric, HistogramSnapshot.Builder> latencies = new EnumMap<>(LatencyMetric.class);

    MetricFamilies() {
        LATENCIES.forEach((metric, name) -> latencies.put(
                metric,
                HistogramSnapshot.builder()
                        .name(name)
                        .unit(Unit.SECONDS)
                        .help("The " + metric.title() + " of messages: " + metric.meaning() + ".")));
    }

    private static CounterSnapshot.Builder messages(String name, String help) {
        return CounterSnapshot.builder().name(name).unit(MESSAGES).help(help);
    }

    /** @param sinceMillis when they were zero */
    void counts(Labels trial, LoadTotals totals, long sinceMillis) {
        offered.dataPoint(count(trial, totals.offered(), sinceMillis));
        sent.dataPoint(count(trial, totals.sent(), sinceMillis));
        acknowledged.dataPoint(count(trial, totals.acked(), sinceMillis));
        received.dataPoint(count(
                trial, totals.received().stream().mapToLong(Long::longValue).sum(), sinceMillis));
        backlog.dataPoint(GaugeDataPointSnapshot.builder()
                .labels(trial)
                .value((double) totals.backlog())
                .build());
    }

    private static CounterDataPointSnapshot count(Labels labels, long count, long sinceMillis) {
        return CounterDataPointSnapshot.builder()
                .labels(labels)
                .value((double) count)
                .createdTimestampMillis(sinceMillis)
                .build();
    }

    /** @param reached the verdict; empty while the trial is under way */
    void state(Labels trial, String now, String reached) {
        phase.dataPoint(
                InfoDataPointSnapshot.builder().labels(trial.add("phase", now)).build());
        StateSetDataPointSnapshot.Builder states =
                StateSetDataPointSnapshot.builder().labels(trial);
        TrialMetrics.VERDICTS.forEach(one -> states.state(one, one.equals(reached)));
        verdict.dataPoint(states.build());
    }

    void errors(Labels kind, long messages, long sinceMillis) {
        errors.dataPoint(count(kind, messages, sinceMillis));
    }

    void failures(Labels kind, long number, long sinceMillis) {
        failures.dataPoint(count(kind, number, sinceMillis));
    }

    void latencies(LatencyMetric metric, Histogram nanos, Labels phase, long sinceMillis) {
        HistogramSnapshot.Builder family = latencies.get(metric);
        if (family != null) {
            family.dataPoint(LatencyBuckets.of(nanos, phase, sinceMillis));
        }
    }

    void trials(Labels end, long number, long sinceMillis) {
        trials.dataPoint(count(end, number, sinceMillis));
    }

    MetricSnapshots snapshots() {
        MetricSnapshots.Builder all = MetricSnapshots.builder()
                .metricSnapshot(offered.build())
                .metricSnapshot(sent.build())
                .metricSnapshot(acknowledged.build())
                .metricSnapshot(received.build())
                .metricSnapshot(errors.build())
                .metricSnapshot(failures.build())
                .metricSnapshot(backlog.build())
                .metricSnapshot(phase.build())
                .metricSnapshot(verdict.build())
                .metricSnapshot(trials.build());
        latencies.values().forEach(family -> all.metricSnapshot(family.build()));
        return all.build();
    }
}
