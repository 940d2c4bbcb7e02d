package dev.assay.run;

import dev.assay.cluster.DeploymentException;
import dev.assay.cluster.disk.DiskRequirements;
import dev.assay.model.spec.TrialSpec;
import dev.assay.scenario.plan.Plan;
import dev.assay.scenario.plan.PlannedTrial;
import dev.assay.scenario.verification.PlannedVerification;
import dev.assay.scenario.verification.VerificationPlan;
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
