package dev.assay.report.page;

import dev.assay.analysis.RunAnalysis;
import dev.assay.model.verification.LossBound;
import dev.assay.model.verification.PositiveControl;
import dev.assay.model.verification.VerificationOutcome;
import dev.assay.model.verification.VerificationRecord;
import dev.assay.report.text.Formats;
import dev.assay.report.text.SystemText;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

final class VerificationHeadline {
    private VerificationHeadline() {}

    static Headline of(RunAnalysis run) {
        VerificationOutcome worst = run.worstVerification().orElse(VerificationOutcome.REFUSED);
        int weakened =
                worst == VerificationOutcome.HOLDS ? run.weakenedVerifications().size() : 0;
        VerificationOutcome word = weakened == 0 ? worst : VerificationOutcome.INCONCLUSIVE;
        return new Headline(
                VerificationView.grade(word),
                word == VerificationOutcome.HOLDS ? wordOfHeld(run.verifications()) : word.name(),
                weakened == 0 ? sentence(worst, run.verifications()) : ofAnotherLevel(weakened),
                tally(run.verifications()),
                joined(run.verifications(), verification -> SystemText.name(verification.system())),
                joined(
                        run.verifications(),
                        verification -> verification.durability().namedLabel()));
    }

    /** Returns HOLDS only where something was promised. */
    private static String wordOfHeld(List<VerificationRecord> verifications) {
        if (verifications.stream().anyMatch(VerificationRecord::held)) {
            return VerificationOutcome.HOLDS.name();
        }
        return verifications.stream()
                .filter(verification -> !verification.plan().control())
                .map(VerificationRecord::word)
                .filter(word -> word.equals("AS STATED"))
                .findFirst()
                .orElse("CONSISTENT");
    }

    private static String sentence(VerificationOutcome worst, List<VerificationRecord> verifications) {
        return switch (worst) {
            case HOLDS -> ofHeld(verifications) + refused(verifications);
            case REFUSED -> "No verification could be run here. See the reasons.";
            case INCONCLUSIVE -> "No verification fails, but some are inconclusive. See the reasons.";
            case FAILS -> "Acknowledged messages were lost although the level claims otherwise.";
        };
    }

    private static String ofHeld(List<VerificationRecord> verifications) {
        List<VerificationRecord> held =
                verifications.stream().filter(VerificationRecord::held).toList();
        if (held.isEmpty()) {
            return "Nothing that was tested is promised: the levels say that it may be lost.";
        }
        boolean seen = PositiveControl.among(verifications)
                .filter(PositiveControl::detectsLoss)
                .isPresent();
        List<LossBound> bounds = held.stream()
                .flatMap(verification -> LossBound.of(verification, verifications).stream())
                .distinct()
                .toList();
        String all = "Every claim that was tested holds" + (seen ? ", and a loss would have been detected" : "");
        return bounds.stream()
                .min(Comparator.comparing(LossBound::cuts))
                .map(weakest -> all + ": "
                        // How far early acknowledgements would have been detected differs by fault, and is written with
                        // each claim.
                        + (bounds.size() == 1 ? weakest.text() : "for each claim at least " + weakest.cutsText())
                        + ".")
                .orElse(all + ".");
    }

    private static String refused(List<VerificationRecord> verifications) {
        long refused = verifications.stream()
                .filter(verification -> verification.outcome() == VerificationOutcome.REFUSED)
                .count();
        return refused == 0
                ? ""
                : " " + Formats.counted(refused, "verification") + " could not be run here: see the reasons.";
    }

    private static String ofAnotherLevel(int weakened) {
        return "What was tested holds, but " + Formats.counted(weakened, "verification")
                + (weakened == 1 ? " is" : " are")
                + " of a level other than the requested one, because settings override it.";
    }

    private static String tally(List<VerificationRecord> verifications) {
        Map<String, Long> counts = verifications.stream()
                .sorted(Comparator.comparing(VerificationRecord::outcome)
                        .thenComparing(VerificationRecord::held, Comparator.reverseOrder()))
                .collect(Collectors.groupingBy(VerificationRecord::word, LinkedHashMap::new, Collectors.counting()));
        List<String> parts = new ArrayList<>();
        counts.forEach((word, count) -> parts.add(count + " " + word));
        return Formats.counted(verifications.size(), "verification") + ": " + String.join(", ", parts);
    }

    private static String joined(List<VerificationRecord> verifications, Function<VerificationRecord, String> text) {
        return verifications.stream().map(text).distinct().sorted().collect(Collectors.joining(", "));
    }
}
