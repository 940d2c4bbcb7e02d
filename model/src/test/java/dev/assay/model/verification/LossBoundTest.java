package dev.assay.model.verification;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.assay.model.durability.DurabilityClaim;
import dev.assay.model.durability.DurabilityLevel;
import dev.assay.model.durability.DurabilityStatement;
import dev.assay.model.durability.Fault;
import dev.assay.model.result.SystemIdentity;
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
        VerificationEvidence evidence = new VerificationEvidence(
                new Accounting(acked, acked, 0, 0, acked, 0, 0, 0, 0, 0, 0),
                new FaultMoment(List.of(), "", TEN_SECONDS, 1, acked, 0, Map.of()),
                new Service(1, 1, true, 1, 1, 1));
        return new VerificationRecord(
                1,
                "kafka",
                1,
                false,
                Map.of(),
                Map.of(),
                new SystemIdentity("kafka", "4.3.1", "kafka-clients 4.3.1", "local", 3),
                DurabilityStatement.holding(level),
                Fault.POWER_ALL,
                DurabilityClaim.of(level, Fault.POWER_ALL, 3),
                seed,
                "2026-11-20T10:15:00Z",
                outcome,
                "",
                Optional.of(evidence),
                EffectiveConfig.NONE);
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
        assertThatThrownBy(() -> new LossBound(Fault.POWER_ALL, 1, 0)).hasMessageContaining("0.0 acknowledgements");
        assertThat(LossBound.of(List.of(held(1, 0)))).isEmpty();
    }
}
