package dev.assay.analysis.verdict;

import dev.assay.analysis.evidence.LoadChange;
import dev.assay.analysis.evidence.PhaseEvidence;
import dev.assay.analysis.evidence.ReaderLoad;
import dev.assay.analysis.steady.Trend;
import dev.assay.model.result.LatencyMetric;
import dev.assay.model.result.Phase;
import dev.assay.model.result.Phase.Expectation;
import dev.assay.model.result.Verdict.Finding;
import dev.assay.model.result.Verdict.Grade;
import dev.assay.model.result.Verdict.Reason;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Rules about whether the load was the one asked for, and whether the system was in a steady state under it. */
final class LoadRules {
    private static final double NANOS_PER_SECOND = 1e9;
    private static final int MIN_POINTS = 8;

    private final PhaseEvidence evidence;
    private final Thresholds thresholds;
    private final List<Reason> reasons = new ArrayList<>();

    LoadRules(PhaseEvidence evidence, Thresholds thresholds) {
        this.evidence = evidence;
        this.thresholds = thresholds;
    }

    List<Reason> reasons() {
        evidence.load().ifPresent(load -> {
            rate(load);
            outstanding(load);
        });
        return reasons;
    }

    /** How long a system that was disturbed on purpose acknowledged nothing. Where none is expected, other rules see an outage. */
    Optional<Finding> outage() {
        return evidence.load()
                .filter(load -> evidence.phase().expectation() == Expectation.DISTURBED)
                .map(LoadChange::silenceSeconds)
                .map(seconds -> seconds * NANOS_PER_SECOND)
                .filter(nanos -> nanos >= thresholds.of(Threshold.OUTAGE_NANOS))
                .map(nanos -> new Finding(
                        evidence.phase().name(),
                        "outage",
                        "nothing was acknowledged for %s, to the second".formatted(FigureText.time(nanos))));
    }

    private void rate(LoadChange load) {
        double offered = load.offered();
        if (offered <= 0) {
            return;
        }
        Phase phase = evidence.phase();
        double responding = forgiven(LatencyMetric.RESPONSE, offered);
        if (tooFew(load.sent() + responding, offered)) {
            missed(
                    load.sent() + responding,
                    offered,
                    missed("sent", load.sent(), offered, phase)
                            + "; the system held the clients up, or the workers could not keep up");
        } else if (tooFew(load.acked() + responding, offered)) {
            missed(
                    load.acked() + responding,
                    offered,
                    missed("acknowledged", load.acked(), offered, phase)
                            + "; the system or the workers' clients could not keep up");
        } else {
            received(offered, phase);
        }
    }

    /** The slowest of those that tail. */
    private void received(double offered, Phase phase) {
        double arriving = forgiven(LatencyMetric.END_TO_END, offered);
        evidence.readers().stream()
                .filter(ReaderLoad::tails)
                .min(Comparator.comparingDouble(ReaderLoad::receivedDue))
                .filter(slowest -> tooFew(slowest.receivedDue() + arriving, offered))
                .ifPresent(slowest -> missed(
                        slowest.receivedDue() + arriving,
                        offered,
                        missed("received", slowest.receivedDue(), offered, phase)
                                + (slowest.subscription().name().isEmpty()
                                        ? ""
                                        : " by subscription "
                                                + slowest.subscription().name())
                                + "; the consumers, or the system that serves them, could not keep up"));
    }

    /** Whether a count that forgives what is in flight is too low. */
    private boolean tooFew(double count, double offered) {
        return count / offered < thresholds.of(Threshold.RATE_DEGRADED);
    }

    private void missed(double count, double offered, String cause) {
        Grade grade = count / offered < thresholds.of(Threshold.RATE_INVALID) ? Grade.INVALID : Grade.DEGRADED;
        reasons.add(new Reason(
                grade,
                Rule.RATE_MISSED.code(),
                cause,
                "Lower workload.rate, or find what is saturated: worker, broker or disk, in the report's charts."));
    }

    /**
     * Messages in flight at any time of a steady state: rate by latency (J. D. C. Little, "A proof for the queuing formula L = λ W",
     * Operations Research 9, 1961). Latencies that grow as messages pile up, or are those of a backlog from before, don't forgive
     * themselves: it is the better third that counts.
     */
    private double forgiven(LatencyMetric metric, double offered) {
        double latency = Math.min(
                lower(metric.title() + " p99"),
                thresholds.of(Threshold.IN_FLIGHT_OF_MEDIAN) * lower(metric.title() + " p50"));
        double nanos = Math.max(thresholds.of(Threshold.IN_FLIGHT_NANOS), latency);
        return Math.min(1, offered) + nanos * offered / evidence.phase().lengthNanos();
    }

    private double lower(String series) {
        return evidence.drifts().stream()
                .filter(drift -> drift.series().equals(series))
                .mapToDouble(drift -> drift.drift().lower())
                .findFirst()
                .orElse(0);
    }

    private static String missed(String what, double count, double offered, Phase phase) {
        double seconds = phase.lengthNanos() / NANOS_PER_SECOND;
        return "%s %s msg/s of %s msg/s offered over %s (%s)"
                .formatted(
                        what,
                        FigureText.count(count / seconds),
                        FigureText.count(offered / seconds),
                        FigureText.time(phase.lengthNanos()),
                        FigureText.percent(count / offered));
    }

    /** Whatever is offered and not yet received counts, whether it waits before the producer or behind the broker. */
    private void outstanding(LoadChange load) {
        Trend trend = load.outstanding();
        if (load.points() < MIN_POINTS || load.offered() <= 0) {
            return;
        }
        double offeredPerSecond = evidence.offeredPerSecond();
        double growth = trend.slope() * evidence.phase().lengthNanos() / NANOS_PER_SECOND;
        double limit = offeredPerSecond * thresholds.of(Threshold.OUTSTANDING_GROWTH_NANOS) / NANOS_PER_SECOND;
        if (growth > limit && trend.z() > thresholds.of(Threshold.OUTSTANDING_Z)) {
            reasons.add(Rule.OUTSTANDING_GROWING.invalid(
                    "messages outstanding grew by %s msg/s, which makes %s messages over %s at %s msg/s offered (trend z %.1f)"
                            .formatted(
                                    FigureText.count(trend.slope()),
                                    FigureText.count(growth),
                                    FigureText.time(evidence.phase().lengthNanos()),
                                    FigureText.count(offeredPerSecond),
                                    trend.z()),
                    "The system cannot sustain this load: lower workload.rate, or add partitions or consumers."));
        }
    }
}
