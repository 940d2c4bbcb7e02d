package dev.assay.report.page;

import dev.assay.analysis.RunAnalysis;
import dev.assay.core.durability.DurabilityStatement;
import dev.assay.core.durability.Fault;
import dev.assay.core.proof.EarlierProofs;
import dev.assay.core.proof.ProofByRun;
import dev.assay.core.proof.Proven;
import dev.assay.core.proof.Proven.Status;
import dev.assay.core.result.TrialRecord;
import dev.assay.core.result.Verdict.Grade;
import dev.assay.report.figure.Figures;
import dev.assay.report.figure.SystemText;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Whether the level of a result was put to the test on the version that was measured, and by which runs.
 *
 * @param tone good or bad news; empty where it is no news
 * @param word the state in a word or two, such as {@code not proven}
 * @param details what was survived or lost, with counts and runs, as clauses
 */
public record ProvenBox(Optional<Grade> tone, String word, List<String> details) {
    public ProvenBox {
        details = List.copyOf(details);
    }

    /** What the run's own proofs and those that it found beside it say of one of its results. */
    public static ProvenBox of(TrialRecord trial, RunAnalysis run) {
        DurabilityStatement durability = trial.durability();
        if (durability.given().isEmpty()) {
            return new ProvenBox(Optional.empty(), word(Status.NOT_PROVEN), List.of(withoutLevel(durability)));
        }
        Proven proven = Proven.of(trial, run.allProofs());
        List<String> details = new ArrayList<>();
        String own = run.run().id();
        details.addAll(clauses(proven.contradicting(), "were lost or damaged", own));
        details.addAll(clauses(proven.upheld(), "were lost", own));
        details.addAll(clauses(proven.losing(), "were lost, as they may be", own));
        if (proven.upheld().isEmpty() && !durability.given().get().replicatedSync()) {
            details.add(durability.label()
                    + " waits for one node: where another may take over, it promises nothing that could be proven");
        } else if (proven.status() != Status.PROVEN && !proven.missing().isEmpty()) {
            details.add("no proof of " + durability.label() + " on " + SystemText.name(trial.system())
                    + " with these settings under " + faults(proven) + " " + where(run));
        }
        return new ProvenBox(tone(proven.status()), word(proven.status()), details);
    }

    /** All of it on one line. */
    public String sentence() {
        return word + ": " + String.join("; ", details);
    }

    /** The class that gives it its colour. */
    public String style() {
        return tone.map(grade -> "grade-" + grade.name()).orElse("");
    }

    private static String withoutLevel(DurabilityStatement durability) {
        return durability.known()
                ? "nothing is promised, so there is nothing to prove"
                : "which level it has is not known, so no proof is known to be of it";
    }

    private static Optional<Grade> tone(Status status) {
        return switch (status) {
            case PROVEN -> Optional.of(Grade.VALID);
            case PARTLY_PROVEN, NOT_PROVEN -> Optional.empty();
            case CONTRADICTED -> Optional.of(Grade.INVALID);
        };
    }

    private static String word(Status status) {
        return switch (status) {
            case PROVEN -> "proven";
            case PARTLY_PROVEN -> "partly proven";
            case NOT_PROVEN -> "not proven";
            case CONTRADICTED -> "contradicted";
        };
    }

    private static String faults(Proven proven) {
        return proven.missing().stream().sorted().map(Fault::toString).collect(Collectors.joining(" and "));
    }

    private static String where(RunAnalysis run) {
        if (run.earlier().isEmpty()) {
            return "in this run; 'assay verify' and 'verify: true' make one";
        }
        EarlierProofs earlier = run.earlier().get();
        String unread =
                earlier.leftOut().isEmpty() ? "" : " (" + earlier.leftOut().size() + " of which could not be read)";
        return "in this run or the runs beside it" + unread + "; 'assay verify' and 'verify: true' make one";
    }

    /** One clause a fault. */
    private static List<String> clauses(List<ProofByRun> proofs, String what, String own) {
        Map<Fault, List<ProofByRun>> byFault = proofs.stream()
                .collect(Collectors.groupingBy(by -> by.proof().fault(), TreeMap::new, Collectors.toList()));
        return byFault.entrySet().stream()
                .map(same ->
                        same.getKey() + ": " + lost(same.getValue()) + " " + what + ", by " + by(same.getValue(), own))
                .toList();
    }

    private static String lost(List<ProofByRun> proofs) {
        long acked = 0;
        long harmed = 0;
        for (ProofByRun by : proofs) {
            var seen = by.proof().evidence().orElseThrow().accounting();
            acked += seen.acked();
            harmed += seen.lost() + seen.corrupted();
        }
        return Figures.count(harmed) + " of " + Figures.count(acked) + " acknowledged messages"
                + (proofs.size() == 1 ? "" : " of " + proofs.size() + " proofs");
    }

    /** The runs, newest first; with their day where they are others. */
    private static String by(List<ProofByRun> proofs, String own) {
        return proofs.reversed().stream()
                .map(by -> by.run().equals(own)
                        ? "this run"
                        : "run " + by.run() + " of " + Figures.day(by.proof().startedAt()))
                .distinct()
                .collect(Collectors.joining(" and "));
    }
}
