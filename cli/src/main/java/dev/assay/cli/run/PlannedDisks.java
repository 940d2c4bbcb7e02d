package dev.assay.cli.run;

import dev.assay.core.plan.Plan;
import dev.assay.core.plan.PlannedTrial;
import dev.assay.core.scenario.TrialSpec;
import dev.assay.core.verification.PlannedVerification;
import dev.assay.core.verification.VerificationPlan;
import dev.assay.deployment.DeploymentException;
import dev.assay.deployment.disk.DiskRequirements;
import java.util.stream.Stream;

/** The disks that the systems of a plan want of this machine. */
public final class PlannedDisks {
    private PlannedDisks() {}

    /**
     * Returns when nothing is known to stand in the way of any.
     *
     * @throws DeploymentException when this machine can't give them
     */
    public static void require(Plan plan) {
        require(plan.trials().stream().map(PlannedTrial::spec));
    }

    /**
     * The same of the verifications of a plan.
     *
     * @throws DeploymentException when this machine can't give them
     */
    public static void require(VerificationPlan plan) {
        require(plan.verifications().stream().map(PlannedVerification::spec));
    }

    private static void require(Stream<TrialSpec> specs) {
        specs.filter(spec -> spec.on().isEmpty())
                .map(TrialSpec::system)
                .distinct()
                .forEach(DiskRequirements::require);
    }
}
