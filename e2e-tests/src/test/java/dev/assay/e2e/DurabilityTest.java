package dev.assay.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import dev.assay.e2e.AssayProgram.Ended;
import dev.assay.model.verification.Accounting;
import dev.assay.model.verification.VerificationOutcome;
import dev.assay.model.verification.VerificationRecord;
import dev.assay.store.RunDirectory;
import dev.assay.systems.rabbitmq.deployment.RabbitMqSystem;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks that durability is verified by cutting the power, and that levels which can't be verified are reported. */
@Tag("slow")
class DurabilityTest {
    private static final int INCONCLUSIVE = 8;
    private static final int BAD_INPUT = 2;

    @TempDir
    Path folder;

    /** Uses one node, which syncs as three do and restarts sooner. */
    @Test
    @Tag("server")
    void syncedMessagesSurviveTheLossOfPowerAndTheControlLoses() throws Exception {
        AssayProgram assay = AssayProgram.in(folder);
        Path scenario = assay.write("plug.yaml", """
                name: plug
                systems: { kafka: { nodes: 1 } }
                durability: level-3
                faults: power-all
                workload: { rate: 500/s, message: { size: 200 B } }
                """);

        Ended ended = assay.run(Duration.ofMinutes(3), "verify", scenario.toString());

        List<VerificationRecord> verifications =
                RunDirectory.open(assay.runs().getFirst()).verifications();
        skipWhereRefused(verifications);
        assertThat(ended.code()).as(ended.said()).isZero();
        assertThat(verifications)
                .extracting(VerificationRecord::outcome)
                .containsExactly(VerificationOutcome.HOLDS, VerificationOutcome.HOLDS);
        assertThat(account(verifications.getFirst()).lost())
                .as("the control must lose")
                .isPositive();
        assertThat(account(verifications.getLast()).lost()).isZero();
        assertThat(account(verifications.getLast()).acked()).isGreaterThan(1_000);
        assertThat(ended.out()).contains("kafka 4.3.1", "power-all", "survives", "may lose");
        assertThat(Files.readString(assay.runs().getFirst().resolve("report.html")))
                .contains("id=\"verifications\"");
        assay.awaitNothingRunning(Duration.ofMinutes(1));
        assertThat(assay.clusterData()).isEmpty();
        assertThat(Files.readString(Path.of("/proc/self/mounts"))).doesNotContain(folder.toString());
    }

    /**
     * In version 2 of the storage of classic queues RabbitMQ before 3.13 syncs the body of a message above 4 KiB before it confirms it, and
     * never the index that says in which queue it is: level-4, whatever the size.
     */
    @Test
    @Tag("server")
    void whatVersion2OfClassicQueuesHasConfirmedIsLostWithThePowerWhateverItsSize() throws Exception {
        RabbitMqSystem.unavailable("3.10").ifPresent(Assumptions::abort);
        AssayProgram assay = AssayProgram.in(folder);
        Path scenario = assay.write("version2.yaml", """
                name: version2
                systems: { rabbitmq: { version: "3.10", queue: classic, nodes: 1 } }
                durability: level-4
                faults: power-all
                workload: { rate: 500/s, message: { size: 8 KB } }
                settings: { rabbitmq: { topic: { x-queue-version: 2 } } }
                """);

        Ended ended = assay.run(Duration.ofMinutes(4), "verify", scenario.toString());

        List<VerificationRecord> verifications =
                RunDirectory.open(assay.runs().getFirst()).verifications();
        skipWhereRefused(verifications);
        assertThat(verifications).as(ended.said()).isNotEmpty().allSatisfy(verification -> {
            assertThat(verification.durability().label()).isEqualTo("level-4");
            assertThat(account(verification).lost()).as(ended.said()).isGreaterThan(1_000);
        });
        assay.awaitNothingRunning(Duration.ofMinutes(1));
    }

    private static void skipWhereRefused(List<VerificationRecord> verifications) {
        if (verifications.stream().allMatch(verification -> verification.outcome() == VerificationOutcome.REFUSED)) {
            assertThat(verifications.getFirst().reason()).doesNotContain("durability is");
            String reason =
                    "no power can be cut here: " + verifications.getFirst().reason();
            System.out.println(reason);
            abort(reason);
        }
    }

    private static Accounting account(VerificationRecord verification) {
        return verification.evidence().orElseThrow().accounting();
    }

    @Test
    void faultsThatCanNotBeHadAreRefusedWithTheirReason() throws Exception {
        AssayProgram assay = AssayProgram.in(folder);
        Path scenario = assay.write("memory.yaml", "name: memory\nsystems: { memory: {} }\nfaults: [kill-all]\n");

        Ended ended = assay.run(AssayProgram.PATIENCE, "verify", scenario.toString());

        assertThat(ended.code()).as(ended.said()).isEqualTo(INCONCLUSIVE);
        assertThat(ended.out()).contains("REFUSED", "Assay does not run this cluster's nodes");
        Ended again = assay.run(
                AssayProgram.PATIENCE, "report", assay.runs().getFirst().toString());
        assertThat(again.code()).as(again.said()).isEqualTo(INCONCLUSIVE);
        assertThat(again.out()).contains("REFUSED");
    }

    @Test
    void withoutFaultsThereIsNothingToVerify() throws Exception {
        AssayProgram assay = AssayProgram.in(folder);
        Path scenario = assay.write("memory.yaml", "name: memory\nsystems: { memory: {} }\n");

        Ended ended = assay.run(AssayProgram.PATIENCE, "verify", scenario.toString());

        assertThat(ended.code()).as(ended.said()).isEqualTo(BAD_INPUT);
        assertThat(ended.err()).contains("names no faults", "faults: [power-all, kill-all]");
    }

    @Test
    void aRunThatVerifiesShowsVerificationsAndResultsInOneReport() throws Exception {
        AssayProgram assay = AssayProgram.in(folder);
        Path scenario = assay.write("both.yaml", """
                name: both
                systems: { memory: {} }
                durability: level-4
                workload: { rate: 500/s }
                timing: { warmup: 0 s, measure: 2 s, drain: 2 s }
                faults: [kill-all]
                verify: true
                """);

        Ended ended = assay.run(AssayProgram.PATIENCE, "run", scenario.toString());

        RunDirectory run = RunDirectory.open(assay.runs().getFirst());
        assertThat(run.verifications()).hasSize(1);
        assertThat(run.finished()).hasSize(1);
        assertThat(ended.code()).as(ended.said()).isEqualTo(INCONCLUSIVE);
        assertThat(Files.readString(run.path().resolve("report.html")))
                .contains("id=\"verifications\"", "durability not verified");
    }
}
