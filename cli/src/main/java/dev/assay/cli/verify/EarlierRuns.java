package dev.assay.cli.verify;

import dev.assay.cli.exit.ExitCode;
import dev.assay.cli.run.RunPart;
import dev.assay.cli.run.Secrets;
import dev.assay.core.plan.Plan;
import dev.assay.core.proof.EarlierProofs;
import dev.assay.core.proof.ProofRecord;
import dev.assay.core.proof.Proven;
import dev.assay.core.scenario.TrialSpec;
import dev.assay.core.scenario.text.TrialText;
import dev.assay.store.EarlierProofsFile;
import dev.assay.store.RunsBeside;
import java.util.List;
import java.util.Map;

/**
 * The part of a run that looks at what the runs beside it have proven of the systems that it is to measure, and keeps it, so
 * that the run's report needs no other run.
 */
public record EarlierRuns(Plan plan) implements RunPart {
    /** A system and every key of its trials. */
    private record Measured(String system, Map<String, String> resolved) {
        static Measured of(TrialSpec spec) {
            return new Measured(spec.system().system(), Secrets.masked(TrialText.keys(spec)));
        }
    }

    @Override
    public ExitCode run(Setting setting) {
        List<Measured> measured = plan.trials().stream()
                .map(trial -> Measured.of(trial.spec()))
                .distinct()
                .toList();
        EarlierProofs earlier = RunsBeside.proofs(setting.directory(), proof -> matters(proof, measured));
        EarlierProofsFile.write(setting.directory(), earlier);
        earlier.leftOut()
                .forEach(reason ->
                        setting.surroundings().progress().say("warning: a run beside this one is left out: " + reason));
        return ExitCode.OK;
    }

    private static boolean matters(ProofRecord proof, List<Measured> measured) {
        return measured.stream().anyMatch(trial -> Proven.concerns(proof, trial.system(), trial.resolved()));
    }
}
