package dev.assay.cli.verify;

import dev.assay.cli.exit.ExitCode;
import dev.assay.cli.run.RunStage;
import dev.assay.cli.terminal.Progress;
import dev.assay.core.verification.PlannedVerification;
import dev.assay.core.verification.PositiveControl;
import dev.assay.core.verification.VerificationPlan;
import dev.assay.core.verification.VerificationRecord;
import java.util.ArrayList;
import java.util.List;

/** The part of a run that verifies durability: every verification of the plan in order, the control first. */
public record VerificationStage(VerificationPlan plan) implements RunStage {
    @Override
    public ExitCode run(Setting setting) {
        List<VerificationRecord> done = new ArrayList<>();
        try (VerificationExecution execution = new VerificationExecution(setting)) {
            for (PlannedVerification verification : plan.verifications()) {
                if (setting.cancellation().isCancelled()) {
                    return ExitCode.INTERRUPTED;
                }
                setting.context().progress().trial(title(verification));
                VerificationRecord record =
                        execution.run(verification, PositiveControl.of(verification.repetition(), done));
                done.add(record);
                tell(setting.context().progress(), verification, record);
                setting.fetched().accept(execution.checksums());
            }
        }
        return ExitCode.OK;
    }

    private static void tell(Progress progress, PlannedVerification verification, VerificationRecord record) {
        progress.say("verification " + verification.number() + " " + verification.label() + ": " + record.word() + ", "
                + record.reason());
        record.flag().ifPresent(flag -> progress.say("verification " + verification.number() + " was " + flag));
    }

    private String title(PlannedVerification verification) {
        return "verification " + verification.number() + "/"
                + plan.verifications().size() + " " + verification.label();
    }
}
