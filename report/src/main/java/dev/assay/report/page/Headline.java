package dev.assay.report.page;

import dev.assay.analysis.RunAnalysis;
import dev.assay.analysis.TrialAnalysis;
import dev.assay.core.result.Verdict.Grade;
import dev.assay.report.figure.Figures;
import java.util.ArrayList;
import java.util.List;

/** The first sentence of a report: how far the run can be believed. */
public record Headline(Grade grade, String sentence, String tally) {
    /** The headline of that run. */
    public static Headline of(RunAnalysis run) {
        return new Headline(run.worst(), sentence(run), tally(run.trials()));
    }

    /** The mark that goes with a grade, for eyes that do not tell its colour. */
    public static String mark(Grade grade) {
        return switch (grade) {
            case VALID -> "✓";
            case DEGRADED -> "!";
            case INVALID -> "✕";
        };
    }

    private static String sentence(RunAnalysis run) {
        if (run.trials().isEmpty()) {
            return "No trial was finished, so there are no figures.";
        }
        return switch (run.worst()) {
            case VALID -> "The figures say what they seem to say.";
            case DEGRADED -> "Some figures were disturbed. Read them together with the reasons.";
            case INVALID -> "Some figures do not say what they seem to say. Do not quote them; see the reasons.";
        };
    }

    private static String tally(List<TrialAnalysis> trials) {
        List<String> parts = new ArrayList<>();
        for (Grade grade : Grade.values()) {
            long count = trials.stream()
                    .filter(trial -> trial.trial().verdict().grade() == grade)
                    .count();
            if (count > 0) {
                parts.add(count + " " + grade);
            }
        }
        return Figures.counted(trials.size(), "trial") + (parts.isEmpty() ? "" : ": " + String.join(", ", parts));
    }
}
