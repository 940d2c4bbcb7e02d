package dev.assay.cli.verify;

import dev.assay.core.scenario.Deployment;
import dev.assay.core.scenario.KafkaSpec;
import dev.assay.core.scenario.MemorySpec;
import dev.assay.core.scenario.PulsarSpec;
import dev.assay.core.scenario.RabbitMqSpec;
import dev.assay.core.scenario.SystemSpec;
import dev.assay.core.verification.FaultTiming;
import dev.assay.core.verification.PlannedVerification;
import dev.assay.deployment.disk.DiskImage;
import dev.assay.deployment.network.NodeNetwork;
import java.time.Duration;
import java.util.Optional;

/** What a verification requires, as far as is known before it is run. */
final class VerificationRequirements {
    private VerificationRequirements() {}

    /** Why this machine will refuse it; empty when nothing is known to stand in the way. */
    static Optional<String> refusal(PlannedVerification verification) {
        SystemSpec system = verification.spec().system();
        if (system instanceof MemorySpec || system.deployment() == Deployment.EXISTING) {
            return Optional.of("Assay does not run the nodes of " + system.system() + " there");
        }
        if (verification.fault().needsOwnDisks()) {
            return DiskImage.refusal();
        }
        return verification.fault().needsOwnAddresses() ? NodeNetwork.refusal() : Optional.empty();
    }

    /** About how long it takes: as seen on 4 cores (docs/DURABILITY.md), where starts and recoveries are most of it. */
    static Duration length(PlannedVerification verification) {
        Duration beside = switch (verification.spec().system()) {
            case KafkaSpec _, RabbitMqSpec _ -> Duration.ofSeconds(45);
            case PulsarSpec _ -> Duration.ofSeconds(140);
            case MemorySpec _ -> Duration.ZERO;
        };
        return beside.plus(
                FaultTiming.of(verification.fault(), verification.seed()).held());
    }
}
