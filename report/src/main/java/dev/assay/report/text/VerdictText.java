package dev.assay.report.text;

import dev.assay.analysis.TrialAnalysis;
import dev.assay.model.result.Verdict;
import dev.assay.model.timeline.Phase;
import java.util.Optional;

/** Verdicts and what phases expect, in words. */
public final class VerdictText {
    private VerdictText() {}

    /** That the verdict at the time was another one; empty where it was not. */
    public static Optional<String> changed(TrialAnalysis analysis) {
        Verdict then = analysis.trial().verdict();
        return analysis.judgedOtherwise()
                ? Optional.of("%s by the current rules (%s); it was %s when it was measured (%s)."
                        .formatted(analysis.verdict().grade(), rules(analysis.verdict()), then.grade(), rules(then)))
                : Optional.empty();
    }

    private static String rules(Verdict verdict) {
        return verdict.rules() == Verdict.UNVERSIONED ? "rules without a version" : "version " + verdict.rules();
    }

    /** What a phase expects of the system; empty for the usual, that it sustains the load. */
    public static Optional<String> expectation(Phase phase) {
        return switch (phase.expectation()) {
            case SUSTAINED -> Optional.empty();
            case EITHER -> Optional.of("the load may be sustained or not");
            case OVERLOAD -> Optional.of("more load than can be sustained");
            case DISTURBED -> Optional.of("disturbed on purpose");
        };
    }

    /** {@code burst: } before what is said of a phase; empty where a trial has but one to speak of. */
    public static String prefix(TrialAnalysis analysis, String phase) {
        return phase.isEmpty() || analysis.measured().size() < 2 ? "" : phase + ": ";
    }
}
