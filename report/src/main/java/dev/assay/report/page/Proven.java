package dev.assay.report.page;

import dev.assay.core.proof.ProofRecord;
import dev.assay.core.result.RunRecord;
import dev.assay.core.result.TrialRecord;
import java.util.List;
import java.util.stream.Collectors;

/** Whether the level of a result was put to the test on the version that was measured, and by which run. */
final class Proven {
    private Proven() {}

    static String text(TrialRecord trial, List<ProofRecord> proofs, RunRecord run) {
        List<ProofRecord> own = proofs.stream()
                .filter(proof -> trial.durability()
                        .given()
                        .filter(level -> level == proof.level())
                        .isPresent())
                .filter(proof -> proof.system().system().equals(trial.system().system()))
                .filter(proof ->
                        proof.system().serverVersion().equals(trial.system().serverVersion()))
                .toList();
        if (own.isEmpty()) {
            return "not proven in this run; 'assay verify' and 'verify: true' do it";
        }
        return own.stream()
                        .map(proof -> proof.fault() + " " + proof.outcome())
                        .distinct()
                        .collect(Collectors.joining(", "))
                + " on " + trial.system().serverVersion() + ", by run " + run.id();
    }
}
