package dev.assay.run.verify;

import dev.assay.cluster.disk.DiskImage;
import dev.assay.cluster.disk.DiskRequirements;
import dev.assay.cluster.network.NodeNetwork;
import dev.assay.model.spec.SystemSpec;
import dev.assay.scenario.verification.FaultTiming;
import dev.assay.scenario.verification.PlannedVerification;
import java.time.Duration;
import java.util.Optional;

/** What a verification requires, as far as is known before it is run. */
final class VerificationRequirements {
    private VerificationRequirements() {}

    /** Why this machine will refuse it; empty when nothing is known to stand in the way. */
    static Optional<String> refusal(PlannedVerification verification) {
        SystemSpec system = verification.spec().system();
        if (!system.runsNodes()) {
            return Optional.of("Assay does not run the nodes of " + system.system() + " there");
        }
        Optional<String> disks = DiskRequirements.refusal(system.disks());
        if (disks.isPresent()) {
            return disks;
        }
        if (verification.fault().needsOwnDisks()) {
            return DiskImage.refusal();
        }
        return verification.fault().needsOwnAddresses() ? NodeNetwork.refusal() : Optional.empty();
    }

    /** About how long it takes; starts and recoveries are most of it. */
    static Duration length(PlannedVerification verification) {
        return verification
                .spec()
                .system()
                .startsAndRecoveries()
                .plus(FaultTiming.of(verification.fault(), verification.seed()).held());
    }
}
