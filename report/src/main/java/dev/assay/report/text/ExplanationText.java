package dev.assay.report.text;

import dev.assay.analysis.comparison.ComparedStatistic;
import dev.assay.analysis.comparison.RatioEstimate;
import dev.assay.analysis.explanation.Explanation;
import dev.assay.analysis.explanation.Explanation.Answer;
import dev.assay.analysis.explanation.Explanation.Effect;
import dev.assay.analysis.explanation.TrialHypothesis;
import java.util.List;
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
        return "Trials in which only one limit was changed, compared with unchanged trials of the same blocks. Caused: the"
                + " value changed by " + matters
                + " or more, and its whole 95 % interval excludes 1; not caused: the interval excludes an"
                + " effect of " + matters + "; undecided otherwise. Several limits may be causes at the same time.";
    }

    private static String finding(Effect effect, double threshold) {
        return effect.hypothesis().tag() + " (" + effect.hypothesis().meaning() + "): " + effect.answer() + ". "
                + sentence(effect, threshold);
    }

    /** What was moved, and what became of one statistic then. */
    private static String sentence(Effect effect, double threshold) {
        ComparedStatistic compared = effect.compared();
        String name = ComparisonText.name(compared.statistic());
        String failed = ComparisonText.failed(compared).map(text -> "; " + text).orElse("");
        String left = failed + (compared.leftOut().isEmpty() ? "" : "; left out: " + ComparisonText.leftOut(compared));
        return compared.estimate()
                .map(estimate -> "With " + moved(effect) + ", " + name + " was " + ComparisonText.times(estimate)
                        + more(effect, estimate, threshold) + left + ".")
                .orElse("Too few trials count to tell what " + moved(effect) + " does to " + name + left + ".");
    }

    private static String more(Effect effect, RatioEstimate estimate, double threshold) {
        return effect.answer() == Answer.UNDECIDED
                ? estimate.blocksMore(threshold)
                        .map(n -> ", about " + n + " more blocks might decide it")
                        .orElse("")
                : "";
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
