package dev.assay.run.verify;

import dev.assay.model.exit.ExitCode;
import dev.assay.model.verification.LossBound;
import dev.assay.model.verification.PositiveControl;
import dev.assay.model.verification.VerificationRecord;
import dev.assay.run.event.Progress;
import dev.assay.run.event.RunEvent;
import dev.assay.run.stage.RunStage;
import dev.assay.run.workers.WorkerChoice;
import dev.assay.scenario.verification.PlannedVerification;
import dev.assay.scenario.verification.VerificationPlan;
import dev.assay.store.RunDirectory;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Verifies durability: every verification of the plan in order, controls first. One whose record is in the run directory already is not
 * made again.
 *
 * @param workers at least two, of which the first sends and the second reads
 */
public record VerificationStage(VerificationPlan plan, WorkerChoice workers) implements RunStage {
    /** The number of workers: one sends, and one reads with a client of its own. */
    public static final int WORKERS = 2;

    public static VerificationStage onThisMachine(VerificationPlan plan) {
        return new VerificationStage(plan, new WorkerChoice(WORKERS, List.of()));
    }

    @Override
    public ExitCode run(Setting setting) {
        Map<String, VerificationRecord> known = finished(setting.directory());
        List<VerificationRecord> done = new ArrayList<>();
        try (Verification execution = new Verification(setting, workers)) {
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
                        execution.run(verification, PositiveControl.among(controlsOf(verification, done)));
                if (record == null) {
                    return ExitCode.INTERRUPTED;
                }
                done.add(record);
                tell(setting.context().progress(), verification, record, done);
                setting.recorder().fetched(execution.checksums());
            }
        }
        return ExitCode.OK;
    }

    private static Map<String, VerificationRecord> finished(RunDirectory directory) {
        return directory.verifications().stream()
                .collect(Collectors.toMap(VerificationRecord::folder, record -> record));
    }

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

    private List<VerificationRecord> controlsOf(PlannedVerification verification, List<VerificationRecord> done) {
        List<String> folders = plan.controlsOf(verification).stream()
                .map(PlannedVerification::folder)
                .toList();
        return done.stream().filter(record -> folders.contains(record.folder())).toList();
    }

    /** Prints the outcome; a claim that holds comes with what the repetitions so far say of it. */
    private static void tell(
            Progress progress,
            PlannedVerification verification,
            VerificationRecord record,
            List<VerificationRecord> done) {
        String bound = record.held()
                ? LossBound.of(record, done).map(one -> "; " + one.text()).orElse("")
                : "";
        String reason = record.reason() + bound;
        progress.event(new RunEvent.VerificationFinished(verification.folder(), record.word(), reason));
        progress.say("verification " + verification.number() + " " + verification.label() + ": " + record.word() + ", "
                + reason);
        record.flag().ifPresent(flag -> progress.say("verification " + verification.number() + " was " + flag));
    }

    private String title(PlannedVerification verification) {
        return "verification " + verification.number() + "/"
                + plan.verifications().size() + " " + verification.label();
    }
}
