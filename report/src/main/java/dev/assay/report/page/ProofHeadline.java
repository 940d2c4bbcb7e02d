package dev.assay.report.page;

import dev.assay.analysis.RunAnalysis;
import dev.assay.core.proof.Control;
import dev.assay.core.proof.ProofOutcome;
import dev.assay.core.proof.ProofRecord;
import dev.assay.report.figure.Figures;
import dev.assay.report.figure.SystemText;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The head of a report of a run that proves and does not measure. */
final class ProofHeadline {
    private ProofHeadline() {}

    static Headline of(RunAnalysis run) {
        ProofOutcome worst = run.worstProof().orElse(ProofOutcome.REFUSED);
        int undone = worst == ProofOutcome.HOLDS ? run.undoneProofs().size() : 0;
        ProofOutcome word = undone == 0 ? worst : ProofOutcome.INCONCLUSIVE;
        return new Headline(
                ProofTable.grade(word),
                word.name(),
                undone == 0 ? sentence(worst, run.proofs()) : ofAnotherLevel(undone),
                tally(run.proofs()),
                joined(run.proofs(), proof -> SystemText.name(proof.system())),
                joined(run.proofs(), proof -> proof.durability().label()));
    }

    private static String sentence(ProofOutcome worst, List<ProofRecord> proofs) {
        return switch (worst) {
            case HOLDS -> ofHeld(proofs);
            case REFUSED -> "No proof could be made here. See the reasons.";
            case INCONCLUSIVE -> "No broken claim was found, but some proofs say nothing. See the reasons.";
            case BROKEN -> "Acknowledged messages are gone although the level claims otherwise.";
        };
    }

    private static String ofHeld(List<ProofRecord> proofs) {
        boolean seen = Control.among(proofs).filter(Control::bites).isPresent();
        long refused = proofs.stream()
                .filter(proof -> proof.outcome() == ProofOutcome.REFUSED)
                .count();
        return "Every claim that was put to the test held" + (seen ? ", and a loss would have been seen." : ".")
                + (refused == 0
                        ? ""
                        : " " + Figures.counted(refused, "proof") + " could not be made here: see the reasons.");
    }

    private static String ofAnotherLevel(int undone) {
        return "What was put to the test held, but " + Figures.counted(undone, "proof") + (undone == 1 ? " is" : " are")
                + " of another level than the one asked for: settings undo it.";
    }

    private static String tally(List<ProofRecord> proofs) {
        List<String> parts = new ArrayList<>();
        for (ProofOutcome outcome : ProofOutcome.values()) {
            long count =
                    proofs.stream().filter(proof -> proof.outcome() == outcome).count();
            if (count > 0) {
                parts.add(count + " " + outcome);
            }
        }
        return Figures.counted(proofs.size(), "proof") + ": " + String.join(", ", parts);
    }

    private static String joined(List<ProofRecord> proofs, Function<ProofRecord, String> text) {
        return proofs.stream().map(text).distinct().sorted().collect(Collectors.joining(", "));
    }
}
