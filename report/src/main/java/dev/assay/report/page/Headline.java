package dev.assay.report.page;

import dev.assay.analysis.PhaseAnalysis;
import dev.assay.analysis.RunAnalysis;
import dev.assay.analysis.TrialAnalysis;
import dev.assay.model.durability.DurabilityStatement;
import dev.assay.model.result.Verdict.Grade;
import dev.assay.report.text.Formats;
import dev.assay.report.text.SystemText;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Holds the head of a report: how far the run can be trusted, and what it measured.
 *
 * @param word the grade, or the worst outcome of a run that only verifies
 * @param systems the measured systems; empty without trials
 * @param durability the levels that occur, with their meaning where there is only one
 */
public record Headline(Grade grade, String word, String sentence, String tally, String systems, String durability) {
    public static Headline of(RunAnalysis run) {
        return run.verifiesOnly() ? VerificationHeadline.of(run) : ofTrials(run);
    }

    /** Returns the sentence with the word, where nothing else shows the word. */
    public String text() {
        return sentence.contains("; " + word) ? sentence : word + ": " + sentence;
    }

    /** Returns the headline of the verifications of a run that measured as well; empty where it did only one of the two. */
    public static Optional<Headline> ofVerifications(RunAnalysis run) {
        return run.verifications().isEmpty() || run.verifiesOnly()
                ? Optional.empty()
                : Optional.of(VerificationHeadline.of(run));
    }

    private static Headline ofTrials(RunAnalysis run) {
        return new Headline(
                run.worst(),
                run.worst().name(),
                sentence(run),
                tally(run.trials()),
                systems(run.trials()),
                durability(run.trials()));
    }

    private static String sentence(RunAnalysis run) {
        if (run.trials().isEmpty()) {
            return "No trial finished, so there are no results.";
        }
        if (run.trials().size() == 1) {
            String sentence = TrialSentence.of(run.trials().getFirst()) + ".";
            return run.worst() == Grade.INVALID
                    ? sentence + " Read the reasons before quoting any of it."
                    : sentence + notKnown(run.trials());
        }
        return switch (run.worst()) {
            case VALID ->
                "Nothing was found that would distort these results" + standstills(run.trials()) + "."
                        + notKnown(run.trials());
            case DEGRADED -> "Some results were disturbed, for the reasons below." + notKnown(run.trials());
            case INVALID ->
                "Some results are not valid for the stated load. Read the reasons below before quoting any.";
        };
    }

    private static String standstills(List<TrialAnalysis> trials) {
        long count = trials.stream()
                .filter(trial -> trial.measured().stream()
                        .anyMatch(phase -> !phase.standstills().isEmpty()))
                .count();
        return count == 0 ? "" : ", but the system stood still in " + count + " of " + trials.size() + " trials";
    }

    /** Says what noise or too few seconds hide, which counts neither for nor against values and does not affect the grade. */
    private static String notKnown(List<TrialAnalysis> trials) {
        int values = 0;
        int tails = 0;
        for (TrialAnalysis trial : trials) {
            if (trial.verdict().grade() != Grade.INVALID) {
                boolean body = true;
                boolean tail = true;
                for (PhaseAnalysis phase : trial.measured()) {
                    body &= trial.verdict().settled(phase.phase().name(), false);
                    tail &= trial.verdict().settled(phase.phase().name(), true);
                }
                values += body ? 0 : 1;
                tails += body && !tail ? 1 : 0;
            }
        }
        return notKnown(" It is not known whether values drifted while they were measured", values, trials.size())
                + notKnown(" It is not known whether p99 drifted while it was measured", tails, trials.size());
    }

    private static String notKnown(String what, int of, int all) {
        if (of == 0) {
            return "";
        }
        return all == 1 ? what + "." : what + ", for " + of + " of " + all + " trials.";
    }

    private static String systems(List<TrialAnalysis> trials) {
        return trials.stream()
                .map(trial -> SystemText.name(trial.trial().system()) + " ("
                        + SystemText.deployment(trial.trial().system()) + ")")
                .distinct()
                .collect(Collectors.joining("; "));
    }

    private static String durability(List<TrialAnalysis> trials) {
        List<DurabilityStatement> levels = trials.stream()
                .map(trial -> trial.trial().durability())
                .distinct()
                .toList();
        return levels.size() == 1
                ? SystemText.durability(levels.getFirst())
                : levels.stream()
                        .map(DurabilityStatement::brief)
                        .distinct()
                        .sorted()
                        .collect(Collectors.joining(", "));
    }

    private static String tally(List<TrialAnalysis> trials) {
        List<String> parts = new ArrayList<>();
        for (Grade grade : Grade.values()) {
            long count = trials.stream()
                    .filter(trial -> trial.verdict().grade() == grade)
                    .count();
            if (count > 0) {
                parts.add(count + " " + grade);
            }
        }
        return Formats.counted(trials.size(), "trial") + (parts.isEmpty() ? "" : ": " + String.join(", ", parts));
    }
}
