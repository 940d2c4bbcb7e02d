package dev.assay.core.proof;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.core.durability.DurabilityClaim;
import dev.assay.core.durability.DurabilityLevel;
import dev.assay.core.durability.Fault;
import dev.assay.core.proof.Evidence.Cut;
import dev.assay.core.proof.Evidence.Service;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class JudgementTest {
    private static final Optional<Control> BITES =
            Optional.of(new Control("kafka-level-2-power-all", Optional.of(9L), ""));
    private static final Optional<Control> TOOTHLESS =
            Optional.of(new Control("kafka-level-2-power-all", Optional.of(0L), "written back already"));
    private static final DurabilityClaim PROMISED = claim(DurabilityLevel.LEVEL_1, Fault.POWER_ALL);
    private static final DurabilityClaim NOT_PROMISED = claim(DurabilityLevel.LEVEL_2, Fault.POWER_ALL);

    private static DurabilityClaim claim(DurabilityLevel level, Fault fault) {
        return DurabilityClaim.of(level, fault, 3);
    }

    private static Evidence seen(long lost, long corrupted, long ackedBefore) {
        Accounting accounting = new Accounting(1_000, 1_000, 0, 0, 1_000 - lost, lost, 0, 0, corrupted, 0, 0);
        return new Evidence(
                accounting,
                new Cut(List.of("broker-1"), "", 1, 1, ackedBefore, 0, Map.of()),
                new Service(1, 1, true, 1, 1, 1));
    }

    private static Judgement judge(DurabilityClaim claim, Fault fault, Evidence evidence, Optional<Control> control) {
        return Judgement.of(claim, fault, evidence, control);
    }

    @Test
    void aPromiseThatLosesNothingHoldsOnlyBesideAControlThatLoses() {
        assertThat(judge(PROMISED, Fault.POWER_ALL, seen(0, 0, 500), BITES)).satisfies(judgement -> {
            assertThat(judgement.outcome()).isEqualTo(ProofOutcome.HOLDS);
            assertThat(judgement.reason()).endsWith("; the control kafka-level-2-power-all lost 9");
        });
        assertThat(judge(PROMISED, Fault.POWER_ALL, seen(0, 0, 500), TOOTHLESS)).satisfies(judgement -> {
            assertThat(judgement.outcome()).isEqualTo(ProofOutcome.INCONCLUSIVE);
            assertThat(judgement.reason()).contains("kafka-level-2-power-all", "written back already");
        });
        assertThat(judge(PROMISED, Fault.POWER_ALL, seen(0, 0, 500), Optional.empty())
                        .outcome())
                .isEqualTo(ProofOutcome.INCONCLUSIVE);
    }

    @Test
    void withoutLossOfPowerNoControlIsNeeded() {
        DurabilityClaim claim = claim(DurabilityLevel.LEVEL_2, Fault.KILL_ALL);
        assertThat(judge(claim, Fault.KILL_ALL, seen(0, 0, 500), Optional.empty())
                        .outcome())
                .isEqualTo(ProofOutcome.HOLDS);
    }

    @Test
    void oneLostMessageBreaksAPromiseWhateverTheControlSays() {
        for (Optional<Control> control : List.of(BITES, TOOTHLESS, Optional.<Control>empty())) {
            Judgement judgement = judge(PROMISED, Fault.POWER_ALL, seen(1, 0, 500), control);
            assertThat(judgement.outcome()).isEqualTo(ProofOutcome.BROKEN);
            assertThat(judgement.reason()).contains("1 of 1,000 acknowledged messages were lost");
        }
    }

    @Test
    void oneDamagedMessageBreaksAPromise() {
        assertThat(judge(PROMISED, Fault.POWER_ALL, seen(0, 1, 500), BITES).outcome())
                .isEqualTo(ProofOutcome.BROKEN);
    }

    @Test
    void whatIsNotPromisedMayBeLostOrNot() {
        assertThat(judge(NOT_PROMISED, Fault.POWER_ALL, seen(1_000, 0, 500), BITES)
                        .outcome())
                .isEqualTo(ProofOutcome.HOLDS);
        assertThat(judge(NOT_PROMISED, Fault.POWER_ALL, seen(0, 0, 500), TOOTHLESS))
                .satisfies(judgement -> {
                    assertThat(judgement.outcome()).isEqualTo(ProofOutcome.HOLDS);
                    assertThat(judgement.reason()).contains("nothing is promised");
                });
    }

    @Test
    void aControlMustLose() {
        assertThat(Judgement.ofControl(NOT_PROMISED, seen(1, 0, 500)).outcome()).isEqualTo(ProofOutcome.HOLDS);
        assertThat(Judgement.ofControl(NOT_PROMISED, seen(0, 0, 500)).outcome()).isEqualTo(ProofOutcome.INCONCLUSIVE);
    }

    @Test
    void withNothingAcknowledgedBeforeTheFaultNothingWasAtStake() {
        assertThat(judge(PROMISED, Fault.POWER_ALL, seen(0, 0, 0), BITES).outcome())
                .isEqualTo(ProofOutcome.INCONCLUSIVE);
    }
}
