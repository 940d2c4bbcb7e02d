package dev.assay.analysis.verdict;

import dev.assay.analysis.evidence.FigureEvidence.Of;
import dev.assay.analysis.evidence.PhaseEvidence;
import dev.assay.analysis.evidence.TrialEvidence;
import dev.assay.analysis.quality.PhaseQualities;
import dev.assay.analysis.quality.Quality;
import dev.assay.analysis.quality.Quality.Flaw;
import dev.assay.analysis.quality.Quality.Kind;
import dev.assay.model.result.LatencyMetric;
import dev.assay.model.result.LatencyStatistic;
import dev.assay.model.result.TrialSubscription;
import dev.assay.model.result.Verdict.Finding;
import dev.assay.model.result.Verdict.Reason;
import dev.assay.model.spec.ResultStatistics;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;

/**
 * What follows for a phase from the quality of the figures that the scenario declares as its result: one that was disturbed degrades
 * it, one with too little behind it is no result, which is a finding. Arrivals are judged for each subscription that tails.
 */
final class QualityRules {
    private static final String RESULT_KEY = "result";
    private static final int MAX_NAMED = 6;

    private final PhaseEvidence phase;
    private final PhaseQualities qualities;
    private final List<Declared> declared = new ArrayList<>();

    private record Declared(String name, double nanos, Quality quality) {}

    private record Disturbed(Declared figure, Flaw flaw) {
        double share() {
            return flaw.nanos() / Math.max(1, figure.nanos());
        }
    }

    QualityRules(TrialEvidence evidence, PhaseEvidence phase, PhaseQualities qualities) {
        this.phase = phase;
        this.qualities = qualities;
        ResultStatistics result = Optional.ofNullable(
                        evidence.trial().resolved().get(RESULT_KEY))
                .map(ResultStatistics::parse)
                .orElse(ResultStatistics.DEFAULT);
        List<String> tailing =
                evidence.tailing().stream().map(TrialSubscription::name).toList();
        for (LatencyMetric metric : LatencyMetric.values()) {
            boolean arrivals = metric == LatencyMetric.END_TO_END || metric == LatencyMetric.CALL_TO_END;
            if (arrivals && tailing.size() > 1) {
                tailing.forEach(name -> add(result, new Of(metric, name), " of subscription " + name));
            } else {
                add(result, new Of(metric, ""), "");
            }
        }
    }

    private void add(ResultStatistics result, Of of, String suffix) {
        qualities.samples(of).ifPresent(samples -> {
            for (double percent : LatencyStatistic.PERCENTS) {
                LatencyStatistic statistic =
                        new LatencyStatistic(of.metric(), OptionalDouble.of(percent), Optional.empty());
                if (declares(result, statistic)) {
                    declared.add(new Declared(
                            statistic.toString().replace('.' + "p", " p") + suffix,
                            (double) samples.nanosAt(percent),
                            qualities.quantile(of, percent)));
                }
            }
            if (declares(result, new LatencyStatistic(of.metric(), OptionalDouble.empty(), Optional.empty()))) {
                declared.add(new Declared(
                        of.metric().tag() + " mean" + suffix,
                        samples.histogram().getMean(),
                        qualities.mean(of)));
            }
        });
    }

    private boolean declares(ResultStatistics result, LatencyStatistic statistic) {
        return result.declares(
                statistic.metric(), statistic.percent(), phase.phase().name());
    }

    List<Reason> reasons() {
        List<Reason> reasons = new ArrayList<>();
        cause(Kind.SEND_DELAY)
                .ifPresent(cause -> reasons.add(Rule.SEND_DELAY.degraded(
                        cause + ": response and end-to-end include time that the system did not cause",
                        "Give the workers more CPU, or spread the load over more producers or workers.")));
        cause(Kind.PAUSES)
                .ifPresent(
                        cause -> reasons.add(
                                Rule.HICCUPS.degraded(
                                        cause,
                                        "Stop other work on the machine, or use one with dedicated processors; if it recurs, find out what suspends or starves the worker.")));
        cause(Kind.COLLECTIONS)
                .ifPresent(cause -> reasons.add(Rule.GC.degraded(
                        cause, "Give the worker a larger heap, or spread the load over more workers.")));
        cause(Kind.CLOCKS)
                .ifPresent(
                        cause -> reasons.add(
                                Rule.CLOCK_ERROR.degraded(
                                        cause,
                                        "Use workers on one host, or hosts with a quiet network between them, so that offsets can be estimated.")));
        return reasons;
    }

    /** The figure that has most of it, and the names of the others. */
    private Optional<String> cause(Kind kind) {
        List<Disturbed> disturbed = declared.stream()
                .flatMap(figure -> figure.quality().disturbances().stream()
                        .filter(flaw -> flaw.kind() == kind)
                        .map(flaw -> new Disturbed(figure, flaw)))
                .sorted(Comparator.comparingDouble(Disturbed::share).reversed())
                .toList();
        return disturbed.stream()
                .findFirst()
                .map(worst -> "%s: %s%s"
                        .formatted(
                                worst.figure().name(),
                                QualityText.of(
                                        worst.figure().quality(),
                                        worst.flaw(),
                                        worst.figure().nanos()),
                                also(disturbed.stream()
                                        .skip(1)
                                        .map(one -> one.figure().name())
                                        .toList())));
    }

    private static String also(List<String> names) {
        return names.isEmpty()
                ? ""
                : "; in the same way "
                        + names.stream().limit(MAX_NAMED).collect(Collectors.joining(", "))
                        + (names.size() > MAX_NAMED ? " and " + (names.size() - MAX_NAMED) + " more" : "");
    }

    /** The declared figures that too little stands behind. */
    Optional<Finding> finding() {
        List<String> weak = declared.stream()
                .flatMap(figure -> figure.quality().flaws().stream()
                        .filter(flaw -> flaw.kind() == Kind.FEW_SAMPLES || flaw.kind() == Kind.FEW_EVENTS)
                        .findFirst()
                        .stream()
                        .map(flaw ->
                                figure.name() + " (" + QualityText.of(figure.quality(), flaw, figure.nanos()) + ")"))
                .toList();
        return weak.isEmpty()
                ? Optional.empty()
                : Optional.of(new Finding(
                        phase.phase().name(),
                        Finding.UNSUPPORTED,
                        "no result, since too little stands behind it: "
                                + weak.stream().limit(MAX_NAMED).collect(Collectors.joining(", "))
                                + (weak.size() > MAX_NAMED ? " and " + (weak.size() - MAX_NAMED) + " more" : "")));
    }
}
