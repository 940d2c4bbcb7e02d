package dev.assay.run.metrics;

import dev.assay.model.failure.FailedOperation;
import dev.assay.model.failure.FailureClass;
import dev.assay.model.failure.FailureCount;
import dev.assay.model.metric.LatencyMetric;
import dev.assay.model.result.Delivery;
import dev.assay.model.result.Delivery.SubscriptionDelivery;
import dev.assay.model.result.IntervalHistogram;
import dev.assay.model.result.LoadTotals;
import dev.assay.model.result.TrialRecord;
import dev.assay.model.result.Verdict.Grade;
import dev.assay.model.result.WorkerInterval;
import dev.assay.model.timeline.Phase;
import dev.assay.model.trial.TrialEvent;
import dev.assay.model.trial.TrialListener;
import dev.assay.model.trial.TrialSecond;
import dev.assay.model.trial.TrialStage;
import io.prometheus.metrics.model.snapshots.Labels;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToLongFunction;
import org.HdrHistogram.Histogram;

/**
 * Collects one trial's metrics: all workers' reports, added up since the start of its load. Nothing is measured for it: intervals and
 * seconds are those of the run directory and the terminal.
 */
final class TrialMetrics implements TrialListener {
    private static final String FAILED = "FAILED";

    static final List<String> VERDICTS =
            List.of(Grade.VALID.name(), Grade.DEGRADED.name(), Grade.INVALID.name(), FAILED);

    /** The only kind of error that is known while the load is on; the others are in the ledgers. */
    private static final String FAILED_MESSAGES = "failed";

    private final String system;
    private final Labels labels;
    private final long sinceMillis = System.currentTimeMillis();
    private final Map<LatencyMetric, Map<String, Histogram>> latencies = new EnumMap<>(LatencyMetric.class);
    private List<FailureCount> failures = List.of();
    private final Map<String, Long> errors = new LinkedHashMap<>();
    private List<Phase> load = List.of();
    private boolean loading;
    private String phase = "starting";
    private LoadTotals totals = LoadTotals.ZERO;
    private String verdict = "";

    TrialMetrics(String system, String trial) {
        this.system = system;
        this.labels = Labels.of("system", system, "trial", trial);
        errors.put(FAILED_MESSAGES, 0L);
        MetricFamilies.LATENCIES.keySet().forEach(metric -> latencies.put(metric, new LinkedHashMap<>()));
    }

    @Override
    public synchronized void on(TrialEvent event) {
        switch (event) {
            case TrialEvent.Start start -> load = start.phases();
            case TrialEvent.Phases(List<Phase> phases) -> load = phases;
            case TrialStage stage -> enter(stage);
            case TrialEvent.Interval(WorkerInterval interval) -> add(interval);
            case TrialSecond second -> add(second);
            case TrialEvent.Finish(TrialRecord trial) -> finish(trial);
            case TrialEvent.Failure _ -> {
                phase = "failed";
                verdict = FAILED;
            }
            default -> {}
        }
    }

    private void enter(TrialStage stage) {
        loading = stage == TrialStage.LOADING;
        phase = loading && !load.isEmpty()
                ? load.getFirst().name()
                : stage.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private void add(WorkerInterval interval) {
        for (IntervalHistogram recorded : interval.histograms()) {
            Map<String, Histogram> byPhase = latencies.get(recorded.metric());
            if (byPhase != null) {
                byPhase.computeIfAbsent(recorded.phase(), _ -> new Histogram(3)).add(recorded.histogram());
            }
        }
    }

    private void add(TrialSecond second) {
        totals = second.totals();
        failures = totals.failures();
        errors.put(FAILED_MESSAGES, totals.failed());
        for (Phase one : load) {
            if (loading && one.hasSecondUpTo(second.seconds())) {
                phase = one.name();
            }
        }
    }

    private void finish(TrialRecord record) {
        phase = "finished";
        verdict = record.verdict().grade().name();
        failures = record.failures();
        Delivery delivery = record.delivery();
        errors.put(FAILED_MESSAGES, delivery.failed());
        errors.put("unsent", delivery.unsent());
        errors.put("unknown", delivery.unknown());
        errors.put("not-known", delivery.notKnown());
        errors.put("lost", sum(delivery, SubscriptionDelivery::lost));
        errors.put("undelivered", sum(delivery, SubscriptionDelivery::undelivered));
        errors.put("duplicated", sum(delivery, SubscriptionDelivery::duplicated));
        errors.put("out-of-order", sum(delivery, SubscriptionDelivery::outOfOrder));
        errors.put("corrupted", sum(delivery, SubscriptionDelivery::corrupted));
        errors.put("unexpected", sum(delivery, SubscriptionDelivery::unexpected));
    }

    private static long sum(Delivery delivery, ToLongFunction<SubscriptionDelivery> count) {
        return delivery.subscriptions().stream().mapToLong(count).sum();
    }

    /** Returns the labels under which the ended trial counts; empty while it is under way. */
    synchronized Optional<Labels> ended() {
        return verdict.isEmpty() ? Optional.empty() : Optional.of(endedWith(verdict));
    }

    Labels endedWith(String end) {
        return Labels.of("system", system, "verdict", end);
    }

    synchronized void addTo(MetricFamilies families) {
        families.counts(labels, totals, sinceMillis);
        families.state(labels, phase, verdict);
        errors.forEach((kind, messages) -> families.errors(labels.add("kind", kind), messages, sinceMillis));
        for (FailedOperation operation : FailedOperation.values()) {
            for (FailureClass kind : FailureClass.values()) {
                long number =
                        FailureCount.total(failures, count -> count.operation() == operation && count.kind() == kind);
                if (number > 0) {
                    Labels of = labels.add("operation", operation.code()).add("kind", kind.code());
                    families.failures(of, number, sinceMillis);
                }
            }
        }
        latencies.forEach((metric, byPhase) -> byPhase.forEach(
                (name, nanos) -> families.latencies(metric, nanos, labels.add("phase", name), sinceMillis)));
    }
}
