package dev.assay.cli.verify;

import dev.assay.cli.exit.ExitCode;
import dev.assay.cli.run.RunPart;
import dev.assay.cli.terminal.Progress;
import dev.assay.core.proof.Control;
import dev.assay.core.proof.PlannedProof;
import dev.assay.core.proof.ProofPlan;
import dev.assay.core.proof.ProofRecord;
import java.util.ArrayList;
import java.util.List;

/** The part of a run that proves durability: every proof of the plan in order, the control first. */
public record Proofs(ProofPlan plan) implements RunPart {
    @Override
    public ExitCode run(Setting setting) {
        List<ProofRecord> done = new ArrayList<>();
        try (ProofExecution execution = new ProofExecution(setting)) {
            for (PlannedProof proof : plan.proofs()) {
                if (setting.cancellation().isCancelled()) {
                    return ExitCode.INTERRUPTED;
                }
                setting.surroundings().progress().trial(title(proof));
                ProofRecord record = execution.run(proof, Control.of(proof.repetition(), done));
                done.add(record);
                tell(setting.surroundings().progress(), proof, record);
                setting.fetched().accept(execution.checksums());
            }
        }
        return ExitCode.OK;
    }

    private static void tell(Progress progress, PlannedProof proof, ProofRecord record) {
        progress.say(
                "proof " + proof.number() + " " + proof.label() + ": " + record.outcome() + ", " + record.reason());
        record.flag().ifPresent(flag -> progress.say("proof " + proof.number() + " was " + flag));
    }

    private String title(PlannedProof proof) {
        return "proof " + proof.number() + "/" + plan.proofs().size() + " " + proof.label();
    }
}
