package dev.assay.analysis.explanation;

import dev.assay.analysis.PhaseAnalysis;
import dev.assay.analysis.RunAnalysis;
import dev.assay.analysis.TrialAnalysis;
import dev.assay.analysis.comparison.ComparedStatistic;
import dev.assay.analysis.comparison.Comparison;
import dev.assay.analysis.comparison.ComparisonRequest;
import dev.assay.analysis.comparison.Holm;
import dev.assay.analysis.comparison.RatioEstimate;
import dev.assay.analysis.comparison.Uncomparable;
import dev.assay.model.result.Comparability;
import dev.assay.model.result.Interval;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * What trials have shown in which one limit was moved at a time.
 *
 * <p>A limit that is loosened is a cause where that helps. Made tighter, anything is a limit at last, so that this shows no cause: it shows how
 * sensitive the value is, by its {@link Elasticity}.
 *
 * <p>Several hypotheses are judged together, after Holm (Scandinavian Journal of Statistics 6, 1979): a word is said where the interval says it, and
 * chance would hardly say it of any of them.
 *
 * @param threshold the least effect that matters, as a fraction
 * @param effects by hypothesis, in the order in which they were measured; of each the statistic that decides first
 */
public record Explanation(double threshold, List<Effect> effects) {
    /** The least effect that matters, as a fraction, where nothing else was said. */
    public static final double USUAL_THRESHOLD = 0.1;

    /** Of each end of an interval; both together are 5 %. */
    private static final double TAIL = 0.025;

    /** What may be said of a hypothesis. */
    public enum Answer {
        /** Loosening it alone helped, by as much as matters as far as is known. */
        CAUSED,
        /** Loosening it alone did not help by as much as matters. */
        NOT_CAUSED,
        /** A fifth less of it would do harm that matters. */
        SENSITIVE,
        /** A fifth less of it would do no harm that matters. */
        NOT_SENSITIVE,
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
     * @param answer empty where the hypothesis is judged by another statistic
     * @param byItself what the interval says, whatever else was tested
     * @param elasticity where the number of processors was moved
     * @param keys what differed between the trials, by scenario path: as it was, and moved
     */
    public record Effect(
            Hypothesis hypothesis,
            ComparedStatistic compared,
            Optional<Answer> answer,
            Answer byItself,
            Optional<Elasticity> elasticity,
            Map<String, List<String>> keys) {
        /** Whether it is the one by which the hypothesis is judged. */
        public boolean decides() {
            return answer.isPresent();
        }

        /** Whether the limit was made tighter, which shows no cause. */
        public boolean tightened() {
            return elasticity.filter(moved -> moved.to() < moved.from()).isPresent();
        }

        /**
         * The ratio at which a fifth less of what was made tighter would matter.
         *
         * @throws java.util.NoSuchElementException where nothing was
         */
        public double edge(double threshold) {
            Elasticity moved = elasticity.orElseThrow();
            return Elasticity.ratio(compared, Elasticity.sensitiveFrom(threshold), moved.from(), moved.to());
        }

        private Effect says(Answer said) {
            return new Effect(hypothesis, compared, Optional.of(said), byItself, elasticity, keys);
        }
    }

    public Explanation {
        effects = List.copyOf(effects);
    }

    /** Whether the run was made to explain another one. */
    public static boolean explains(RunAnalysis run) {
        return of(run, Comparison.AS_IT_WAS).findAny().isPresent();
    }

    private static Stream<TrialAnalysis> of(RunAnalysis run, String variant) {
        return run.trials().stream()
                .filter(trial -> variant.equals(trial.trial().dimensions().get(Comparison.EXPLAIN)));
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
        List<Judged> judged = hypotheses.stream()
                .flatMap(name -> Hypothesis.ofTag(name).stream())
                .flatMap(hypothesis -> effects(run, hypothesis, sustained, threshold))
                .toList();
        return judged.isEmpty() ? Optional.empty() : Optional.of(new Explanation(threshold, together(judged)));
    }

    /** Whether the load was sustained as it was, in any trial: latencies of others are but lower bounds. */
    private static boolean sustained(RunAnalysis run) {
        return of(run, Comparison.AS_IT_WAS)
                .anyMatch(trial -> codes(trial).noneMatch(Comparability.NOT_SUSTAINED::contains));
    }

    private static Stream<String> codes(TrialAnalysis trial) {
        return Stream.concat(
                trial.verdict().reasons().stream().map(reason -> reason.code()),
                trial.verdict().findings().stream().map(finding -> finding.code()));
    }

    /**
     * An effect, and what chance has to do with it.
     *
     * @param p how often chance alone says what its interval says, at most
     */
    private record Judged(Effect effect, double p) {}

    private static Stream<Judged> effects(RunAnalysis run, Hypothesis hypothesis, boolean sustained, double threshold) {
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
                        .map(compared -> judged(
                                hypothesis,
                                compared,
                                compared.statistic().startsWith(statistics.getFirst()),
                                hypothesis == Hypothesis.PROCESSORS ? elasticity(run, compared) : Optional.empty(),
                                pair.settings(),
                                threshold)));
    }

