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
                        "kafka-level-1-kill-all",
                        "kafka-level-1-power-all",
                        "kafka-level-2-kill-all",
                        "pulsar-level-1-power-all");
    }

    @Test
    void aControlIsAddedWherePowerIsCutAndNoneIsThere() throws ScenarioException {
        VerificationPlan plan =
                plan("{name: verification, systems: {pulsar: {}}, durability: level-1, faults: power-all}", 2);

        assertThat(plan.verifications())
                .extracting(PlannedVerification::control)
                .containsExactly(true, false, true, false);
        PlannedVerification control = plan.verifications().getFirst();
        assertThat(control.label()).isEqualTo("kafka-level-2-power-all");
        assertThat(control.spec().durability()).isEqualTo(DurabilityLevel.LEVEL_2);
        assertThat(control.fault()).isEqualTo(Fault.POWER_ALL);
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
                .hasToString("level-1 (effective level-3, because of settings.kafka.producer.acks=1)");
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
                        "kafka-level-1-kill-one",
                        "rabbitmq-level-1-power-all-queue=quorum",
                        "rabbitmq-level-2-power-all-queue=stream");
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
        assertThat(workload.rate()).hasToString("1000/s");
        assertThat(workload.message().size().largestBytes()).isEqualTo(1_000);
    }

    @Test
    void repetitionsHaveMomentsOfTheirOwnAndRunsRepeatThem() throws ScenarioException {
        String text = "{name: verification, systems: {kafka: {}}, faults: [kill-all]}";
        VerificationPlan plan = plan(text, 5);
        Set<Duration> moments = new HashSet<>();
        plan.verifications()
                .forEach(verification -> moments.add(FaultTiming.of(verification.fault(), verification.seed())
                        .load()));
        assertThat(moments)
                .hasSize(5)
                .allSatisfy(moment -> assertThat(moment).isBetween(Duration.ofSeconds(5), Duration.ofSeconds(8)));
        assertThat(plan(text, 5)).isEqualTo(plan);
    }
}
