package dev.assay.run.verify;

import dev.assay.model.durability.DurabilityLevel;
import dev.assay.model.exit.ExitCode;
import dev.assay.model.spec.EffectiveConfig;
import dev.assay.model.spec.TrialSpec;
import dev.assay.model.verification.VerificationOutcome;
import dev.assay.model.verification.VerificationRecord;
import dev.assay.model.verification.VerificationStatus;
import dev.assay.model.verification.VerifiedBy;
import dev.assay.run.secret.ProcessRedactor;
import dev.assay.run.stage.RunStage;
import dev.assay.scenario.plan.Plan;
import dev.assay.store.RunDirectory;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Copies another run's verifications of the systems that are to be measured, so that the report needs no other run. */
public record VerifiedByStage(VerifiedBy cited) implements RunStage {
    /**
     * Holds what has to be equal. The version of the client, and version and level of servers of which the scenario names no release,
     * are known only when they run, and compared by reports.
     */
    private record Measured(
            String system, String version, Optional<DurabilityLevel> level, Map<String, String> resolved) {
        static Measured of(TrialSpec spec) {
            return new Measured(
                    spec.system().system(),
                    spec.system().serverVersion(),
                    spec.durabilityStatement().given(),
                    ProcessRedactor.keys(spec));
        }

        List<String> differences(VerificationRecord verification) {
            List<String> differences = new ArrayList<>(VerificationStatus.differences(verification, system, resolved));
            String verified = verification.system().serverVersion();
            boolean ofLine = verified.equals(version) || verified.startsWith(version + ".");
            if (!version.isEmpty()
                    && Character.isDigit(version.charAt(0))
                    && verification.system().system().equals(system)
                    && !ofLine) {
                differences.addFirst("the servers are " + verified + " there, " + version + " here");
            }
            // The level that a line of releases gives is known only when one of them runs.
            if (verified.equals(version)
                    && (level.isEmpty() || !verification.durability().given().equals(level))) {
                differences.addFirst(
                        "the level is " + text(verification.durability().given()) + " there, " + text(level) + " here");
            }
            return differences;
        }

        private static String text(Optional<DurabilityLevel> level) {
            return level.map(DurabilityLevel::named).orElse("not known");
        }
    }

    /**
     * Takes those verifications of a run that are of the systems which the plan measures.
     *
     * @throws IllegalArgumentException when there is none, naming how the closest one differs
     */
    public static VerifiedByStage of(RunDirectory run, Plan plan) {
        List<Measured> measured = plan.trials().stream()
                .map(trial -> Measured.of(trial.spec()))
                .distinct()
                .toList();
        List<VerificationRecord> all = run.verifications().stream()
                .filter(verification -> verification.outcome() != VerificationOutcome.REFUSED)
                .toList();
        List<VerificationRecord> fitting = all.stream()
                .filter(verification -> measured.stream()
                        .anyMatch(trial -> trial.differences(verification).isEmpty()))
                .map(verification -> verification.with(EffectiveConfig.NONE))
                .toList();
        if (fitting.isEmpty()) {
            String closest = all.stream()
                    .flatMap(verification -> measured.stream().map(trial -> trial.differences(verification)))
                    .min(Comparator.comparing(List::size))
                    .map(differences -> ": of the closest, " + String.join("; ", differences))
                    .orElse("");
            throw new IllegalArgumentException(run.path() + " has no verification of what this run measures" + closest);
        }
        return new VerifiedByStage(new VerifiedBy(run.id(), fitting));
    }

    @Override
    public ExitCode run(Setting setting) {
        setting.directory().write(cited);
        return ExitCode.OK;
    }
}
