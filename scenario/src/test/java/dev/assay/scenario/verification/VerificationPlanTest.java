package dev.assay.scenario.verification;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.model.durability.DurabilityLevel;
import dev.assay.model.durability.Fault;
import dev.assay.scenario.ScenarioException;
import dev.assay.scenario.ScenarioFile;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class VerificationPlanTest {
    private static VerificationPlan plan(String text, int repeat) throws ScenarioException {
        ScenarioFile file = ScenarioFile.read("verification.yaml", text, List.of(), Set.of());
        return VerificationPlan.of(file.name(), file.points(), file.faults(), repeat, file.seed());
    }

    private static List<String> labels(VerificationPlan plan) {
        return plan.verifications().stream().map(PlannedVerification::label).toList();
    }

    @Test
    void eachSystemLevelAndFaultIsVerifiedAndTheControlComesFirst() throws ScenarioException {
        VerificationPlan plan = plan("""
                name: verification
                systems: { kafka: {}, pulsar: {} }
                durability: [level-1, level-2]
                faults: [kafka/kill-all, kafka/power-all, pulsar/level-1/power-all]
                workload: { rate: 50000/s, partitions: [1, 6], message: { size: 10 KB } }
                """, 1);

        assertThat(labels(plan))
                .containsExactly(
                        "kafka-level-2-power-all",
                        "pulsar-level-2-power-all",
                        "kafka-level-1-kill-all",
                        "kafka-level-1-power-all",
                        "kafka-level-2-kill-all",
                        "pulsar-level-1-power-all");
    }

    @Test
    void eachSystemWhosePowerIsCutIsItsOwnControlWithItsSyncsOff() throws ScenarioException {
        VerificationPlan plan = plan("""
                name: verification
                systems: { kafka: { version: 4.2.0 }, pulsar: { bookies: 4 }, rabbitmq: { queue: quorum } }
                durability: level-1
                faults: [kafka/power-one, pulsar/power-all, rabbitmq/power-all]
                """, 2);

        assertThat(labels(plan).subList(0, 6))
                .containsExactly(
                        "kafka-level-2-power-all",
                        "pulsar-level-2-power-all",
                        "rabbitmq-level-2-power-all",
                        "kafka-level-1-power-one",
                        "pulsar-level-1-power-all",
                        "rabbitmq-level-1-power-all");
        assertThat(plan.verifications())
                .extracting(PlannedVerification::control)
                .containsExactly(true, true, true, false, false, false, true, true, true, false, false, false);
        for (PlannedVerification verification : plan.verifications()) {
            assertThat(plan.controlsOf(verification)).hasSize(1).first().satisfies(control -> {
                assertThat(control.repetition()).isEqualTo(verification.repetition());
                assertThat(control.spec().system().system())
                        .isEqualTo(verification.spec().system().system());
                assertThat(control.spec().system().serverVersion())
                        .isEqualTo(verification.spec().system().serverVersion());
                assertThat(control.durability().given().orElseThrow().localSync())
                        .isFalse();
            });
        }
        PlannedVerification pulsar = plan.verifications().get(1);
        assertThat(pulsar.spec().system())
                .as("with its own settings, but the level")
                .isEqualTo(plan.verifications().get(4).spec().system());
    }

    @Test
    void eachVersionHasAControlOfItsOwn() throws ScenarioException {
        VerificationPlan plan = plan(
                "{name: verification, systems: {kafka: {version: [4.2.0, 4.3.1]}}, durability: level-1, faults: power-all}",
                1);

        assertThat(labels(plan))
                .containsExactly(
                        "kafka-level-2-power-all-version=4.2.0",
                        "kafka-level-2-power-all-version=4.3.1",
                        "kafka-level-1-power-all-version=4.2.0",
                        "kafka-level-1-power-all-version=4.3.1");
    }

    @Test
    void aSettingIsNamedAsItsVendorNamesIt() throws ScenarioException {
        VerificationPlan plan = plan(
                "{name: verification, systems: {kafka: {}}, durability: level-1, faults: kill-all,"
                        + " settings: {kafka: {producer: {linger.ms: [0, 20]}}}}",
                1);

        assertThat(labels(plan))
                .containsExactly("kafka-level-1-kill-all-linger.ms=0", "kafka-level-1-kill-all-linger.ms=20");
    }

    @Test
    void aControlOnOneNodeHasNoOtherLevelThanItsOwn() throws ScenarioException {
        VerificationPlan plan = plan(
                "{name: verification, systems: {kafka: {nodes: 1}}, durability: [level-2, level-3], faults: power-all}",
                1);

        assertThat(labels(plan))
                .containsExactly("kafka-level-4-power-all", "kafka-level-4-power-all", "kafka-level-3-power-all");
        assertThat(plan.verifications())
                .extracting(PlannedVerification::control)
                .containsExactly(true, false, false);
        assertThat(plan.verifications())
                .extracting(verification -> verification.durability().weakened())
                .as("level-2 was asked for, but there is only one node; a control is not asked for")
                .containsExactly(false, true, false);
    }

    @Test
    void whatUndoesALevelLeavesTheVerificationOfTheLevelThatIsLeft() throws ScenarioException {
        VerificationPlan plan = plan("""
                name: verification
                systems: { kafka: {} }
                durability: level-1
                settings: { kafka: { producer: { acks: 1 } } }
                faults: kill-all
                """, 1);

        PlannedVerification verification = plan.verifications().getFirst();
        assertThat(verification.level()).isEqualTo(DurabilityLevel.LEVEL_3);
        assertThat(verification.durability())
                .hasToString(
                        "level-1 (replicated and synced; effective level-3, synced, because of settings.kafka.producer.acks=1)");
    }

    @Test
    void withoutLossOfPowerThereIsNoControl() throws ScenarioException {
        VerificationPlan plan = plan("{name: verification, systems: {pulsar: {}}, faults: [kill-one]}", 1);
        assertThat(plan.verifications())
                .extracting(PlannedVerification::control)
                .containsExactly(false);
    }

    @Test
    void aLevelInFrontOfAFaultIsVerifiedWhateverTheScenarioMeasures() throws ScenarioException {
        VerificationPlan plan = plan("""
                name: verification
                systems: { kafka: {}, rabbitmq: { queue: [quorum, stream] } }
                durability: level-2
                faults: [power-all, kafka/level-1/kill-one]
                """, 1);

        assertThat(labels(plan))
                .containsExactly(
                        "kafka-level-2-power-all",
                        "rabbitmq-level-2-power-all-queue=stream",
                        "kafka-level-1-kill-one",
                        "rabbitmq-level-1-power-all-queue=quorum");
    }

    @Test
    void theLoadIsModestAndOnEveryNode() throws ScenarioException {
        VerificationPlan plan = plan("""
                name: verification
                systems: { kafka: {} }
                faults: kill-all
                workload: { rate: 50000/s, topics: 4, partitions: 1, message: { size: 100 KB }, subscriptions: 3 }
                """, 1);
        var workload = plan.verifications().getFirst().spec().workload();
        assertThat(workload.topics()).isEqualTo(1);
        assertThat(workload.partitions()).isEqualTo(3);
        assertThat(workload.subscriptions()).isEqualTo(1);
        assertThat(workload.rate()).hasToString("4000/s");
        assertThat(workload.message().size().largestBytes()).isEqualTo(1_000);
    }

    /** Whatever the seed, the moments cover each fifth of the time and each of three nodes. */
    @Test
    void fiveRepetitionsHaveMomentsAllOverTheLoadAndGoAroundTheNodes() throws ScenarioException {
        for (int seed = 1; seed <= 50; seed++) {
            String text = "{name: verification, systems: {kafka: {}}, faults: [kafka/power-one], seed: " + seed + "}";
            VerificationPlan plan = plan(text, 8);
            List<FaultTiming> timings = plan.verifications().stream()
                    .filter(verification -> verification.fault() == Fault.POWER_ONE)
                    .map(PlannedVerification::timing)
                    .toList();
            assertThat(timings)
                    .hasSize(8)
                    .allSatisfy(
                            timing -> assertThat(timing.load()).isBetween(FaultTiming.EARLIEST, FaultTiming.LATEST));
            for (int first = 0; first <= 3; first++) {
                assertThat(timings.subList(first, first + 5))
                        .extracting(timing -> (timing.load().toMillis() - 5_000) / 3_000)
                        .as("fifths of the load, seed %d", seed)
                        .containsExactlyInAnyOrder(0L, 1L, 2L, 3L, 4L);
                assertThat(timings.subList(first, first + 5))
                        .extracting(timing -> timing.node() % 3)
                        .as("nodes, seed %d", seed)
                        .contains(0, 1, 2);
            }
            assertThat(plan(text, 8)).isEqualTo(plan);
        }
    }

    @Test
    void runsOfOtherSeedsHaveOtherMomentsAndNodes() throws ScenarioException {
        Set<Duration> moments = new HashSet<>();
        Set<Integer> nodes = new HashSet<>();
        for (int seed = 1; seed <= 20; seed++) {
            String text = "{name: verification, systems: {kafka: {}}, faults: [kafka/kill-one], seed: " + seed + "}";
            FaultTiming timing = plan(text, 1).verifications().getFirst().timing();
            moments.add(timing.load());
            nodes.add(timing.node() % 3);
        }
        assertThat(moments).hasSize(20);
        assertThat(nodes).containsExactlyInAnyOrder(0, 1, 2);
    }
}
