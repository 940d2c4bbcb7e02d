package dev.assay.report.text;

import dev.assay.analysis.comparison.ComparedStatistic;
import dev.assay.analysis.comparison.RatioEstimate;
import dev.assay.analysis.comparison.Sampling;
import dev.assay.analysis.explanation.Elasticity;
import dev.assay.analysis.explanation.Explanation;
import dev.assay.analysis.explanation.Explanation.Answer;
import dev.assay.analysis.explanation.Explanation.Effect;
import dev.assay.analysis.explanation.TrialHypothesis;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** What held a trial back, in words: the same on the page and on the terminal. */
public final class ExplanationText {
    private static final String EFFECTIVE = "effective ";

    private ExplanationText() {}

    /** What was found, a sentence or two for each limit that was moved. */
    public static List<String> findings(Explanation explanation) {
        return explanation.deciding().stream()
                .map(effect -> finding(effect, explanation.threshold()))
                .toList();
    }

    /** What the words mean. */
    public static String note(Explanation explanation) {
        String matters = percent(explanation.threshold());
        List<Effect> deciding = explanation.deciding();
        boolean tightened = deciding.stream().anyMatch(Effect::tightened);
        boolean loosened = deciding.stream().anyMatch(effect -> !effect.tightened());
        return "Trials in which only one limit was changed, compared with unchanged trials of the same blocks."
                + (loosened
                        ? " Caused: loosened, the value improved by " + matters
                                + " or more, and its whole 95 % interval excludes 1; not caused: the interval excludes an"
                                + " improvement of " + matters + "; undecided otherwise."
                        : "")
                + (tightened
                        ? String.format(
                                Locale.ROOT,
                                " Made tighter, anything is a limit at last, which shows no cause: the elasticity says by how many per cent"
                                        + " the value changes for each per cent of the limit. Sensitive: its whole 95 %% interval is"
                                        + " beyond %.2f on the side of harm, where a fifth less makes it worse by %s; not sensitive: none of it is;"
                                        + " undecided otherwise.",
                                Elasticity.sensitiveFrom(explanation.threshold()),
                                matters)
                        : "")
                + (deciding.size() > 1
                        ? " Of " + deciding.size()
                                + " limits tested, words are said that hold for all of them together (Holm)."
                        : "")
                + " Several limits may be causes at the same time.";
    }

    /** What is said of an effect; empty where another statistic decides. */
    public static String says(Effect effect) {
        return effect.answer().map(Answer::toString).orElse("");
    }

    /** The elasticity alone; empty where there is none. */
    public static String elasticity(Effect effect) {
        return effect.elasticity()
                .map(found -> elasticity(found.interval().centre()))
                .orElse("");
    }

    private static String elasticity(double value) {
        if (Double.isInfinite(value)) {
            return value < 0 ? "unbounded" : "unbounded above";
        }
        return String.format(Locale.ROOT, "%.2f", value == 0 ? 0 : value);
    }

    private static String finding(Effect effect, double threshold) {
        return effect.hypothesis().tag() + " (" + effect.hypothesis().meaning() + "): " + says(effect) + ". "
                + sentence(effect, threshold);
    }

    /** What was moved, and what became of one statistic then. */
    private static String sentence(Effect effect, double threshold) {
        ComparedStatistic compared = effect.compared();
        String name = ComparisonText.name(compared.statistic());
        String failed = ComparisonText.failed(compared).map(text -> "; " + text).orElse("");
        String left = failed + (compared.leftOut().isEmpty() ? "" : "; left out: " + ComparisonText.leftOut(compared));
        return compared.estimate()
                .map(estimate -> "With " + moved(effect) + ", " + name + " was "
                        + ComparisonText.times(estimate, Sampling.BLOCKS) + elasticities(effect)
                        + more(effect, estimate, threshold) + left + ".")
                .orElse("Too few trials count to tell what " + moved(effect) + " does to " + name + left + ".");
    }

    private static String more(Effect effect, RatioEstimate estimate, double threshold) {
        if (!says(effect).equals(Answer.UNDECIDED.toString())) {
            return "";
        }
        if (effect.byItself() != Answer.UNDECIDED) {
            return ", which by itself would be " + effect.byItself()
                    + ", but not among several limits: repeat with more blocks";
        }
        return (effect.tightened() ? estimate.blocksToTell(effect.edge(threshold)) : estimate.blocksMore(threshold))
                .map(n -> ", about %s might decide it".formatted(Formats.counted(n, "more block")))
                .orElse("");
    }

    private static String elasticities(Effect effect) {
        return effect.elasticity()
                .map(found -> ", an elasticity of %s (%s to %s) between %d and %d processors"
                        .formatted(
                                elasticity(found.interval().centre()),
                                elasticity(found.interval().low()),
                                elasticity(found.interval().high()),
                                found.from(),
                                found.to()))
                .orElse("");
    }

    private static String moved(Effect effect) {
        String keys = effect.keys().entrySet().stream()
                .filter(key -> !key.getKey().startsWith(EFFECTIVE))
                .map(ExplanationText::key)
                .collect(Collectors.joining(" and "));
        return keys.isEmpty() ? effect.hypothesis().meaning() + " changed" : keys;
    }

    private static String key(Map.Entry<String, List<String>> key) {
        return key.getKey() + " at " + key.getValue().getLast() + " instead of "
                + key.getValue().getFirst();
    }

    /** Why a limit is suspected, or not, and what would be moved. */
    public static String trialHypothesis(TrialHypothesis trialHypothesis) {
        String name = trialHypothesis.hypothesis().tag() + " ("
                + trialHypothesis.hypothesis().meaning() + "): ";
        if (!trialHypothesis.movable()) {
            return name + "can't be changed: " + trialHypothesis.move();
        }
        return name
                + trialHypothesis.evidence().map(why -> "suspected, " + why).orElse("nothing in the trial points to it")
                + "; tested with " + trialHypothesis.move();
    }

    private static String percent(double fraction) {
        return Math.round(fraction * 100) + " %";
    }
}
