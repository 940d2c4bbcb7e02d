package dev.assay.core.proof;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.core.durability.DurabilityLevel;
import dev.assay.core.durability.Fault;
import dev.assay.core.scenario.text.ScenarioException;
import dev.assay.core.scenario.text.ScenarioFile;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ProofPlanTest {
    private static ProofPlan plan(String text, int repeat) throws ScenarioException {
        ScenarioFile file = ScenarioFile.read("proof.yaml", text, List.of(), Set.of());
        return ProofPlan.of(file.name(), file.points(), file.faults(), repeat, file.seed());
    }

    private static List<String> labels(ProofPlan plan) {
        return plan.proofs().stream().map(PlannedProof::label).toList();
    }

    @Test
    void eachSystemLevelAndFaultIsProvenAndTheControlComesFirst() throws ScenarioException {
        ProofPlan plan = plan("""
                name: proof
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
        ProofPlan plan = plan("{name: proof, systems: {pulsar: {}}, durability: level-1, faults: power-all}", 2);

        assertThat(plan.proofs()).extracting(PlannedProof::control).containsExactly(true, false, true, false);
        PlannedProof control = plan.proofs().getFirst();
        assertThat(control.label()).isEqualTo("kafka-level-2-power-all");
        assertThat(control.spec().durability()).isEqualTo(DurabilityLevel.LEVEL_2);
        assertThat(control.fault()).isEqualTo(Fault.POWER_ALL);
    }

    @Test
    void aControlOnOneNodeHasNoOtherLevelThanItsOwn() throws ScenarioException {
        ProofPlan plan = plan(
                "{name: proof, systems: {kafka: {nodes: 1}}, durability: [level-2, level-3], faults: power-all}", 1);

        assertThat(labels(plan))
                .containsExactly("kafka-level-4-power-all", "kafka-level-4-power-all", "kafka-level-3-power-all");
        assertThat(plan.proofs()).extracting(PlannedProof::control).containsExactly(true, false, false);
        assertThat(plan.proofs())
                .extracting(proof -> proof.durability().undone())
                .as("level-2 was asked for and is undone by the only node; a control is nobody's wish")
                .containsExactly(false, true, false);
    }

    @Test
    void whatUndoesALevelLeavesTheProofOfTheLevelThatIsLeft() throws ScenarioException {
        ProofPlan plan = plan("""
                name: proof
                systems: { kafka: {} }
                durability: level-1
                settings: { kafka: { producer: { acks: 1 } } }
                faults: kill-all
                """, 1);

        PlannedProof proof = plan.proofs().getFirst();
        assertThat(proof.level()).isEqualTo(DurabilityLevel.LEVEL_3);
        assertThat(proof.durability()).hasToString("level-1 (undone by settings.kafka.producer.acks=1: gives level-3)");
    }

    @Test
    void withoutLossOfPowerThereIsNoControl() throws ScenarioException {
        ProofPlan plan = plan("{name: proof, systems: {pulsar: {}}, faults: [kill-one]}", 1);
        assertThat(plan.proofs()).extracting(PlannedProof::control).containsExactly(false);
    }

    @Test
    void aLevelInFrontOfAFaultIsProvenWhateverTheScenarioMeasures() throws ScenarioException {
        ProofPlan plan = plan("""
                name: proof
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
        ProofPlan plan = plan("""
                name: proof
                systems: { kafka: {} }
                faults: kill-all
                workload: { rate: 50000/s, topics: 4, partitions: 1, message: { size: 100 KB }, subscriptions: 3 }
                """, 1);
        var workload = plan.proofs().getFirst().spec().workload();
        assertThat(workload.topics()).isEqualTo(1);
        assertThat(workload.partitions()).isEqualTo(3);
        assertThat(workload.subscriptions()).isEqualTo(1);
        assertThat(workload.rate().perSecond()).isEqualTo(1_000);
        assertThat(workload.message().size().bytes()).isEqualTo(1_000);
    }

    @Test
    void repetitionsHaveMomentsOfTheirOwnAndRunsRepeatThem() throws ScenarioException {
        String text = "{name: proof, systems: {kafka: {}}, faults: [kill-all]}";
        ProofPlan plan = plan(text, 5);
        Set<Duration> moments = new HashSet<>();
        plan.proofs()
                .forEach(proof ->
                        moments.add(CutMoment.of(proof.fault(), proof.seed()).load()));
        assertThat(moments)
                .hasSize(5)
                .allSatisfy(moment -> assertThat(moment).isBetween(Duration.ofSeconds(5), Duration.ofSeconds(8)));
        assertThat(plan(text, 5)).isEqualTo(plan);
    }
}
