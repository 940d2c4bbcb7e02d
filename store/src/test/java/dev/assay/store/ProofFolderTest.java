package dev.assay.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.core.durability.DurabilityClaim;
import dev.assay.core.durability.DurabilityLevel;
import dev.assay.core.durability.DurabilityStatement;
import dev.assay.core.durability.Fault;
import dev.assay.core.proof.Accounting;
import dev.assay.core.proof.Evidence;
import dev.assay.core.proof.Evidence.Cut;
import dev.assay.core.proof.Evidence.Service;
import dev.assay.core.proof.ProofOutcome;
import dev.assay.core.proof.ProofRecord;
import dev.assay.core.result.EffectiveConfig;
import dev.assay.core.result.SystemIdentity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProofFolderTest {
    private static final Evidence EVIDENCE = new Evidence(
            new Accounting(100, 90, 6, 4, 80, 10, 3, 2, 1, 0, 5),
            new Cut(
                    List.of("broker-1"),
                    "2026-11-21T10:15:07Z",
                    7_000_000_000L,
                    1_000,
                    70,
                    9,
                    Map.of("dirty", "12 KiB")),
            new Service(14_000_000_000L, 200_000_000, true, 14_100_000_000L, 13_000_000_000L, 1_000_000_000));

    @TempDir
    Path base;

    private RunDirectory run() {
        RunDirectory run = RunDirectory.create(base, "durability", Recorded.START);
        run.write(Recorded.run(run.id()));
        return run;
    }

    private static ProofRecord proof(int number, Optional<Evidence> evidence) {
        return new ProofRecord(
                number,
                "kafka-level-2-power-all",
                1,
                true,
                Map.of(),
                Map.of("workload.rate", "1000/s"),
                new SystemIdentity("kafka", "4.3.1", "kafka-clients 4.3.1", "local", 3),
                DurabilityStatement.giving(
                        DurabilityLevel.LEVEL_1,
                        DurabilityLevel.LEVEL_2,
                        List.of("settings.kafka.topic.flush.messages=9")),
                Fault.POWER_ALL,
                DurabilityClaim.of(DurabilityLevel.LEVEL_2, Fault.POWER_ALL, 3),
                -7,
                "2026-11-21T10:15:00Z",
                evidence.isPresent() ? ProofOutcome.BROKEN : ProofOutcome.REFUSED,
                "no root",
                evidence,
                EffectiveConfig.NONE);
    }

    @Test
    void proofsAreReadBackEqualAndInOrderWithAndWithoutEvidence() {
        RunDirectory run = run();
        ProofRecord second = proof(2, Optional.empty());
        ProofRecord first = proof(1, Optional.of(EVIDENCE));
        run.proof(second.folder()).write(second);
        run.proof(first.folder()).write(first);

        assertThat(run.proofs()).containsExactly(first, second);
    }

    @Test
    void namesInTheFileAreThoseThatPeopleRead() throws IOException {
        RunDirectory run = run();
        ProofRecord proof = proof(1, Optional.of(EVIDENCE));
        run.proof(proof.folder()).write(proof);

        assertThat(Files.readString(
                        run.path().resolve("proofs").resolve(proof.folder()).resolve("proof.json")))
                .contains(
                        "\"fault\" : \"power-all\"",
                        "\"asked\" : \"level-1\"",
                        "\"given\" : \"level-2\"",
                        "\"outcome\" : \"BROKEN\"")
                .contains("\"lost\" : 10", "\"promise\" : \"MAY_LOSE\"");
    }

    @Test
    void aProofThatBeganAndDidNotEndIsNotThere() {
        RunDirectory run = run();
        assertThat(run.proof("001-kafka-level-2-power-all").logs()).isDirectory();
        assertThat(run.proofs()).isEmpty();
    }

    @Test
    void aFolderOutsideOfTheRunIsRefused() {
        assertThatThrownBy(() -> run().proof("../001")).hasMessageContaining("one plain file name");
    }
}
