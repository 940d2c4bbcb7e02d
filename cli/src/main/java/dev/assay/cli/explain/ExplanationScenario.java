package dev.assay.cli.explain;

import dev.assay.analysis.comparison.Comparison;
import dev.assay.analysis.explanation.TrialHypothesis;
import dev.assay.scenario.TrialText;
import dev.assay.scenario.plan.PlannedTrial;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The scenario of one trial as a file of its own, with a variant for each limit that is moved. */
public final class ExplanationScenario {
    private static final String NAME = "explain-";
    private static final int LONGEST_NAME = 60;

    private ExplanationScenario() {}

    /**
     * A file that measures the trial as it was, and with each of these limits moved, in as many blocks.
     *
     * @param scenario the name of the trial's own
     * @param trialHypotheses movable ones
     */
    public static String of(String scenario, PlannedTrial trial, List<TrialHypothesis> trialHypotheses, int blocks) {
        String own = scenario.startsWith(NAME) ? scenario : NAME + scenario;
        Map<String, Map<String, String>> variants = new LinkedHashMap<>();
        variants.put(Comparison.AS_IT_WAS, Map.of());
        trialHypotheses.forEach(
                trialHypothesis -> variants.put(trialHypothesis.hypothesis().tag(), trialHypothesis.keys()));
        return "# What limited this trial: one limit is changed at a time, next to unchanged trials.\n"
                + TrialText.scenario(
                        own.substring(0, Math.min(own.length(), LONGEST_NAME)),
                        trial.spec(),
                        trial.seed(),
                        blocks,
                        Comparison.EXPLAIN,
                        variants);
    }
}
