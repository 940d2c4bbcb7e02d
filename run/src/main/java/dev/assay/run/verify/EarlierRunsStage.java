package dev.assay.run.verify;

import dev.assay.model.spec.TrialSpec;
import dev.assay.model.verification.EarlierVerifications;
import dev.assay.model.verification.VerificationRecord;
import dev.assay.model.verification.VerificationStatus;
import dev.assay.run.RunStage;
import dev.assay.run.Secrets;
import dev.assay.run.directory.EarlierVerificationsFile;
import dev.assay.run.directory.SiblingRuns;
import dev.assay.run.exit.ExitCode;
import dev.assay.scenario.TrialText;
import dev.assay.scenario.plan.Plan;
import java.util.List;
import java.util.Map;

/**
 * The part of a run that looks at what sibling runs have verified of the systems that it is to measure, and keeps it, so
 * that the run's report needs no other run.
 */
public record EarlierRunsStage(Plan plan) implements RunStage {
    /** A system and every key of its trials. */
    private record Measured(String system, Map<String, String> resolved) {
        static Measured of(TrialSpec spec) {
            return new Measured(spec.system().system(), Secrets.masked(TrialText.keys(spec)));
        }
    }

    @Override
    public ExitCode run(Setting setting) {
        if (EarlierVerificationsFile.read(setting.directory()).isPresent()) {
            return ExitCode.OK; // The run is resumed: what it had found at its start is what its report is about.
        }
        List<Measured> measured = plan.trials().stream()
                .map(trial -> Measured.of(trial.spec()))
                .distinct()
                .toList();
        EarlierVerifications earlier =
                SiblingRuns.verifications(setting.directory(), verification -> matters(verification, measured));
        EarlierVerificationsFile.write(setting.directory(), earlier);
        earlier.leftOut()
                .forEach(reason -> setting.context().progress().warn("warning: a sibling run is left out: " + reason));
        return ExitCode.OK;
    }

    private static boolean matters(VerificationRecord verification, List<Measured> measured) {
        return measured.stream()
                .anyMatch(trial -> VerificationStatus.concerns(verification, trial.system(), trial.resolved()));
    }
}