    private static Optional<Elasticity> elasticity(RunAnalysis run, ComparedStatistic compared) {
        OptionalInt from = processors(run, Comparison.AS_IT_WAS);
        OptionalInt to = processors(run, Hypothesis.PROCESSORS.tag());
        return compared.estimate()
                .filter(_ -> from.isPresent() && to.isPresent() && from.getAsInt() != to.getAsInt())
                .map(estimate -> Elasticity.of(estimate.interval(), from.getAsInt(), to.getAsInt()));
    }

    private static OptionalInt processors(RunAnalysis run, String variant) {
        return of(run, variant)
                .map(trial -> Elasticity.processors(trial.trial()))
                .filter(OptionalInt::isPresent)
                .findFirst()
                .orElse(OptionalInt.empty());
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

    /** What the interval says by itself. */
    private static Judged judged(
            Hypothesis hypothesis,
            ComparedStatistic compared,
            boolean decides,
            Optional<Elasticity> elasticity,
            Map<String, List<String>> keys,
            double threshold) {
        boolean rate = ComparisonRequest.isRate(compared.statistic());
        Word word;
        if (!compared.counts().enoughKnown() || (hypothesis == Hypothesis.PROCESSORS && elasticity.isEmpty())) {
            word = Word.NONE;
        } else if (elasticity.filter(moved -> moved.to() < moved.from()).isPresent()) {
            word = ofTightened(compared, elasticity.orElseThrow(), rate, threshold);
        } else {
            word = ofLoosened(compared, rate, threshold);
        }
        return new Judged(
                new Effect(
                        hypothesis,
                        compared,
                        decides ? Optional.of(word.answer) : Optional.empty(),
                        word.answer,
                        elasticity,
                        keys),
                word.p);
    }

    /** A word by itself, and how often chance alone would say it at most. */
    private record Word(Answer answer, double p) {
        static final Word NONE = new Word(Answer.UNDECIDED, 1);
    }

    /**
     * A limit was one if loosening it helped: times grow shorter or rates higher. It was none if the whole interval leaves out an effect of
     * that sign that matters.
     */
    private static Word ofLoosened(ComparedStatistic compared, boolean rate, double threshold) {
        double matters = rate ? 1 + threshold : 1 / (1 + threshold);
        Optional<Interval> seen = compared.estimate().map(RatioEstimate::interval);
        if (seen.isEmpty()) {
            return Word.NONE;
        }
        if (beyond(seen.get(), 1, rate)
                && (rate ? seen.get().centre() >= matters : seen.get().centre() <= matters)) {
            return new Word(Answer.CAUSED, p(compared.ratios(), 1, rate));
        }
        return beyond(seen.get(), matters, !rate)
                ? new Word(Answer.NOT_CAUSED, p(compared.ratios(), matters, !rate))
                : Word.NONE;
    }

    /** A value is sensitive if the whole interval of its elasticity is so large that a fifth less would matter, and is not if none of it is. */
    private static Word ofTightened(ComparedStatistic compared, Elasticity elasticity, boolean rate, double threshold) {
        double edge =
                Elasticity.ratio(compared, Elasticity.sensitiveFrom(threshold), elasticity.from(), elasticity.to());
        Interval seen = compared.estimate().map(RatioEstimate::interval).orElseThrow();
        if (beyond(seen, edge, !rate)) {
            return new Word(Answer.SENSITIVE, p(compared.ratios(), edge, !rate));
        }
        return beyond(seen, edge, rate) ? new Word(Answer.NOT_SENSITIVE, p(compared.ratios(), edge, rate)) : Word.NONE;
    }

    private static boolean beyond(Interval seen, double edge, boolean upwards) {
        return upwards ? seen.low() > edge : seen.high() < edge;
    }

    /** Student's t of the logarithms: how often they would be as far beyond that ratio if they were not. */
    private static double p(List<Double> ratios, double edge, boolean upwards) {
        int n = ratios.size();
        double[] logs = ratios.stream()
                .mapToDouble(ratio -> (upwards ? 1 : -1) * Math.log(ratio / edge))
                .toArray();
        double mean = Arrays.stream(logs).sum() / n;
        double squares = 0;
        for (double log : logs) {
            squares += (log - mean) * (log - mean);
        }
        double error = Math.sqrt(squares / (n - 1) / n);
        return error == 0 ? (mean > 0 ? 0 : 1) : TDistribution.of(n - 1.0).survivalProbability(mean / error);
    }

    /** The words that hold for all of them together, after {@link Holm}; the others are withdrawn. */
    private static List<Effect> together(List<Judged> all) {
        List<Judged> deciding =
                all.stream().filter(judged -> judged.effect().decides()).toList();
        List<Double> adjusted = Holm.adjusted(deciding.stream().map(Judged::p).toList());
        List<Effect> effects = new ArrayList<>();
        for (Judged judged : all) {
            int place = deciding.indexOf(judged);
            effects.add(
                    place >= 0 && adjusted.get(place) > TAIL
                            ? judged.effect().says(Answer.UNDECIDED)
                            : judged.effect());
        }
        return effects;
    }

    /** The effects by which hypotheses are judged. */
    public List<Effect> deciding() {
        return effects.stream().filter(Effect::decides).toList();
    }

    /** Whether nothing is left undecided that decides. */
    public boolean decided() {
        return deciding().stream().noneMatch(effect -> effect.answer().equals(Optional.of(Answer.UNDECIDED)));
    }
}
