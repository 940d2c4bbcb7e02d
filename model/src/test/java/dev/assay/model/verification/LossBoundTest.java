package dev.assay.model.verification;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.assay.model.durability.DurabilityClaim;
import dev.assay.model.durability.DurabilityLevel;
import dev.assay.model.durability.DurabilityStatement;
import dev.assay.model.durability.Fault;
import dev.assay.model.result.SystemIdentity;
import dev.assay.model.result.TrialIdentity;
import dev.assay.model.spec.EffectiveConfig;
import dev.assay.model.verification.VerificationEvidence.FaultMoment;
import dev.assay.model.verification.VerificationEvidence.Service;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LossBoundTest {
    private static final long TEN_SECONDS = 10_000_000_000L;

    private static VerificationRecord cut(long seed, VerificationOutcome outcome, DurabilityLevel level, long acked) {
        FaultMoment moment = new FaultMoment(List.of(), "", TEN_SECONDS, 1, acked, 0, Map.of());
        return cut(seed, outcome, level, Fault.POWER_ALL, moment);
    }

    private static VerificationRecord cut(
            long seed, VerificationOutcome outcome, DurabilityLevel level, Fault fault, FaultMoment moment) {
        long acked = moment.ackedBefore();
        VerificationEvidence evidence = new VerificationEvidence(
                new Accounting(acked, acked, 0, 0, acked, 0, 0, 0, 0, 0, 0), moment, new Service(1, 1, true, 1, 1, 1));
        return new VerificationRecord(
                new TrialIdentity(1, "kafka", 1, Map.of()),
                new FaultPlan(Map.of(), fault, DurabilityClaim.of(level, fault, 3), false, seed),
                new SystemIdentity("kafka", "4.3.1", "kafka-clients 4.3.1", "local", 3),
                DurabilityStatement.holding(level),
                EffectiveConfig.NONE,
                "2026-11-20T10:15:00Z",
                outcome,
                "",
                Optional.of(evidence));
    }

    /** Returns the text after a fault on one of three nodes at 4,000 messages a second. */
    private static String saidOf(Fault fault, String node, String leaders) {
        Map<String, String> details = leaders.isEmpty() ? Map.of() : Map.of(FaultMoment.LEADERS, leaders);
        FaultMoment moment = new FaultMoment(List.of(node), "", TEN_SECONDS, 1, 40_000, 0, details);
        return LossBound.of(List.of(cut(1, VerificationOutcome.HOLDS, DurabilityLevel.LEVEL_1, fault, moment)))
                .orElseThrow()
                .text()
                .replaceFirst("^.*\\(95 %\\)", "");
    }

    private static VerificationRecord held(long seed, long acked) {
        return cut(seed, VerificationOutcome.HOLDS, DurabilityLevel.LEVEL_1, acked);
    }

    /** By hand: a cut that loses with that probability loses nothing in so many cuts in exactly one case of twenty. */
    @ParameterizedTest
    @CsvSource({"1, 0.95", "2, 0.7764", "5, 0.4507", "10, 0.2589", "59, 0.0495"})
    void withNoLossesTheBoundIsWhatComesThroughInOneCaseOfTwenty(int cuts, double perCut) {
        LossBound bound = new LossBound(Fault.POWER_ALL, cuts, 1_000);
        assertThat(bound.lossPerCut()).isCloseTo(perCut, within(0.0001));
        assertThat(Math.pow(1 - bound.lossPerCut(), cuts)).isCloseTo(0.05, within(1e-12));
    }

    @Test
    void theTextHasTheBoundAndWhatWouldHaveBeenSeen() {
        List<VerificationRecord> five =
                List.of(held(1, 40_000), held(2, 50_000), held(3, 40_000), held(4, 60_000), held(5, 70_000));
        assertThat(LossBound.of(five).orElseThrow().text())
                .as("by the cut with the fewest acknowledgements per second before it")
                .isEqualTo("5 cuts, none lost; loss per cut below 45.1 % (95 %);"
                        + " acknowledgements 0.9 ms early would have been seen");
        assertThat(LossBound.of(five.subList(0, 1)).orElseThrow().text())
                .isEqualTo("1 cut, none lost; loss per cut below 95.0 % (95 %);"
                        + " acknowledgements 0.9 ms early would have been seen");
        assertThat(new LossBound(Fault.PAUSE_ONE, 5, 4_000).text())
                .as("nothing ends from one moment to the next")
                .isEqualTo("5 faults, none lost; loss per fault below 45.1 % (95 %)");
    }

    /** Three of eight partitions of 4,000 messages a second are 1,500, so y is 3.5 / 1,500. */
    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "broker-1;                          ; 2.7",
                "broker-1;     {1=1, 2=1, 3=1}      ; 2.7",
                "broker-1;     {1=3, 2=3, 3=2}      ; 2.4",
                "nats-2;       {nats-1=1, nats-2=2} ; 1.4",
                "rabbitmq-3;   {rabbitmq-1@127.0.0.1=1, rabbitmq-3@127.0.0.1=1} of the first 2 ; 1.8",
            })
    void whereOneNodeIsCutOnlyThePartitionsThatItLedAreAtRisk(String node, String leaders, String millis) {
        assertThat(saidOf(Fault.POWER_ONE, node, leaders == null ? "" : leaders))
                .isEqualTo("; acknowledgements " + millis + " ms early would have been seen");
    }

    @Test
    void aNodeThatLedNothingShowsNothingOfEarlyAcknowledgements() {
        assertThat(saidOf(Fault.POWER_ONE, "nats-3", "{nats-1=1, nats-2=2}")).isEmpty();
        assertThat(saidOf(Fault.POWER_ALL, "nats-3", "{nats-1=1, nats-2=2}"))
                .isEqualTo("; acknowledgements 0.9 ms early would have been seen");
    }

    /** The kernel keeps what a killed process had written. */
    @Test
    void killsSayNothingOfSyncs() {
        assertThat(saidOf(Fault.KILL_ALL, "broker-1", ""))
                .isEqualTo("; acknowledgements 0.9 ms before the message was in memory would have been seen");
        assertThat(saidOf(Fault.KILL_ONE, "broker-1", "{1=1, 2=1, 3=1}"))
                .isEqualTo("; acknowledgements 2.7 ms before the message was in memory would have been seen");
    }

    @Test
    void leadersAreReadFromTheSettingsOfTopics() {
        EffectiveConfig config = new EffectiveConfig(
                Map.of("topic", Map.of("leaders (queues each)", "{rabbitmq-1@h=2, none=1}", "queues", "3")), Map.of());
        assertThat(PartitionLeaders.of(config).orElseThrow().led()).isEqualTo(Map.of("rabbitmq-1@h", 2, "none", 1));
        assertThat(PartitionLeaders.of(EffectiveConfig.NONE)).isEmpty();
    }

    @Test
    void onlyWhatHeldAtDifferentMomentsCounts() {
        List<VerificationRecord> some = List.of(
                held(1, 40_000),
                held(1, 40_000),
                held(2, 40_000),
                cut(3, VerificationOutcome.INCONCLUSIVE, DurabilityLevel.LEVEL_1, 40_000),
                cut(4, VerificationOutcome.HOLDS, DurabilityLevel.LEVEL_2, 40_000));
        assertThat(LossBound.of(some).orElseThrow().cuts()).isEqualTo(2);
        assertThat(LossBound.of(some.getFirst(), some).orElseThrow().cuts()).isEqualTo(2);
        assertThat(LossBound.of(some.subList(3, 5)))
                .as("nothing that was promised was tested to an end")
                .isEmpty();
    }

    @Test
    void whereACutHasLostThereIsNoBound() {
        assertThat(LossBound.of(
                        List.of(held(1, 40_000), cut(2, VerificationOutcome.FAILS, DurabilityLevel.LEVEL_1, 40_000))))
                .isEmpty();
    }

    @Test
    void withoutCutsOrLoadThereIsNothingToSay() {
        assertThatThrownBy(() -> new LossBound(Fault.POWER_ALL, 0, 1)).hasMessageContaining("0 cuts");
        assertThatThrownBy(() -> new LossBound(Fault.POWER_ALL, 1, -1)).hasMessageContaining("-1.0 acknowledgements");
        assertThat(LossBound.of(List.of(held(1, 0)))).isEmpty();
    }
}
