package dev.assay.run.verify;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.scenario.ScenarioFile;
import dev.assay.scenario.verification.PlannedVerification;
import dev.assay.scenario.verification.VerificationPlan;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

class VerificationPlanTextTest {
    private static Optional<String> nothing(PlannedVerification verification) {
        return Optional.empty();
    }

    private static Optional<String> power(PlannedVerification verification) {
        return verification.fault().needsOwnDisks() ? Optional.of("disk images need root") : Optional.empty();
    }

    private static String text(boolean first, Function<PlannedVerification, Optional<String>> refusal)
            throws Exception {
        ScenarioFile file = ScenarioFile.read("p.yaml", """
                name: p
                systems: { kafka: {}, pulsar: {} }
                durability: level-1
                settings: { kafka: { producer: { acks: 1 } } }
                faults: [pulsar/power-all, kafka/kill-all, kafka/partition-one]
                """, List.of(), Set.of());
        VerificationPlan plan = VerificationPlan.of(file.name(), file.points(), file.faults(), 1, file.seed());
        return new VerificationPlanText(plan, refusal).text(first).replace(System.lineSeparator(), "\n");
    }

    @Test
    void verificationsAreListedInOrderWithTheirClaimsLengthAndNeeds() throws Exception {
        assertThat(text(true, VerificationPlanTextTest::nothing)).isEqualTo("""
                4 verifications, which 'run' executes first:

                  1  pulsar-level-2-power-all                 rep 1  pulsar 4.0.8  level-2 (replicated)  all nodes lose power: may lose (control)
                  2  kafka-level-3-kill-all                   rep 1  kafka 4.3.1  level-1 (replicated and synced; effective level-3, synced, because of settings.kafka.producer.acks=1)  all nodes are killed: may lose
                  3  kafka-level-3-partition-one              rep 1  kafka 4.3.1  level-1 (replicated and synced; effective level-3, synced, because of settings.kafka.producer.acks=1)  one node is cut off from the others and from the clients: may lose
                  4  pulsar-level-1-power-all                 rep 1  pulsar 4.0.8  level-1 (replicated and synced)  all nodes lose power: survives

                verifications in total: about 8 min (each on its own cluster, one after another)
                needs: root, loop devices and ext4, for a disk image of each node (power-all)
                needs: root and network namespaces, for an address of each node (partition-one)
                """);
    }

    @Test
    void faultsOfSystemsThatAreNotThereMakeNoVerifications() {
        assertThat(new VerificationPlanText(new VerificationPlan("p", List.of()), VerificationPlanTextTest::nothing)
                        .text(true))
                .startsWith("no verifications: none of the scenario's faults");
    }

    @Test
    void whatThisMachineRefusesIsToldAndTakesNoTime() throws Exception {
        assertThat(text(false, VerificationPlanTextTest::power))
                .startsWith("4 verifications, which 'verify' executes, and 'run' does not:")
                .contains("survives (refused here)\n", "may lose (control) (refused here)\n", "total: about 2 min")
                .endsWith("refused here: 2, because disk images need root\n");
    }
}
