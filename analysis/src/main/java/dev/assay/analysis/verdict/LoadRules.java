package dev.assay.analysis.verdict;

import dev.assay.analysis.verdict.Rule.Limit;
import dev.assay.core.result.LoadTotals;
import dev.assay.core.result.Phase;
import dev.assay.core.result.Verdict.Grade;
import dev.assay.core.result.Verdict.Reason;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;
import java.util.stream.LongStream;

/** Rules about whether the load was the one asked for, and whether the system was in a steady state under it. */
final class LoadRules {
    private static final long SECOND = 1_000_000_000L;
    private static final int FEWEST_POINTS = 8;

    private final TrialEvidence evidence;
    private final LoadWindow window;
    private final List<Reason> reasons = new ArrayList<>();

    LoadRules(TrialEvidence evidence) {
        this.evidence = evidence;
        this.window = new LoadWindow(evidence.load());
    }

    List<Reason> reasons() {
        unsent();
        evidence.facts().measure().filter(phase -> !evidence.load().isEmpty()).ifPresent(measure -> {
            rate(measure);
            outstanding(measure);
        });
        return reasons;
    }

    private void unsent() {
        long unsent = evidence.facts().delivery().unsent();
        if (unsent > 0) {
            reasons.add(Rule.UNSENT.invalid(
                    "%s of %s scheduled were never handed to the client, because the load was too late to catch up"
                            .formatted(
                                    FigureText.messages(unsent),
                                    FigureText.count(evidence.facts().delivery().scheduled())),
                    "Lower workload.rate, or add producers or workers."));
        }
    }

    private void rate(Phase measure) {
        double offered = within(measure, LoadTotals::offered);
        if (offered <= 0) {
            return;
        }
        double sent = within(measure, LoadTotals::sent);
        double acked = within(measure, LoadTotals::acked);
        double forgiven = Math.min(1, offered) + Limit.IN_FLIGHT_NANOS * offered / length(measure);
        double share = (Math.min(sent, acked) + forgiven) / offered;
        if (share < Limit.RATE_DEGRADED) {
            Grade grade = share < Limit.RATE_INVALID ? Grade.INVALID : Grade.DEGRADED;
            String cause = (sent + forgiven) / offered < Limit.RATE_DEGRADED
                    ? missed("sent", sent, offered, measure)
                            + "; the system held the clients up, or the workers could not keep up"
                    : missed("acknowledged", acked, offered, measure)
                            + "; the system or the workers' clients could not keep up";
            reasons.add(new Reason(
                    grade,
                    Rule.RATE_MISSED.code(),
                    cause,
                    "Lower workload.rate, or find what is saturated: worker, broker or disk, in the report's charts."));
        }
    }

    private static String missed(String what, double count, double offered, Phase measure) {
        double seconds = length(measure) / SECOND;
        return "%s %s msg/s of %s msg/s offered over %s (%s)"
                .formatted(
                        what,
                        FigureText.count(count / seconds),
                        FigureText.count(offered / seconds),
                        FigureText.time(length(measure)),
                        FigureText.percent(count / offered));
    }

    /** Whatever is offered and not yet received counts, whether it waits before the producer or behind the broker. */
    private void outstanding(Phase measure) {
        double[] outstanding = LongStream.iterate(
                        measure.startNanos(), nanos -> nanos <= measure.endNanos(), nanos -> nanos + SECOND)
                .mapToDouble(nanos -> window.at(nanos, LoadWindow::outstanding))
                .toArray();
        if (outstanding.length < FEWEST_POINTS) {
            return;
        }
        Trend trend = Trend.of(outstanding);
        double growth = trend.slope() * length(measure) / SECOND;
        double limit = evidence.facts().offeredPerSecond() * Limit.OUTSTANDING_GROWTH_NANOS / SECOND;
        if (growth > limit && trend.z() > Limit.OUTSTANDING_Z) {
            reasons.add(Rule.OUTSTANDING_GROWING.invalid(
                    "messages outstanding grew by %s msg/s, which makes %s messages over %s at %s msg/s offered (trend z %.1f)"
                            .formatted(
                                    FigureText.count(trend.slope()),
                                    FigureText.count(growth),
                                    FigureText.time(length(measure)),
                                    FigureText.count(evidence.facts().offeredPerSecond()),
                                    trend.z()),
                    "The system cannot sustain this load: lower workload.rate, or add partitions or consumers."));
        }
    }

    private double within(Phase phase, ToLongFunction<LoadTotals> count) {
        return window.at(phase.endNanos(), count) - window.at(phase.startNanos(), count);
    }

    private static double length(Phase phase) {
        return phase.endNanos() - phase.startNanos();
    }
}
