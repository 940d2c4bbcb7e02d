package dev.assay.cli.verify;

import dev.assay.core.proof.CutMoment;
import dev.assay.core.proof.PlannedProof;
import dev.assay.core.scenario.Deployment;
import dev.assay.core.scenario.KafkaSpec;
import dev.assay.core.scenario.MemorySpec;
import dev.assay.core.scenario.PulsarSpec;
import dev.assay.core.scenario.RabbitMqSpec;
import dev.assay.core.scenario.SystemSpec;
import dev.assay.provision.disk.DiskImage;
import dev.assay.provision.network.NodeNetwork;
import java.time.Duration;
import java.util.Optional;

/** What a proof takes, as far as can be told before it is made. */
final class ProofNeeds {
    private ProofNeeds() {}

    /** Why this machine will refuse it; empty when nothing is known to stand in the way. */
    static Optional<String> refusal(PlannedProof proof) {
        SystemSpec system = proof.spec().system();
        if (system instanceof MemorySpec || system.deployment() == Deployment.EXISTING) {
            return Optional.of("Assay does not run the nodes of " + system.system() + " there");
        }
        if (proof.fault().needsOwnDisks()) {
            return DiskImage.refusal();
        }
        return proof.fault().needsOwnAddresses() ? NodeNetwork.refusal() : Optional.empty();
    }

    /** About how long it takes: as seen on 4 cores (docs/DURABILITY.md), where starts and recoveries are most of it. */
    static Duration length(PlannedProof proof) {
        Duration beside = switch (proof.spec().system()) {
            case KafkaSpec _, RabbitMqSpec _ -> Duration.ofSeconds(45);
            case PulsarSpec _ -> Duration.ofSeconds(140);
            case MemorySpec _ -> Duration.ZERO;
        };
        return beside.plus(CutMoment.of(proof.fault(), proof.seed()).held());
    }
}
