package dev.assay.report.text;

import dev.assay.analysis.TrialAnalysis;
import dev.assay.model.result.Verdict;
import dev.assay.model.timeline.Phase;
import java.util.Optional;

public final class VerdictText {
    private VerdictText() {}

    /** Says that the verdict recorded at the time was another one; empty where it was the same. */
    public static Optional<String> changed(TrialAnalysis analysis) {
        Verdict prior = analysis.trial().verdict();
        return analysis.judgedOtherwise()
                ? Optional.of("%s by the current rules (%s); it was %s when it was measured (%s)."
                        .formatted(analysis.verdict().grade(), rules(analysis.verdict()), prior.grade(), rules(prior)))
                : Optional.empty();
    }

    private static String rules(Verdict verdict) {
        return verdict.rules() == Verdict.UNVERSIONED ? "rules without a version" : "version " + verdict.rules();
    }

    /** Says what a phase expects of the system; empty for the default, that it sustains the load. */
    public static Optional<String> expectation(Phase phase) {
        return switch (phase.expectation()) {
            case SUSTAINED -> Optional.empty();
            case EITHER -> Optional.of("the load may be sustained or not");
            case OVERLOAD -> Optional.of("more load than can be sustained");
            case DISTURBED -> Optional.of("disturbed on purpose");
        };
    }

    /** Returns {@code burst: } as the prefix of a sentence about a phase; empty where the trial has only one such phase. */
    public static String prefix(TrialAnalysis analysis, String phase) {
        return phase.isEmpty() || analysis.measured().size() < 2 ? "" : phase + ": ";
    }
}
