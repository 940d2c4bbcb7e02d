package dev.assay.analysis.explanation;

import dev.assay.analysis.PhaseAnalysis;
import dev.assay.analysis.RunAnalysis;
import dev.assay.analysis.TrialAnalysis;
import dev.assay.analysis.comparison.ComparedStatistic;
import dev.assay.analysis.comparison.Comparison;
import dev.assay.analysis.comparison.ComparisonRequest;
import dev.assay.analysis.comparison.Difference;
import dev.assay.analysis.comparison.RatioEstimate;
import dev.assay.analysis.comparison.Uncomparable;
import dev.assay.model.result.Comparability;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What trials have shown in which one limit was moved at a time.
 *
 * @param threshold the least effect that matters, as a fraction
 * @param effects by suspect, in the order in which they were measured; of each the statistic that decides first
 */
public record Explanation(double threshold, List<Effect> effects) {
    /** The least effect that matters, as a fraction, where nothing else was said. */
    public static final double USUAL_THRESHOLD = 0.1;

    /** What may be said of a hypothesis. */
    public enum Answer {
        /** Moving it alone moved the value, by as much as matters as far as is known. */
        CAUSED,
        /** Moving it alone did not move the value by as much as matters. */
        NOT_CAUSED,
        /** Neither is known. */
        UNDECIDED;

        /** In words, such as {@code not caused}. */
        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT).replace('_', ' ');
        }
    }

    /**
     * What moving one limit did to one statistic.
     *
     * @param decides whether it is the one by which the hypothesis is judged
     * @param keys what differed between the trials, by scenario path: as it was, and moved
     */
    public record Effect(
            Hypothesis hypothesis,
            ComparedStatistic compared,
            boolean decides,
            Answer answer,
            Map<String, List<String>> keys) {}

    public Explanation {
        effects = List.copyOf(effects);
    }

    /** Whether the run was made to explain another one. */
    public static boolean explains(RunAnalysis run) {
        return run.trials().stream()
                .anyMatch(trial ->
                        Comparison.AS_IT_WAS.equals(trial.trial().dimensions().get(Comparison.EXPLAIN)));
    }

    /**
     * What a run has shown that was made for it; empty where nothing was measured beside what was as it was.
     *
     * @param threshold the least effect that matters, as a fraction
     */
    public static Optional<Explanation> of(RunAnalysis run, double threshold) {
        if (!explains(run)) {
            return Optional.empty();
        }
        boolean sustained = sustained(run);
        List<String> hypotheses = run.trials().stream()
                .map(trial -> Objects.requireNonNullElse(
                        trial.trial().dimensions().get(Comparison.EXPLAIN), Comparison.AS_IT_WAS))
                .filter(name -> !name.equals(Comparison.AS_IT_WAS))
                .distinct()
                .toList();
        List<Effect> effects = hypotheses.stream()
                .flatMap(name -> Hypothesis.ofTag(name).stream())
                .flatMap(hypothesis -> effects(run, hypothesis, sustained, threshold))
                .toList();
        return effects.isEmpty() ? Optional.empty() : Optional.of(new Explanation(threshold, effects));
    }

    /** Whether the load was sustained as it was, in any trial: latencies of others are but lower bounds. */
    private static boolean sustained(RunAnalysis run) {
        return run.trials().stream()
                .filter(trial ->
                        Comparison.AS_IT_WAS.equals(trial.trial().dimensions().get(Comparison.EXPLAIN)))
                .anyMatch(trial -> codes(trial).noneMatch(Comparability.NOT_SUSTAINED::contains));
    }

    private static Stream<String> codes(TrialAnalysis trial) {
        return Stream.concat(
                trial.verdict().reasons().stream().map(reason -> reason.code()),
                trial.verdict().findings().stream().map(finding -> finding.code()));
    }

    private static Stream<Effect> effects(RunAnalysis run, Hypothesis hypothesis, boolean sustained, double threshold) {
        List<String> statistics = sustained ? hypothesis.statistics() : List.of(ComparisonRequest.ACHIEVED);
        ComparisonRequest request = new ComparisonRequest(
                Optional.of(Comparison.EXPLAIN),
                Optional.of(Comparison.AS_IT_WAS),
                inPhases(run, statistics),
                threshold);
        return comparison(run, request).stream()
                .flatMap(comparison -> comparison.pairs().stream())
                .filter(pair -> pair.candidate().endsWith(" " + hypothesis.tag()))
                .flatMap(pair -> pair.statistics().stream()
                        .map(compared -> new Effect(
                                hypothesis,
                                compared,
                                compared.statistic().startsWith(statistics.getFirst()),
                                answer(compared, hypothesis.tightened(), threshold),
                                pair.settings())));
    }

    private static List<String> inPhases(RunAnalysis run, List<String> statistics) {
        List<String> phases = run.trials().stream()
                .flatMap(trial -> trial.measured().stream())
                .map(PhaseAnalysis::phase)
                .map(phase -> phase.name())
                .distinct()
                .toList();
        return phases.size() == 1
                ? statistics
                : phases.stream()
                        .flatMap(phase -> statistics.stream().map(statistic -> statistic + " in " + phase))
                        .toList();
    }

    private static Optional<Comparison> comparison(RunAnalysis run, ComparisonRequest request) {
        try {
            return Optional.of(Comparison.within(run, request));
        } catch (Uncomparable _) {
            return Optional.empty();
        }
    }

    /**
     * A limit was one if moving it helped: times grow shorter or rates higher, or the other way round where it was made tighter. It was
     * none if the whole interval leaves out an effect of that sign that matters.
     */
    private static Answer answer(ComparedStatistic compared, boolean tightened, double threshold) {
        boolean upwards = ComparisonRequest.isRate(compared.statistic()) != tightened;
        if (compared.estimate().isEmpty()) {
            return Answer.UNDECIDED;
        }
        if (compared.difference() == (upwards ? Difference.GREATER : Difference.LESS)) {
            return Answer.CAUSED;
        }
        RatioEstimate estimate = compared.estimate().get();
        boolean excluded = upwards
                ? estimate.interval().high() < 1 + threshold
                : estimate.interval().low() > 1 / (1 + threshold);
        return excluded ? Answer.NOT_CAUSED : Answer.UNDECIDED;
    }

    /** The effects by which hypotheses are judged. */
    public List<Effect> deciding() {
        return effects.stream().filter(Effect::decides).toList();
    }

    /** Whether nothing is left undecided that decides. */
    public boolean decided() {
        return deciding().stream().noneMatch(effect -> effect.answer() == Answer.UNDECIDED);
    }
}
