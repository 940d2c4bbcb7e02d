package dev.assay.run.verify;

import dev.assay.model.verification.PositiveControl;
import dev.assay.model.verification.VerificationRecord;
import dev.assay.run.Progress;
import dev.assay.run.RunStage;
import dev.assay.run.directory.RunDirectory;
import dev.assay.run.event.RunEvent;
import dev.assay.run.exit.ExitCode;
import dev.assay.scenario.verification.PlannedVerification;
import dev.assay.scenario.verification.VerificationPlan;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The part of a run that verifies durability: every verification of the plan in order, the control first. One whose record is in
 * the run directory already is not made again.
 */
public record VerificationStage(VerificationPlan plan) implements RunStage {
    @Override
    public ExitCode run(Setting setting) {
        Map<String, VerificationRecord> known = finished(setting.directory());
        List<VerificationRecord> done = new ArrayList<>();
        try (Verification execution = new Verification(setting)) {
            for (PlannedVerification verification : plan.verifications()) {
                if (setting.cancellation().isCancelled()) {
                    return ExitCode.INTERRUPTED;
                }
                VerificationRecord finished = known.get(verification.folder());
                if (finished != null) {
                    done.add(finished);
                    continue;
                }
                setting.context().progress().trial(title(verification));
                setting.context().progress().event(started(verification));
                VerificationRecord record =
                        execution.run(verification, PositiveControl.of(verification.repetition(), done));
                if (record == null) {
                    return ExitCode.INTERRUPTED;
                }
                done.add(record);
                tell(setting.context().progress(), verification, record);
                setting.recorder().fetched(execution.checksums());
            }
        }
        return ExitCode.OK;
    }

    private static Map<String, VerificationRecord> finished(RunDirectory directory) {
        return directory.verifications().stream()
                .collect(Collectors.toMap(VerificationRecord::folder, record -> record));
    }

    /** Whether all of them are finished in that run already. */
    @Override
    public boolean finishedIn(RunDirectory directory) {
        return plan.verifications().stream()
                .allMatch(verification -> finished(directory).containsKey(verification.folder()));
    }

    private RunEvent started(PlannedVerification verification) {
        return new RunEvent.VerificationStarted(
                verification.folder(),
                verification.number(),
                plan.verifications().size(),
                verification.label());
    }

    private static void tell(Progress progress, PlannedVerification verification, VerificationRecord record) {
        progress.event(new RunEvent.VerificationFinished(verification.folder(), record.word(), record.reason()));
        progress.say("verification " + verification.number() + " " + verification.label() + ": " + record.word() + ", "
                + record.reason());
        record.flag().ifPresent(flag -> progress.say("verification " + verification.number() + " was " + flag));
    }

    private String title(PlannedVerification verification) {
        return "verification " + verification.number() + "/"
                + plan.verifications().size() + " " + verification.label();
    }
}
